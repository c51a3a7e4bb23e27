package io.dynalatch.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional.keyEqualTo;
import static software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional.sortGreaterThan;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Expression;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.extensions.annotations.DynamoDbVersionAttribute;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondaryPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondarySortKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;
import software.amazon.awssdk.enhanced.dynamodb.model.IgnoreNullsMode;
import software.amazon.awssdk.enhanced.dynamodb.model.PageIterable;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** The enhanced client's single-item operations, queries and indexes run on the engine unchanged. */
class EnhancedClientTest {
    private static final TableSchema<Article> SCHEMA = TableSchema.fromBean(Article.class);
    private static final Key KEY =
            Key.builder().partitionValue("fruit").sortValue(7).build();

    /** An article of a shop. */
    @DynamoDbBean
    public static class Article {
        private String kind;
        private Integer number;
        private String name;
        private Integer stock;
        private List<String> labels;
        private Instant changedAt;
        private Long version;

        @DynamoDbPartitionKey
        public String getKind() {
            return kind;
        }

        public void setKind(String kind) {
            this.kind = kind;
        }

        @DynamoDbSortKey
        public Integer getNumber() {
            return number;
        }

        public void setNumber(Integer number) {
            this.number = number;
        }

        @DynamoDbSecondaryPartitionKey(indexNames = "by-name")
        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }

        @DynamoDbSecondarySortKey(indexNames = {"by-name", "kind-by-stock"})
        public Integer getStock() {
            return stock;
        }

        public void setStock(Integer stock) {
            this.stock = stock;
        }

        public List<String> getLabels() {
            return labels;
        }

        public void setLabels(List<String> labels) {
            this.labels = labels;
        }

        public Instant getChangedAt() {
            return changedAt;
        }

        public void setChangedAt(Instant changedAt) {
            this.changedAt = changedAt;
        }

        @DynamoDbVersionAttribute
        public Long getVersion() {
            return version;
        }

