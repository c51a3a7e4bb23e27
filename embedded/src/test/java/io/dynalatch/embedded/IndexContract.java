package io.dynalatch.embedded;

import static io.dynalatch.embedded.SdkErrors.assertValidation;
import static io.dynalatch.embedded.Tables.definition;
import static io.dynalatch.embedded.Tables.key;
import static io.dynalatch.embedded.Tables.n;
import static io.dynalatch.embedded.Tables.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.Capacity;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Secondary indexes as a caller of the SDK sees them, the same on every store. */
@Timeout(60)
abstract class IndexContract {
    private static final Projection ALL =
            Projection.builder().projectionType(ProjectionType.ALL).build();
    private static final Projection KEYS =
            Projection.builder().projectionType(ProjectionType.KEYS_ONLY).build();
    private static final Projection SOME = Projection.builder()
            .projectionType(ProjectionType.INCLUDE)
            .nonKeyAttributes("title")
            .build();

    private EmbeddedDynamoDb engine;
    DynamoDbClient client;

    abstract EmbeddedDynamoDb open() throws Exception;

    DynamoDbClient client(EmbeddedDynamoDb open) {
        return open.client();
    }

    @BeforeEach
    void open_the_engine() throws Exception {
        engine = open();
        client = client(engine);
        client.createTable(books());
    }

    @AfterEach
    void close_the_engine() {
        engine.close();
    }

    /** Books of a shelf, by number; by author and year over all shelves, by title, and by year on each shelf. */
    static CreateTableRequest books() {
        return CreateTableRequest.builder()
                .tableName("books")
                .keySchema(key("shelf", KeyType.HASH), key("number", KeyType.RANGE))
                .attributeDefinitions(
                        definition("shelf", ScalarAttributeType.S),
                        definition("number", ScalarAttributeType.N),
                        definition("author", ScalarAttributeType.S),
                        definition("year", ScalarAttributeType.N))
                .globalSecondaryIndexes(
                        GlobalSecondaryIndex.builder()
                                .indexName("by-author")
                                .keySchema(key("author", KeyType.HASH), key("year", KeyType.RANGE))
                                .projection(SOME)
                                .build(),
                        GlobalSecondaryIndex.builder()
                                .indexName("by-year")
                                .keySchema(key("year", KeyType.HASH))
                                .projection(ALL)
                                .build())
                .localSecondaryIndexes(LocalSecondaryIndex.builder()
                        .indexName("year-on-shelf")
                        .keySchema(key("shelf", KeyType.HASH), key("year", KeyType.RANGE))
                        .projection(KEYS)
                        .build())
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .build();
    }

    private static Map<String, AttributeValue> book(int number, String author, int year) {
        return Map.of(
                "shelf", s("a"),
                "number", n("" + number),
                "author", s(author),
                "year", n("" + year),
                "title", s("title " + number),
                "text", s("text"));
    }

    private void put(Map<String, AttributeValue> item) {
        Tables.put(client, "books", item);
    }

    private QueryResponse query(
            String index, String attribute, AttributeValue value, Consumer<QueryRequest.Builder> more) {
        return client.query(QueryRequest.builder()
                .tableName("books")
                .indexName(index)
                .keyConditionExpression("#k = :k")
                .expressionAttributeNames(Map.of("#k", attribute))
                .expressionAttributeValues(Map.of(":k", value))
                .applyMutation(more)
                .build());
    }

    private QueryResponse byAuthor(String author) {
        return query("by-author", "author", s(author), query -> {});
    }

    private static List<String> numbers(QueryResponse answer) {
        return answer.items().stream().map(item -> item.get("number").n()).toList();
    }

