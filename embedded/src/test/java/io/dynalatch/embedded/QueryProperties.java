package io.dynalatch.embedded;

import static io.dynalatch.embedded.Tables.definition;
import static io.dynalatch.embedded.Tables.key;
import static io.dynalatch.embedded.Tables.n;
import static io.dynalatch.embedded.Tables.s;
import static org.assertj.core.api.Assertions.assertThat;

import io.dynalatch.embedded.expression.Values;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * A query, page by page, finds what a filter with the same text finds in all items, in the order of the sort key: in a
 * table and in an index, after random writes.
 */
class QueryProperties {
    private static final List<String> CONDITIONS = List.of(
            "KEY = :a",
            "KEY < :a",
            "KEY <= :a",
            "KEY > :a",
            ":a <= KEY",
            "KEY BETWEEN :a AND :b",
            "begins_with(KEY, :a)");

    @TempDir
    Path directory;

    private final long seed = Long.getLong("dynalatch.seed", 20261201L);
    private final Random random = new Random(seed);

    @Test
    void queries_of_memory_find_what_filters_find() {
        try (EmbeddedDynamoDb engine = EmbeddedDynamoDb.inMemory()) {
            for (int round = 0; round < 20; round++) {
                check(engine.client(), 150, 100);
            }
        }
    }

    @Test
    void queries_of_a_file_find_what_filters_find() {
        try (EmbeddedDynamoDb engine = EmbeddedDynamoDb.file(directory.resolve("store.db"))) {
            for (ScalarAttributeType type : List.of(ScalarAttributeType.S, ScalarAttributeType.N)) {
                check(engine.client(), type, 40, 60);
            }
        }
    }

    private void check(DynamoDbClient client, int writes, int queries) {
        List<ScalarAttributeType> types = List.of(ScalarAttributeType.S, ScalarAttributeType.N, ScalarAttributeType.B);
        check(client, types.get(random.nextInt(3)), writes, queries);
    }

    private void check(DynamoDbClient client, ScalarAttributeType type, int writes, int queries) {
        client.createTable(table(type));
        for (int i = 0; i < writes; i++) {
            write(client, type);
        }
        List<Map<String, AttributeValue>> all = client.scanPaginator(scan -> scan.tableName("things")).items().stream()
                .toList();
        for (int i = 0; i < queries; i++) {
            boolean index = random.nextBoolean();
            compare(client, type, index, CONDITIONS.get(random.nextInt(CONDITIONS.size())), all);
        }
        client.deleteTable(delete -> delete.tableName("things"));
    }

    private static CreateTableRequest table(ScalarAttributeType type) {
        return CreateTableRequest.builder()
                .tableName("things")
                .keySchema(key("p", KeyType.HASH), key("s", KeyType.RANGE))
                .attributeDefinitions(
                        definition("p", ScalarAttributeType.S),
                        definition("s", type),
                        definition("q", ScalarAttributeType.S),
                        definition("r", type))
                .globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                        .indexName("by-q")
                        .keySchema(key("q", KeyType.HASH), key("r", KeyType.RANGE))
                        .projection(what -> what.projectionType(ProjectionType.ALL))
                        .build())
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .build();
    }

    private void write(DynamoDbClient client, ScalarAttributeType type) {
        Map<String, AttributeValue> item = new HashMap<>();
        item.put("p", s("p" + random.nextInt(2)));
        item.put("s", value(type));
        if (random.nextInt(8) == 0) {
            client.deleteItem(delete -> delete.tableName("things").key(item));
            return;
        }
        if (random.nextInt(5) > 0) {
            item.put("q", s("q" + random.nextInt(2)));
        }
        if (random.nextInt(5) > 0) {
            item.put("r", value(type));
        }
        Tables.put(client, "things", item);
    }

    private AttributeValue value(ScalarAttributeType type) {
        return switch (type) {
            case N ->
                n(new String[] {"0", "1", "-1", "10", "1.5", "-1.5", "1e20", "-1e-20", "100", "-10"}
                        [random.nextInt(10)]);
            case B -> AttributeValue.fromB(SdkBytes.fromByteArray(bytes()));
            default -> s(text());
        };
    }

    private byte[] bytes() {
        byte[] bytes = new byte[1 + random.nextInt(3)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = new byte[] {0, 1, -2, -1}[random.nextInt(4)];
        }
        return bytes;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int length = 1 + random.nextInt(3); length > 0; length--) {
            text.append(new String[] {"a", "b", "\u0000", "\uffff", "\ud83d\ude00"}[random.nextInt(5)]);
        }
        return text.toString();
    }

    private void compare(
            DynamoDbClient client,
            ScalarAttributeType type,
            boolean index,
            String condition,
            List<Map<String, AttributeValue>> all) {
        String sort = index ? "r" : "s";
        AttributeValue one = value(type);
        AttributeValue two = value(type);
        boolean ordered = Values.compare(Values.normalise(one), Values.normalise(two)) <= 0;
        Map<String, AttributeValue> values = new HashMap<>();
        values.put(":p", s((index ? "q" : "p") + random.nextInt(2)));
        values.put(":a", ordered ? one : two);
        if (condition.contains(":b")) {
            values.put(":b", ordered ? two : one);
        }
        if (condition.startsWith("begins_with") && type == ScalarAttributeType.N) {
            return;
        }
        boolean forward = random.nextBoolean();
        String text = (index ? "q" : "p") + " = :p AND " + condition.replace("KEY", sort);

        List<Map<String, AttributeValue>> expected = expected(client, text, values, sort, forward);
        List<Map<String, AttributeValue>> found = queried(client, text, values, index, forward);

        assertThat(sorts(found, sort))
                .as("%s with %s, seed %d", text, values, seed)
                .isEqualTo(sorts(expected, sort));
        assertThat(found).as("%s with %s, seed %d", text, values, seed).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(all).containsAll(found);
    }

    private static List<Map<String, AttributeValue>> expected(
            DynamoDbClient client, String text, Map<String, AttributeValue> values, String sort, boolean forward) {
        Comparator<Map<String, AttributeValue>> order =
                (left, right) -> Values.compare(left.get(sort), right.get(sort));
        return client
                .scanPaginator(
                        scan -> scan.tableName("things").filterExpression(text).expressionAttributeValues(values))
                .items()
                .stream()
                .sorted(forward ? order : order.reversed())
                .toList();
    }

    private List<Map<String, AttributeValue>> queried(
            DynamoDbClient client, String text, Map<String, AttributeValue> values, boolean index, boolean forward) {
        QueryRequest request = QueryRequest.builder()
                .tableName("things")
                .indexName(index ? "by-q" : null)
                .keyConditionExpression(text)
                .expressionAttributeValues(values)
                .scanIndexForward(forward)
                .limit(1 + random.nextInt(5))
                .build();
        List<Map<String, AttributeValue>> found = new ArrayList<>();
        for (QueryResponse page : client.queryPaginator(request)) {
            found.addAll(page.items());
        }
        return found;
    }

    private static List<AttributeValue> sorts(List<Map<String, AttributeValue>> items, String sort) {
        return items.stream().map(item -> item.get(sort)).toList();
    }
}
