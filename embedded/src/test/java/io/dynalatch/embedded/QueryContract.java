package io.dynalatch.embedded;

import static io.dynalatch.embedded.SdkErrors.assertError;
import static io.dynalatch.embedded.SdkErrors.assertValidation;
import static io.dynalatch.embedded.Tables.n;
import static io.dynalatch.embedded.Tables.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Query and Scan of tables, the same on every store. */
@Timeout(60)
abstract class QueryContract {
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
        client.createTable(Tables.orders(ScalarAttributeType.N));
        for (int number : List.of(-10, -9, 0, 2, 10, 100)) {
            put("a", number);
        }
        put("b", 1);
    }

    @AfterEach
    void close_the_engine() {
        engine.close();
    }

    private void put(String pk, int number) {
        Tables.put(
                client,
                "orders",
                Map.of(
                        "pk",
                        s(pk),
                        "sk",
                        n(Integer.toString(number)),
                        "even",
                        AttributeValue.fromBool(number % 2 == 0)));
    }

    private QueryResponse query(Consumer<QueryRequest.Builder> more) {
        return client.query(
                QueryRequest.builder().tableName("orders").applyMutation(more).build());
    }

    private List<String> found(String condition, Map<String, AttributeValue> values) {
        return numbers(query(query -> query.keyConditionExpression(condition).expressionAttributeValues(values)));
    }

    private static List<String> numbers(QueryResponse answer) {
        return answer.items().stream().map(item -> item.get("sk").n()).toList();
    }

    private static Consumer<QueryRequest.Builder> ofA() {
        return query -> query.keyConditionExpression("pk = :p").expressionAttributeValues(Map.of(":p", s("a")));
    }

    @Test
    void a_query_answers_a_partition_in_the_order_of_its_sort_key() {
        assertThat(numbers(query(ofA()))).containsExactly("-10", "-9", "0", "2", "10", "100");
        assertThat(numbers(query(ofA().andThen(query -> query.scanIndexForward(false)))))
                .containsExactly("100", "10", "2", "0", "-9", "-10");
        assertThat(numbers(query(ofA().andThen(query -> query.scanIndexForward(true)))))
                .hasSize(6);
        assertThat(found("pk = :p", Map.of(":p", s("none")))).isEmpty();
    }

    @Test
    void a_sort_key_condition_selects_a_range() {
        Map<String, AttributeValue> values = Map.of(":p", s("a"), ":v", n("2.0"));

        assertThat(found("pk = :p AND sk = :v", values)).containsExactly("2");
        assertThat(found("pk = :p AND sk < :v", values)).containsExactly("-10", "-9", "0");
        assertThat(found("pk = :p AND sk <= :v", values)).containsExactly("-10", "-9", "0", "2");
        assertThat(found("pk = :p AND sk > :v", values)).containsExactly("10", "100");
        assertThat(found("pk = :p AND sk >= :v", values)).containsExactly("2", "10", "100");
        assertThat(found(
                        "pk = :p AND sk BETWEEN :low AND :high",
                        Map.of(":p", s("a"), ":low", n("-9"), ":high", n("10"))))
                .containsExactly("-9", "0", "2", "10");
    }

    @Test
    void a_key_condition_may_have_its_value_on_the_left_and_its_parts_in_any_order_and_in_parentheses() {
        Map<String, AttributeValue> values = Map.of(":p", s("a"), ":v", n("2"));

        assertThat(found(":v < sk AND :p = pk", values)).containsExactly("10", "100");
        assertThat(found(":v <= sk and pk = :p", values)).containsExactly("2", "10", "100");
        assertThat(found(":v > sk AND pk = :p", values)).containsExactly("-10", "-9", "0");
        assertThat(found("(pk = :p) AND (:v >= sk)", values)).containsExactly("-10", "-9", "0", "2");
        assertThat(found("(pk = :p AND sk = :v)", values)).containsExactly("2");
    }

    @Test
    void a_prefix_selects_strings_and_binaries() {
        client.createTable(Tables.orders(ScalarAttributeType.S).toBuilder()
                .tableName("texts")
                .build());
        client.createTable(Tables.orders(ScalarAttributeType.B).toBuilder()
                .tableName("bytes")
                .build());
        List<String> texts = List.of("x", "xa", "xa\uffff", "xa\ud83d\ude00", "xb");
        texts.forEach(text -> Tables.put(client, "texts", Map.of("pk", s("a"), "sk", s(text))));
        for (byte[] bytes : List.of(new byte[] {-2, -1}, new byte[] {-1}, new byte[] {-1, -1}, new byte[] {-1, 0})) {
            Tables.put(client, "bytes", Map.of("pk", s("a"), "sk", binary(bytes)));
        }

        assertThat(beginsWith("texts", s("xa")).items().stream()
                        .map(item -> item.get("sk").s()))
                .as("in the order of UTF-8, where an emoji comes after every character of the basic plane")
                .containsExactly("xa", "xa\uffff", "xa\ud83d\ude00");
        assertThat(beginsWith("bytes", binary(new byte[] {-1})).items().stream().map(item -> item.get("sk")))
                .containsExactly(binary(new byte[] {-1}), binary(new byte[] {-1, 0}), binary(new byte[] {-1, -1}));
    }

    private static AttributeValue binary(byte[] bytes) {
        return AttributeValue.fromB(SdkBytes.fromByteArray(bytes));
    }

    private QueryResponse beginsWith(String table, AttributeValue prefix) {
        return client.query(query -> query.tableName(table)
                .keyConditionExpression("pk = :p AND begins_with(sk, :v)")
                .expressionAttributeValues(Map.of(":p", s("a"), ":v", prefix)));
    }

    @Test
    void a_query_goes_on_where_the_last_page_ended_in_both_directions() {
        for (boolean forward : List.of(true, false)) {
            List<String> walked = new ArrayList<>();
            Map<String, AttributeValue> start = null;
            int pages = 0;
            do {
                Map<String, AttributeValue> from = start;
                QueryResponse page = query(ofA().andThen(query ->
                        query.limit(2).scanIndexForward(forward).exclusiveStartKey(from)));
                walked.addAll(numbers(page));
                start = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
                pages++;
            } while (start != null);

            assertThat(walked).isEqualTo(numbers(query(ofA().andThen(query -> query.scanIndexForward(forward)))));
            assertThat(pages)
                    .as("the page that the limit ended says that more may come")
                    .isEqualTo(4);
        }
    }

    @Test
    void a_page_may_start_at_a_key_that_is_not_there_but_not_outside_of_the_range() {
        Consumer<QueryRequest.Builder> positive = query -> query.keyConditionExpression("pk = :p AND sk > :z")
                .expressionAttributeValues(Map.of(":p", s("a"), ":z", n("0")));

        assertThat(numbers(
                        query(positive.andThen(query -> query.exclusiveStartKey(Map.of("pk", s("a"), "sk", n("5")))))))
                .containsExactly("10", "100");
        for (Map<String, AttributeValue> outside :
                List.of(Map.of("pk", s("b"), "sk", n("5")), Map.of("pk", s("a"), "sk", n("0")))) {
            assertValidation(
                    () -> query(positive.andThen(query -> query.exclusiveStartKey(outside))),
                    "The provided starting key is outside query boundaries");
        }
        assertValidation(
                () -> query(positive.andThen(query -> query.exclusiveStartKey(Map.of("pk", s("a"))))),
                "The provided starting key is invalid");
        assertValidation(
                () -> query(positive.andThen(query -> query.exclusiveStartKey(Map.of("pk", s("a"), "sk", s("5"))))),
                "The provided starting key is invalid");
    }

    @Test
    void a_filter_works_after_the_limit_and_counts_both() {
        QueryResponse page = query(query -> query.keyConditionExpression("pk = :p")
                .filterExpression("even = :no")
                .limit(2)
                .expressionAttributeValues(Map.of(":p", s("a"), ":no", AttributeValue.fromBool(false))));
        QueryResponse empty = query(query -> query.keyConditionExpression("pk = :p")
                .filterExpression("attribute_exists(nothing)")
                .limit(3)
                .expressionAttributeValues(Map.of(":p", s("a"))));

        assertThat(numbers(page)).containsExactly("-9");
        assertThat(page.count()).isEqualTo(1);
        assertThat(page.scannedCount()).isEqualTo(2);
        assertThat(empty.items()).isEmpty();
        assertThat(empty.hasLastEvaluatedKey()).isTrue();
        assertThat(empty.scannedCount()).isEqualTo(3);
    }

    @Test
    void a_query_shows_what_was_selected() {
        Consumer<QueryRequest.Builder> projection =
                ofA().andThen(query -> query.projectionExpression("even").limit(1));

        assertThat(query(projection).items()).containsExactly(Map.of("even", AttributeValue.fromBool(true)));
        assertThat(query(projection.andThen(query -> query.select(Select.SPECIFIC_ATTRIBUTES)))
                        .count())
                .isEqualTo(1);
        QueryResponse counted = query(ofA().andThen(query -> query.select(Select.COUNT)));
        assertThat(counted.count()).isEqualTo(6);
        assertThat(counted.hasItems()).isFalse();
        assertThat(query(ofA().andThen(query -> query.select(Select.ALL_ATTRIBUTES)))
                        .items()
                        .get(0))
                .containsOnlyKeys("pk", "sk", "even");
        assertValidation(
                () -> query(ofA().andThen(query -> query.select(Select.SPECIFIC_ATTRIBUTES))),
                "when choosing to get SPECIFIC_ATTRIBUTES");
        assertValidation(() -> query(projection.andThen(query -> query.select(Select.COUNT))), "only the Count");
        assertValidation(
                () -> query(projection.andThen(query -> query.select(Select.ALL_ATTRIBUTES))),
                "when choosing to get ALL_ATTRIBUTES");
        assertValidation(
                () -> query(ofA().andThen(query -> query.select(Select.ALL_PROJECTED_ATTRIBUTES))),
                "only when Querying using an IndexName");
        assertValidation(() -> query(ofA().andThen(query -> query.select("SOME"))), "Select");
    }

    @Test
    void key_conditions_that_do_not_fit_the_key_are_refused() {
        Map<String, AttributeValue> values = Map.of(":p", s("a"), ":v", n("2"));
        assertValidation(() -> found("sk = :v", Map.of(":v", n("2"))), "Query condition missed key schema element: pk");
        assertValidation(() -> found("pk = :p AND even = :v", values), "Query condition missed key schema element: sk");
        assertValidation(() -> found("pk > :p", Map.of(":p", s("a"))), "Query key condition not supported");
        assertValidation(
                () -> found("pk = :v", Map.of(":v", n("2"))), "Condition parameter type does not match schema type");
        assertValidation(
                () -> found("pk = :p AND sk = :v", Map.of(":p", s("a"), ":v", s("2"))),
                "Condition parameter type does not match schema type");
        assertValidation(() -> found("pk = :p", Map.of(":p", s(""))), "empty string value. Key: pk");
        assertValidation(() -> found("pk = :p", Map.of(":p", s("x".repeat(2_049)))), "Size of hashkey has exceeded");
        assertValidation(() -> query(query -> {}), "KeyConditionExpression parameter must be specified");
        client.createTable(Tables.locks());
        assertValidation(
                () -> client.query(query -> query.tableName("locks")
                        .keyConditionExpression("pk = :p AND sk = :v")
                        .expressionAttributeValues(values)),
                "Query key condition not supported");
    }

    @Test
    void a_filter_of_a_query_may_not_name_a_key_but_that_of_a_scan_may() {
        Map<String, AttributeValue> values = Map.of(":p", s("a"), ":v", n("2"));

        assertValidation(
                () -> query(query -> query.keyConditionExpression("pk = :p")
                        .filterExpression("attribute_exists(even) OR NOT (#k = :v)")
                        .expressionAttributeNames(Map.of("#k", "sk"))
                        .expressionAttributeValues(values)),
                "Filter Expression can only contain non-primary key attributes: Primary key attribute: sk");

        assertThat(client.scan(scan -> scan.tableName("orders")
                                .filterExpression("pk = :p AND sk > :v")
                                .expressionAttributeValues(values))
                        .count())
                .isEqualTo(2);
    }

    @Test
    void placeholders_of_all_expressions_together_must_be_used() {
        assertValidation(
                () -> query(ofA().andThen(query -> query.expressionAttributeNames(Map.of("#x", "x")))),
                "unused in expressions");
        assertValidation(
                () -> client.scan(scan -> scan.tableName("orders").expressionAttributeNames(Map.of("#x", "x"))),
                "can only be specified when using expressions");
        assertThat(query(query -> query.keyConditionExpression("#p = :p")
                                .filterExpression("#e = :yes")
                                .projectionExpression("#s")
                                .expressionAttributeNames(Map.of("#p", "pk", "#e", "even", "#s", "sk"))
                                .expressionAttributeValues(Map.of(":p", s("a"), ":yes", AttributeValue.fromBool(true))))
                        .items())
                .hasSize(5)
                .allSatisfy(item -> assertThat(item).containsOnlyKeys("sk"));
    }

    @Test
    void a_missing_table_is_told() {
        assertError(
                () -> query(ofA().andThen(query -> query.tableName("nope"))),
                ResourceNotFoundException.class,
                "ResourceNotFoundException",
                400);
    }

    @Test
    void a_table_may_be_named_by_its_arn() {
        String arn = client.describeTable(describe -> describe.tableName("orders"))
                .table()
                .tableArn();

        assertThat(query(ofA().andThen(query -> query.tableName(arn))).count()).isEqualTo(6);
        assertThat(client.scan(scan -> scan.tableName(arn)).count()).isEqualTo(7);
    }

    @Test
    void a_page_is_paid_for_what_was_read_before_the_filter_and_rounded_once() {
        client.createTable(Tables.locks());
        for (int i = 0; i < 3; i++) {
            Tables.put(client, "orders", Map.of("pk", s("big"), "sk", n("" + i), "x", s("y".repeat(3_000))));
        }
        Consumer<QueryRequest.Builder> big = query -> query.keyConditionExpression("pk = :p")
                .filterExpression("attribute_not_exists(x)")
                .expressionAttributeValues(Map.of(":p", s("big")))
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES);

        QueryResponse eventual = query(big);
        QueryResponse consistent = query(big.andThen(query -> query.consistentRead(true)));
        ScanResponse nothing =
                client.scan(scan -> scan.tableName("locks").returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));

        assertThat(eventual.items()).isEmpty();
        assertThat(eventual.consumedCapacity().capacityUnits()).isEqualTo(1.5);
        assertThat(eventual.consumedCapacity().table().capacityUnits()).isEqualTo(1.5);
        assertThat(consistent.consumedCapacity().capacityUnits()).isEqualTo(3);
        assertThat(nothing.consumedCapacity().capacityUnits()).isEqualTo(0.5);
    }

    @Test
    void a_queried_page_ends_with_the_item_that_crosses_a_megabyte() {
        for (int i = 0; i < 4; i++) {
            Tables.put(client, "orders", Map.of("pk", s("big"), "sk", n("" + i), "x", s("y".repeat(400_000))));
        }
        Consumer<QueryRequest.Builder> big =
                query -> query.keyConditionExpression("pk = :p").expressionAttributeValues(Map.of(":p", s("big")));

        QueryResponse page = query(big.andThen(query -> query.select(Select.COUNT)));

        assertThat(page.count()).isEqualTo(3);
        assertThat(page.lastEvaluatedKey()).isEqualTo(Map.of("pk", s("big"), "sk", n("2")));
        assertThat(numbers(query(big.andThen(query -> query.exclusiveStartKey(page.lastEvaluatedKey())))))
                .containsExactly("3");
    }

    @Test
    void segments_of_a_scan_share_the_table_out() {
        for (int i = 0; i < 20; i++) {
            put("p" + i, i);
        }

        List<Map<String, AttributeValue>> found = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int segment = i;
            List<Map<String, AttributeValue>> part = client
                    .scanPaginator(scan -> scan.tableName("orders")
                            .segment(segment)
                            .totalSegments(3)
                            .limit(2))
                    .items()
                    .stream()
                    .toList();
            assertThat(part).isNotEmpty();
            found.addAll(part);
        }

        assertThat(found).hasSize(27).doesNotHaveDuplicates();
    }

    @Test
    void segments_are_checked() {
        assertValidation(
                () -> client.scan(scan -> scan.tableName("orders").segment(0)), "TotalSegments parameter is required");
        assertValidation(
                () -> client.scan(scan -> scan.tableName("orders").totalSegments(2)), "Segment parameter is required");
        assertValidation(
                () -> client.scan(scan -> scan.tableName("orders").segment(2).totalSegments(2)),
                "Segment: 2 is not less than TotalSegments: 2");
        assertValidation(
                () -> client.scan(scan -> scan.tableName("orders").segment(-1).totalSegments(2)), "Segment");
        assertValidation(
                () -> client.scan(scan -> scan.tableName("orders").segment(0).totalSegments(1_000_001)),
                "TotalSegments");
        Map<String, AttributeValue> start = Map.of("pk", s("a"), "sk", n("0"));
        List<Runnable> both = List.of(
                () -> client.scan(scan ->
                        scan.tableName("orders").segment(0).totalSegments(2).exclusiveStartKey(start)),
                () -> client.scan(scan ->
                        scan.tableName("orders").segment(1).totalSegments(2).exclusiveStartKey(start)));
        assertThat(both.stream().filter(QueryContract::refusesTheStart)).hasSize(1);
    }

    private static boolean refusesTheStart(Runnable scan) {
        try {
            scan.run();
            return false;
        } catch (DynamoDbException e) {
            return e.awsErrorDetails().errorMessage().contains("ExclusiveStartKey with correct Segment");
        }
    }

    @Test
    void a_scan_filters_and_projects() {
        ScanResponse page = client.scan(scan -> scan.tableName("orders")
                .filterExpression("even = :no")
                .projectionExpression("sk")
                .expressionAttributeValues(Map.of(":no", AttributeValue.fromBool(false))));

        assertThat(page.items()).containsExactlyInAnyOrder(Map.of("sk", n("-9")), Map.of("sk", n("1")));
        assertThat(page.count()).isEqualTo(2);
        assertThat(page.scannedCount()).isEqualTo(7);
    }
}