    @Test
    void an_index_orders_items_by_its_own_key_and_shows_its_own_attributes() {
        put(book(1, "ann", 2000));
        put(book(2, "ann", 1999));
        put(book(3, "ben", 1990));

        assertThat(numbers(byAuthor("ann"))).containsExactly("2", "1");
        assertThat(numbers(query("by-author", "author", s("ann"), query -> query.scanIndexForward(false))))
                .containsExactly("1", "2");
        assertThat(byAuthor("ben").items())
                .containsExactly(Map.of(
                        "shelf",
                        s("a"),
                        "number",
                        n("3"),
                        "author",
                        s("ben"),
                        "year",
                        n("1990"),
                        "title",
                        s("title 3")));
        assertThat(query("by-year", "year", n("1990"), query -> {}).items()).containsExactly(book(3, "ben", 1990));
        assertThat(query("year-on-shelf", "shelf", s("a"), query -> {}).items())
                .extracting(item -> item.get("year").n())
                .containsExactly("1990", "1999", "2000");
        assertThat(query("year-on-shelf", "shelf", s("a"), query -> {}).items().get(0))
                .containsOnlyKeys("shelf", "number", "year");
    }

    @Test
    void an_index_has_only_items_with_all_of_its_keys_and_follows_every_write() {
        put(Map.of("shelf", s("a"), "number", n("1"), "author", s("ann")));
        assertThat(byAuthor("ann").count()).isZero();

        client.updateItem(update -> update.tableName("books")
                .key(Map.of("shelf", s("a"), "number", n("1")))
                .updateExpression("SET #y = :y")
                .expressionAttributeNames(Map.of("#y", "year"))
                .expressionAttributeValues(Map.of(":y", n("2001"))));
        assertThat(byAuthor("ann").count()).isEqualTo(1);

        put(book(1, "ben", 2001));
        assertThat(byAuthor("ann").count()).isZero();
        assertThat(byAuthor("ben").count()).isEqualTo(1);

        client.updateItem(update -> update.tableName("books")
                .key(Map.of("shelf", s("a"), "number", n("1")))
                .updateExpression("REMOVE author"));
        assertThat(byAuthor("ben").count()).isZero();
        assertThat(query("by-year", "year", n("2001"), query -> {}).count()).isEqualTo(1);

        client.deleteItem(delete -> delete.tableName("books").key(Map.of("shelf", s("a"), "number", n("1"))));
        assertThat(query("by-year", "year", n("2001"), query -> {}).count()).isZero();
    }

    @Test
    void pages_of_an_index_end_at_keys_of_the_index_and_of_the_table() {
        for (int number = 1; number <= 5; number++) {
            put(book(number, "ann", number < 4 ? 2000 : 2001));
        }

        for (boolean forward : List.of(true, false)) {
            List<String> walked = new ArrayList<>();
            Map<String, AttributeValue> start = null;
            do {
                Map<String, AttributeValue> from = start;
                QueryResponse page = query(
                        "by-author",
                        "author",
                        s("ann"),
                        query -> query.limit(2).scanIndexForward(forward).exclusiveStartKey(from));
                walked.addAll(numbers(page));
                start = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
                if (start != null) {
                    assertThat(start).containsOnlyKeys("shelf", "number", "author", "year");
                }
            } while (start != null);
            assertThat(walked).isEqualTo(forward ? List.of("1", "2", "3", "4", "5") : List.of("5", "4", "3", "2", "1"));
        }
        assertThat(client.scanPaginator(scan ->
                                scan.tableName("books").indexName("by-author").limit(2))
                        .items())
                .hasSize(5);
        assertValidation(
                () -> query(
                        "by-author",
                        "author",
                        s("ann"),
                        query -> query.exclusiveStartKey(Map.of("shelf", s("a"), "number", n("1")))),
                "The provided starting key is invalid");
    }

    @Test
    void a_global_index_is_never_consistent_and_a_local_one_can_be() {
        assertValidation(
                () -> query("by-author", "author", s("ann"), query -> query.consistentRead(true)),
                "Consistent reads are not supported on global secondary indexes");
        assertValidation(
                () -> client.scan(
                        scan -> scan.tableName("books").indexName("by-year").consistentRead(true)),
                "Consistent reads are not supported on global secondary indexes");
        assertThat(query("year-on-shelf", "shelf", s("a"), query -> query.consistentRead(true))
                        .count())
                .isZero();
        assertValidation(
                () -> query("by-nothing", "author", s("ann"), query -> {}),
                "The table does not have the specified index: by-nothing");
    }

