package io.dynalatch.benchmarks;

import io.dynalatch.embedded.EmbeddedDynamoDb;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Compares the embedded engine with other implementations of DynamoDB: conditional updates per second, each thread on
 * an item of its own, in process, on a file, and over HTTP. In turns, so that all meet the same machine. Prints a table
 * in Markdown.
 *
 * <p>Usage: {@code EngineSpeed DIRECTORY NAME=ENDPOINT...}; the first endpoint is ours, the last one is what the ratios
 * are to.
 */
public final class EngineSpeed {
    private static final int ROUNDS = 5;
    private static final long ROUND_NANOS = 2_000_000_000L;

    private final List<Cell> cells = new ArrayList<>();

    private EngineSpeed() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Path directory = Files.createTempDirectory(Path.of(args[0]), "speed");
        Map<String, URI> servers = new LinkedHashMap<>();
        for (String arg : List.of(args).subList(1, args.length)) {
            String[] pair = arg.split("=", 2);
            servers.put(pair[0], URI.create(pair[1]));
        }
        EngineSpeed speed = new EngineSpeed();
        try (EmbeddedDynamoDb memory = EmbeddedDynamoDb.inMemory();
                EmbeddedDynamoDb file = EmbeddedDynamoDb.file(directory.resolve("speed.db"))) {
            speed.add("in process, memory", 1, () -> new SdkUpdates(memory.client()));
            speed.add("in process, memory", 8, () -> new SdkUpdates(memory.client()));
            speed.add("in process, SQLite file", 1, () -> new SdkUpdates(file.client()));
            speed.add("in process, SQLite file", 8, () -> new SdkUpdates(file.client()));
            createTable(memory.client());
            createTable(file.client());
            for (Map.Entry<String, URI> server : servers.entrySet()) {
                try (DynamoDbClient client = sdk(server.getValue())) {
                    createTable(client);
                }
                speed.add(server.getKey() + " over HTTP", 1, () -> new RawUpdates(server.getValue()));
                speed.add(server.getKey() + " over HTTP", 32, () -> new RawUpdates(server.getValue()));
                speed.add(
                        server.getKey() + " over HTTP, SDK for Java", 1, () -> new SdkUpdates(sdk(server.getValue())));
            }
            speed.run();
        }
    }

    private void add(String what, int threads, UpdatesFactory factory) {
        cells.add(new Cell(what, threads, factory, new ArrayList<>()));
    }

    private void run() throws Exception {
        for (int round = -1; round < ROUNDS; round++) { // the first one warms up
            for (Cell cell : cells) {
                double rate = rate(cell);
                System.err.printf(
                        Locale.ROOT, "round %d, %s, %d threads: %,.0f/s%n", round, cell.what, cell.threads, rate);
                if (round >= 0) {
                    cell.rates.add(rate);
                }
            }
        }
        String base = cells.get(cells.size() - 1).what.replaceFirst(" over HTTP.*", " over HTTP");
        System.out.println("| | threads | updates/s, median of " + ROUNDS + " | least | most | " + base + " = 1 |");
        System.out.println("|---|---|---|---|---|---|");
        for (Cell cell : cells) {
            // In process there are no connections to compare with; the goal names one.
            int threads = cell.what.contains("HTTP") ? cell.threads : 1;
            String compared = cell.what.contains("SDK") ? base + ", SDK for Java" : base;
            double to = cells.stream()
                    .filter(each -> each.what.equals(compared) && each.threads == threads)
                    .mapToDouble(Cell::median)
                    .findFirst()
                    .orElseThrow();
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %d | %,.0f | %,.0f | %,.0f | %.1f |%n",
                    cell.what,
                    cell.threads,
                    cell.median(),
                    cell.sorted().get(0),
                    cell.sorted().get(ROUNDS - 1),
                    cell.median() / to);
        }
    }

    private static double rate(Cell cell) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(cell.threads);
        try {
            List<Future<Long>> done = new ArrayList<>();
            long begun = System.nanoTime();
            for (int thread : IntStream.range(0, cell.threads).toArray()) {
                done.add(threads.submit(() -> updates(cell, "item-" + thread, begun + ROUND_NANOS)));
            }
            long updates = 0;
            for (Future<Long> each : done) {
                updates += each.get();
            }
            return updates * 1e9 / (System.nanoTime() - begun);
        } finally {
            threads.shutdownNow();
        }
    }

    private static long updates(Cell cell, String key, long end) throws Exception {
        try (Updates updates = cell.factory.open()) {
            updates.put(key);
            long version = 0;
            while (System.nanoTime() < end) {
                updates.update(key, version++);
            }
            return version;
        }
    }

    private static void createTable(DynamoDbClient client) {
        client.createTable(create -> create.tableName("speed")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(AttributeDefinition.builder()
                        .attributeName("pk")
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .keySchema(KeySchemaElement.builder()
                        .attributeName("pk")
                        .keyType(KeyType.HASH)
                        .build()));
        client.waiter().waitUntilTableExists(describe -> describe.tableName("speed"));
    }

    private static DynamoDbClient sdk(URI endpoint) {
        return DynamoDbClient.builder()
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
                .httpClientBuilder(Apache5HttpClient.builder())
                .build();
    }

    private record Cell(String what, int threads, UpdatesFactory factory, List<Double> rates) {
        List<Double> sorted() {
            return rates.stream().sorted().toList();
        }

        double median() {
            return sorted().get(ROUNDS / 2);
        }
    }

    private interface UpdatesFactory {
        Updates open() throws IOException;
    }

    /** One thread's way to a store; each update is conditioned on the version that the last one wrote. */
    private interface Updates extends AutoCloseable {
        void put(String key) throws IOException;

        void update(String key, long seen) throws IOException;

        @Override
        void close() throws IOException;
    }

    /** Builds each request anew, as a program does. */
    private record SdkUpdates(DynamoDbClient client) implements Updates {
        @Override
        public void put(String key) {
            client.putItem(put -> put.tableName("speed")
                    .item(Map.of("pk", AttributeValue.fromS(key), "version", AttributeValue.fromN("0"))));
        }

        @Override
        public void update(String key, long seen) {
            client.updateItem(update -> update.tableName("speed")
                    .key(Map.of("pk", AttributeValue.fromS(key)))
                    .updateExpression("SET #v = :next")
                    .conditionExpression("#v = :seen")
                    .expressionAttributeNames(Map.of("#v", "version"))
                    .expressionAttributeValues(Map.of(
                            ":seen",
                            AttributeValue.fromN(String.valueOf(seen)),
                            ":next",
                            AttributeValue.fromN(String.valueOf(seen + 1)))));
        }

        @Override
        public void close() {
            client.close();
        }
    }

    /** One connection without an SDK, whose own computing would hide the server's. */
    private static final class RawUpdates implements Updates {
        private final RawConnection connection;

        RawUpdates(URI endpoint) throws IOException {
            connection = new RawConnection(endpoint);
        }

        @Override
        public void put(String key) throws IOException {
            connection.call("PutItem", """
                    {"TableName":"speed","Item":{"pk":{"S":"%s"},"version":{"N":"0"}}}""".formatted(key));
        }

        @Override
        public void update(String key, long seen) throws IOException {
            connection.call("UpdateItem", """
                    {"TableName":"speed","Key":{"pk":{"S":"%s"}},"UpdateExpression":"SET #v = :next",\
                    "ConditionExpression":"#v = :seen","ExpressionAttributeNames":{"#v":"version"},\
                    "ExpressionAttributeValues":{":seen":{"N":"%d"},":next":{"N":"%d"}}}""".formatted(key, seen, seen + 1));
        }

        @Override
        public void close() throws IOException {
            connection.close();
        }
    }
}
