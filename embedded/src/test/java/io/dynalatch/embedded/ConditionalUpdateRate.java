package io.dynalatch.embedded;

import static io.dynalatch.embedded.Tables.n;
import static io.dynalatch.embedded.Tables.s;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Measures conditional updates per second in one thread, in memory and on a file. Run it by hand; nothing asserts on
 * it.
 *
 * <p>Each request is built anew, as a client does, and its condition compares with the value that was written last.
 */
final class ConditionalUpdateRate {
    private static final int ROUNDS = 5;

    private ConditionalUpdateRate() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createTempDirectory(Path.of(arguments.length > 0 ? arguments[0] : "/tmp"), "rate");
        try (EmbeddedDynamoDb memory = EmbeddedDynamoDb.inMemory();
                EmbeddedDynamoDb file = EmbeddedDynamoDb.file(directory.resolve("rate.db"))) {
            memory.client().createTable(Tables.locks());
            file.client().createTable(Tables.locks());
            for (int round = 0; round < ROUNDS; round++) {
                System.out.printf(Locale.ROOT, "memory %,.0f/s%n", rate(memory.client(), 200_000));
                System.out.printf(Locale.ROOT, "file %,.0f/s%n", rate(file.client(), 2_000));
            }
        }
    }

    private static double rate(DynamoDbClient client, int updates) {
        client.putItem(put -> put.tableName("locks").item(Map.of("pk", s("a"), "version", n("0"))));
        long begun = System.nanoTime();
        for (int i = 0; i < updates; i++) {
            client.updateItem(UpdateItemRequest.builder()
                    .tableName("locks")
                    .key(Map.of("pk", s("a")))
                    .updateExpression("SET #v = :next")
                    .conditionExpression("#v = :seen")
                    .expressionAttributeNames(Map.of("#v", "version"))
                    .expressionAttributeValues(Map.of(":seen", n(String.valueOf(i)), ":next", n(String.valueOf(i + 1))))
                    .build());
        }
        return updates * 1e9 / (System.nanoTime() - begun);
    }
}