    @Test
    void a_global_index_shows_only_what_it_has_and_a_local_one_fetches_the_rest() {
        put(book(1, "ann", 2000));

        assertValidation(
                () -> query("by-author", "author", s("ann"), query -> query.select(Select.ALL_ATTRIBUTES)),
                "Select type ALL_ATTRIBUTES is not supported for global secondary index by-author");
        assertValidation(
                () -> query(
                        "by-author",
                        "author",
                        s("ann"),
                        query -> query.projectionExpression("#t")
                                .expressionAttributeNames(Map.of("#k", "author", "#t", "text"))),
                "Global secondary index by-author does not project [text]");
        assertThat(query("by-author", "author", s("ann"), query -> query.select(Select.ALL_PROJECTED_ATTRIBUTES))
                        .items()
                        .get(0))
                .doesNotContainKey("text");
        assertThat(query("by-year", "year", n("2000"), query -> query.select(Select.ALL_ATTRIBUTES))
                        .items())
                .containsExactly(book(1, "ann", 2000));

        QueryResponse fetched = query(
                "year-on-shelf",
                "shelf",
                s("a"),
                query -> query.select(Select.ALL_ATTRIBUTES)
                        .consistentRead(true)
                        .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES));
        assertThat(fetched.items()).containsExactly(book(1, "ann", 2000));
        assertThat(fetched.consumedCapacity().capacityUnits()).isEqualTo(2);
        assertThat(fetched.consumedCapacity().table().capacityUnits()).isEqualTo(1);
        assertThat(fetched.consumedCapacity()
                        .localSecondaryIndexes()
                        .get("year-on-shelf")
                        .capacityUnits())
                .isEqualTo(1);
    }

    @Test
    void a_filter_sees_the_entry_and_may_name_keys_of_the_table_but_not_of_the_index() {
        put(book(1, "ann", 2000));
        put(book(2, "ann", 2001));
        Map<String, String> names = Map.of("#k", "author", "#n", "number");

        QueryResponse found = query(
                "by-author",
                "author",
                s("ann"),
                query -> query.filterExpression("#n > :one AND attribute_not_exists(#t)")
                        .expressionAttributeNames(Map.of("#k", "author", "#n", "number", "#t", "text"))
                        .expressionAttributeValues(Map.of(":k", s("ann"), ":one", n("1"))));

        assertThat(numbers(found)).containsExactly("2");
        assertValidation(
                () -> query(
                        "by-author",
                        "author",
                        s("ann"),
                        query -> query.filterExpression("#y > :one AND attribute_exists(#n)")
                                .expressionAttributeNames(with(names, "#y", "year"))
                                .expressionAttributeValues(Map.of(":k", s("ann"), ":one", n("1")))),
                "Primary key attribute: year");
    }

    private static Map<String, String> with(Map<String, String> names, String alias, String name) {
        Map<String, String> more = new HashMap<>(names);
        more.put(alias, name);
        return more;
    }

    @Test
    void what_cannot_be_a_key_of_an_index_is_refused() {
        Map<String, AttributeValue> wrongType = with(book(1, "ann", 2000), n("1"));
        Map<String, AttributeValue> empty = with(book(1, "ann", 2000), s(""));
        Map<String, AttributeValue> tooLong = with(book(1, "ann", 2000), s("x".repeat(2_049)));

        assertValidation(
                () -> put(wrongType), "Type mismatch for Index Key author Expected: S Actual: N IndexName: by-author");
        assertValidation(
                () -> put(empty), "cannot contain an empty string value. IndexName: by-author, IndexKey: author");
        assertValidation(() -> put(tooLong), "Size of hashkey has exceeded");
        put(book(1, "ann", 2000));
        assertValidation(
                () -> client.updateItem(update -> update.tableName("books")
                        .key(Map.of("shelf", s("a"), "number", n("1")))
                        .updateExpression("SET author = :v")
                        .expressionAttributeValues(Map.of(":v", n("1")))),
                "Type mismatch for Index Key author");
        assertThat(byAuthor("ann").count()).isEqualTo(1);
    }

    private static Map<String, AttributeValue> with(Map<String, AttributeValue> book, AttributeValue author) {
        Map<String, AttributeValue> changed = new HashMap<>(book);
        changed.put("author", author);
        return changed;
    }

    @Test
    void a_write_is_paid_for_in_each_index_that_it_changes() {
        ConsumedCapacity created = cost(book(1, "ann", 2000));
        ConsumedCapacity same = cost(book(1, "ann", 2000));
        Map<String, AttributeValue> otherText = new HashMap<>(book(1, "ann", 2000));
        otherText.put("text", s("y".repeat(1_500)));
        ConsumedCapacity text = cost(otherText);
        ConsumedCapacity moved = cost(book(1, "ben", 2000));

        assertThat(created.capacityUnits()).isEqualTo(4);
        assertThat(created.table().capacityUnits()).isEqualTo(1);
        assertThat(units(created.globalSecondaryIndexes())).isEqualTo(Map.of("by-author", 1.0, "by-year", 1.0));
        assertThat(units(created.localSecondaryIndexes())).isEqualTo(Map.of("year-on-shelf", 1.0));
        assertThat(same.capacityUnits()).isEqualTo(1);
        assertThat(same.hasGlobalSecondaryIndexes()).isFalse();
        assertThat(text.table().capacityUnits()).isEqualTo(2);
        assertThat(units(text.globalSecondaryIndexes())).isEqualTo(Map.of("by-year", 2.0));
        assertThat(units(moved.globalSecondaryIndexes())).isEqualTo(Map.of("by-author", 2.0, "by-year", 2.0));
        assertThat(moved.hasLocalSecondaryIndexes()).isFalse();
    }

    private ConsumedCapacity cost(Map<String, AttributeValue> item) {
        return client.putItem(PutItemRequest.builder()
                        .tableName("books")
                        .item(item)
                        .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                        .build())
                .consumedCapacity();
    }

    private static Map<String, Double> units(Map<String, Capacity> arms) {
        Map<String, Double> units = new HashMap<>();
        arms.forEach((name, capacity) -> units.put(name, capacity.capacityUnits()));
        return units;
    }

    @Test
    void a_read_of_an_index_is_paid_for_by_the_size_of_its_entries() {
        Map<String, AttributeValue> large = new HashMap<>(book(1, "ann", 2000));
        large.put("text", s("y".repeat(10_000)));
        put(large);

        ConsumedCapacity small = query(
                        "by-author",
                        "author",
                        s("ann"),
                        query -> query.returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
                .consumedCapacity();
        ConsumedCapacity whole = query(
                        "by-year",
                        "year",
                        n("2000"),
                        query -> query.returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
                .consumedCapacity();

        assertThat(small.capacityUnits()).isEqualTo(0.5);
        assertThat(small.table().capacityUnits()).isZero();
        assertThat(units(small.globalSecondaryIndexes())).isEqualTo(Map.of("by-author", 0.5));
        assertThat(whole.capacityUnits()).isEqualTo(1.5);
        assertThat(whole.hasGlobalSecondaryIndexes()).isFalse();
    }

    @Test
    void writes_tell_of_item_collections_where_there_are_local_indexes() {
        client.createTable(Tables.locks());
        ItemCollectionMetrics put = client.putItem(request -> request.tableName("books")
                        .item(book(1, "ann", 2000))
                        .returnItemCollectionMetrics(ReturnItemCollectionMetrics.SIZE))
                .itemCollectionMetrics();
        Map<String, AttributeValue> key = Map.of("shelf", s("a"), "number", n("1"));
        ItemCollectionMetrics updated = client.updateItem(request -> request.tableName("books")
                        .key(key)
                        .returnItemCollectionMetrics(ReturnItemCollectionMetrics.SIZE))
                .itemCollectionMetrics();
        ItemCollectionMetrics deleted = client.deleteItem(request -> request.tableName("books")
                        .key(key)
                        .returnItemCollectionMetrics(ReturnItemCollectionMetrics.SIZE))
                .itemCollectionMetrics();

        assertThat(put.itemCollectionKey()).isEqualTo(Map.of("shelf", s("a")));
        assertThat(put.sizeEstimateRangeGB()).containsExactly(0.0, 1.0);
        assertThat(updated).isEqualTo(put);
        assertThat(deleted).isEqualTo(put);
        assertThat(client.putItem(request -> request.tableName("books").item(book(1, "ann", 2000)))
                        .itemCollectionMetrics())
                .isNull();
        assertThat(client.putItem(request -> request.tableName("locks")
                                .item(Map.of("pk", s("a")))
                                .returnItemCollectionMetrics(ReturnItemCollectionMetrics.SIZE))
                        .itemCollectionMetrics())
                .isNull();
    }

    @Test
    void an_index_that_is_added_later_has_the_items_that_fit_and_can_be_removed_again() {
        client.createTable(Tables.locks());
        Tables.put(client, "locks", Map.of("pk", s("1"), "team", s("red")));
        Tables.put(client, "locks", Map.of("pk", s("2"), "team", n("7")));
        Tables.put(client, "locks", Map.of("pk", s("3")));

        client.updateTable(update -> update.tableName("locks")
                .attributeDefinitions(
                        definition("pk", ScalarAttributeType.S), definition("team", ScalarAttributeType.S))
                .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                        .create(create -> create.indexName("by-team")
                                .keySchema(key("team", KeyType.HASH))
                                .projection(KEYS))
                        .build()));

        assertThat(client.scan(scan -> scan.tableName("locks").indexName("by-team"))
                        .items())
                .containsExactly(Map.of("pk", s("1"), "team", s("red")));
        client.updateItem(update -> update.tableName("locks")
                .key(Map.of("pk", s("2")))
                .updateExpression("SET x = :x")
                .expressionAttributeValues(Map.of(":x", s("what was there before the index stays"))));

        client.updateTable(update -> update.tableName("locks")
                .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                        .delete(delete -> delete.indexName("by-team"))
                        .build()));
        assertValidation(
                () -> client.scan(scan -> scan.tableName("locks").indexName("by-team")),
                "The table does not have the specified index");
    }

    @Test
    void indexes_are_described_with_their_number_of_entries() {
        put(book(1, "ann", 2000));
        put(Map.of("shelf", s("a"), "number", n("2"), "year", n("1990")));

        var table =
                client.describeTable(describe -> describe.tableName("books")).table();

        assertThat(table.globalSecondaryIndexes())
                .extracting(index -> index.indexName() + " " + index.itemCount() + " " + index.indexStatus())
                .containsExactly("by-author 1 ACTIVE", "by-year 2 ACTIVE");
        assertThat(table.globalSecondaryIndexes().get(0).projection()).isEqualTo(SOME);
        assertThat(table.globalSecondaryIndexes().get(1).projection()).isEqualTo(ALL);
        assertThat(table.globalSecondaryIndexes().get(0).indexArn()).endsWith(":table/books/index/by-author");
        assertThat(table.localSecondaryIndexes().get(0).projection()).isEqualTo(KEYS);
        assertThat(table.localSecondaryIndexes().get(0).itemCount()).isEqualTo(2);
        assertThat(table.localSecondaryIndexes().get(0).indexSizeBytes())
                .as("shelf, number and year of two items")
                .isEqualTo((5 + 1) + (6 + 2) + (4 + 2) + (5 + 1) + (6 + 2) + (4 + 3));
        assertThat(table.attributeDefinitions()).containsExactlyInAnyOrderElementsOf(books().attributeDefinitions());
    }
}