        public void setVersion(Long version) {
            this.version = version;
        }
    }

    private final EmbeddedDynamoDb engine = EmbeddedDynamoDb.inMemory();
    private final DynamoDbTable<Article> table = DynamoDbEnhancedClient.builder()
            .dynamoDbClient(engine.client())
            .build()
            .table("articles", SCHEMA);

    @BeforeEach
    void make_the_table() {
        table.createTable();
    }

    private static Article bananas() {
        Article article = new Article();
        article.setKind("fruit");
        article.setNumber(7);
        article.setName("Bananas");
        article.setStock(10);
        article.setLabels(List.of("yellow", "bent"));
        article.setChangedAt(Instant.parse("2026-03-01T12:00:00Z"));
        return article;
    }

    @Test
    void the_table_is_there_and_can_be_deleted() {
        assertThat(table.describeTable().table().tableName()).isEqualTo("articles");

        table.deleteTable();

        assertThat(engine.client().listTables().tableNames()).isEmpty();
    }

    @Test
    void a_bean_comes_back_with_its_first_version() {
        table.putItem(bananas());

        assertThat(table.getItem(get -> get.key(KEY).consistentRead(true)))
                .usingRecursiveComparison()
                .ignoringFields("version")
                .isEqualTo(bananas());
        assertThat(table.getItem(KEY).getVersion()).isNotNull();
        assertThat(table.getItem(Key.builder().partitionValue("x").sortValue(1).build()))
                .isNull();
    }

    @Test
    void the_version_grows_and_a_stale_bean_is_refused() {
        table.putItem(bananas());
        Article mine = table.getItem(KEY);
        Article theirs = table.getItem(KEY);
        Long first = mine.getVersion();

        theirs.setStock(9);
        Article stored = table.updateItem(theirs);
        mine.setStock(8);

        assertThat(stored.getVersion()).isEqualTo(first + 1);
        assertThatThrownBy(() -> table.updateItem(mine)).isInstanceOf(ConditionalCheckFailedException.class);
        assertThatThrownBy(() -> table.putItem(mine)).isInstanceOf(ConditionalCheckFailedException.class);
        assertThat(table.getItem(KEY).getStock()).isEqualTo(9);
    }

    @Test
    void an_update_can_leave_nulls_alone() {
        table.putItem(bananas());
        Article change = new Article();
        change.setKind("fruit");
        change.setNumber(7);
        change.setStock(3);
        change.setVersion(table.getItem(KEY).getVersion());

        Article stored = table.updateItem(update -> update.item(change).ignoreNullsMode(IgnoreNullsMode.SCALAR_ONLY));

        assertThat(stored.getStock()).isEqualTo(3);
        assertThat(stored.getName()).isEqualTo("Bananas");
    }

    @Test
    void conditions_decide() {
        table.putItem(bananas());
        Expression soldOut = Expression.builder()
                .expression("#s = :none")
                .expressionNames(Map.of("#s", "stock"))
                .expressionValues(Map.of(":none", AttributeValue.fromN("0")))
                .build();

        assertThatThrownBy(() -> table.deleteItem(delete -> delete.key(KEY).conditionExpression(soldOut)))
                .isInstanceOf(ConditionalCheckFailedException.class);

        assertThat(table.deleteItem(KEY).getName()).isEqualTo("Bananas");
        assertThat(table.getItem(KEY)).isNull();
    }

    @Test
    void all_items_are_scanned() {
        for (int number = 0; number < 5; number++) {
            Article article = bananas();
            article.setNumber(number);
            table.putItem(article);
        }

        assertThat(table.scan(scan -> scan.limit(2)).items().stream().map(Article::getNumber))
                .containsExactlyInAnyOrder(0, 1, 2, 3, 4);
    }

    private void put(int number, String name, int stock) {
        Article article = bananas();
        article.setNumber(number);
        article.setName(name);
        article.setStock(stock);
        table.putItem(article);
    }

    private static List<Integer> numbers(PageIterable<Article> pages) {
        return pages.items().stream().map(Article::getNumber).toList();
    }

    @Test
    void partitions_are_queried_in_order_with_conditions_and_filters() {
        for (int number = 1; number <= 5; number++) {
            put(number, "n" + number, 10 - number);
        }
        Key two = Key.builder().partitionValue("fruit").sortValue(2).build();
        Expression scarce = Expression.builder()
                .expression("stock < :few")
                .putExpressionValue(":few", AttributeValue.fromN("7"))
                .build();

        assertThat(numbers(table.query(
                        keyEqualTo(Key.builder().partitionValue("fruit").build()))))
                .containsExactly(1, 2, 3, 4, 5);
        assertThat(numbers(PageIterable.create(table.query(query ->
                        query.queryConditional(sortGreaterThan(two)).limit(2).scanIndexForward(false)))))
                .containsExactly(5, 4, 3);
        assertThat(numbers(PageIterable.create(table.query(
                        query -> query.queryConditional(sortGreaterThan(two)).filterExpression(scarce)))))
                .containsExactly(4, 5);
        assertThat(table.scan(scan -> scan.filterExpression(scarce).attributesToProject("number"))
                        .items())
                .extracting(Article::getNumber, Article::getName)
                .containsExactlyInAnyOrder(tuple(4, null), tuple(5, null));
    }

    @Test
    void indexes_are_queried_and_scanned() {
        put(1, "apple", 5);
        put(2, "apple", 3);
        put(3, "pear", 4);
        put(4, null, 1);
        QueryConditional apples =
                keyEqualTo(Key.builder().partitionValue("apple").build());
        QueryConditional fruit =
                keyEqualTo(Key.builder().partitionValue("fruit").build());

        assertThat(numbers(PageIterable.create(table.index("by-name").query(apples))))
                .containsExactly(2, 1);
        assertThat(numbers(PageIterable.create(table.index("by-name").scan()))).containsExactlyInAnyOrder(1, 2, 3);
        assertThat(numbers(PageIterable.create(table.index("kind-by-stock")
                        .query(query -> query.queryConditional(fruit)
                                .consistentRead(true)
                                .limit(1)))))
                .containsExactly(4, 2, 3, 1);
    }

    @Test
    void the_asynchronous_enhanced_client_works_too() {
        var async = DynamoDbEnhancedAsyncClient.builder()
                .dynamoDbClient(engine.asyncClient())
                .build()
                .table("articles", SCHEMA);

        async.putItem(bananas()).join();
        Article stored = async.getItem(KEY).join();
        stored.setStock(1);

        assertThat(async.updateItem(stored).join().getStock()).isEqualTo(1);
        assertThat(async.deleteItem(KEY).join().getStock()).isEqualTo(1);
    }
}
