package io.dynalatch.embedded;

import static io.dynalatch.embedded.Tables.n;
import static io.dynalatch.embedded.Tables.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/** Several JVMs on one file, some of them stopped or killed. */
@Timeout(120)
class ProcessesTest {
    private static final int INCREMENTS = 150;
    private static final int ACKNOWLEDGED_BEFORE_KILL = 30;

    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("locks.db");
    }

    /** Counts an item up for ever, or so many times, and prints each value after it was acknowledged. */
    static final class Counter {
        public static void main(String[] arguments) {
            long times = Long.parseLong(arguments[1]);
            try (EmbeddedDynamoDb engine = EmbeddedDynamoDb.builder()
                    .file(Path.of(arguments[0]))
                    .busyTimeout(Duration.ofSeconds(60))
                    .build()) {
                for (long i = 0; i < times; i++) {
                    System.out.println(increment(engine.client()));
                }
            }
        }
    }

    /** Keeps the file's write lock, as a process does that is stopped in the middle of a write. */
    static final class Stopper {
        public static void main(String[] arguments) throws Exception {
            try (var connection = java.sql.DriverManager.getConnection("jdbc:sqlite:" + arguments[0]);
                    var statement = connection.createStatement()) {
                statement.execute("begin immediate");
                System.out.println("in transaction");
                System.in.read();
            }
        }
    }

    /** Adds 1 by read and conditional write until the condition holds. */
    private static String increment(DynamoDbClient client) {
        while (true) { // Ends: a refused turn means that another process has moved on, and their turns are counted.
            AttributeValue seen = Tables.get(client, "counter").get("value");
            String next = String.valueOf(seen == null ? 1 : Long.parseLong(seen.n()) + 1);
            try {
                client.updateItem(update -> update.tableName("locks")
                        .key(Map.of("pk", s("counter")))
                        .updateExpression("SET #v = :next")
                        .conditionExpression(seen == null ? "attribute_not_exists(#v)" : "#v = :seen")
                        .expressionAttributeNames(Map.of("#v", "value"))
                        .expressionAttributeValues(
                                seen == null ? Map.of(":next", n(next)) : Map.of(":next", n(next), ":seen", seen)));
                return next;
            } catch (ConditionalCheckFailedException e) {
                // Another process was quicker: read again.
            }
        }
    }

    private long counted() {
        try (EmbeddedDynamoDb engine = EmbeddedDynamoDb.file(file())) {
            return Long.parseLong(
                    Tables.get(engine.client(), "counter").get("value").n());
        }
    }

    private void makeTable() {
        try (EmbeddedDynamoDb engine = EmbeddedDynamoDb.file(file())) {
            engine.client().createTable(Tables.locks());
        }
    }

    @Test
    void nothing_that_was_acknowledged_is_lost_by_a_killed_process() throws Exception {
        makeTable();
        long acknowledged = 0;
        for (int kills = 0; kills < 3; kills++) {
            try (ChildJvm child = new ChildJvm(Counter.class, file().toString(), String.valueOf(Long.MAX_VALUE))) {
                for (int i = 0; i < ACKNOWLEDGED_BEFORE_KILL; i++) {
                    acknowledged = Long.parseLong(child.line());
                }
                child.kill();
                child.waitFor();
                acknowledged = last(child, acknowledged);
            }

            assertThat(counted()).isBetween(acknowledged, acknowledged + 1);
            acknowledged = counted();
        }
        assertThat(acknowledged).isGreaterThanOrEqualTo(3L * ACKNOWLEDGED_BEFORE_KILL);
    }

    /** What was still in the pipe when the child died was acknowledged too; a line cut off is a smaller number. */
    private static long last(ChildJvm child, long acknowledged) throws IOException {
        long last = acknowledged;
        for (String line = child.line(); line != null; line = child.line()) {
            last = Math.max(last, line.isEmpty() ? 0 : Long.parseLong(line));
        }
        return last;
    }

    @Test
    void conditional_increments_of_two_processes_lose_nothing() throws Exception {
        makeTable();
        try (ChildJvm one = new ChildJvm(Counter.class, file().toString(), String.valueOf(INCREMENTS));
                ChildJvm two = new ChildJvm(Counter.class, file().toString(), String.valueOf(INCREMENTS))) {
            assertThat(one.waitFor()).isZero();
            assertThat(two.waitFor()).isZero();
        }

        assertThat(counted()).isEqualTo(2L * INCREMENTS);
    }

    @Test
    void a_process_stopped_inside_a_write_blocks_others_only_up_to_the_bound() throws Exception {
        makeTable();
        try (ChildJvm stopped = new ChildJvm(Stopper.class, file().toString());
                EmbeddedDynamoDb engine = EmbeddedDynamoDb.builder()
                        .file(file())
                        .busyTimeout(Duration.ofMillis(300))
                        .build()) {
            assertThat(stopped.line()).isEqualTo("in transaction");
            stopped.signal("STOP");
            long begun = System.nanoTime();

            InternalServerErrorException error = SdkErrors.assertError(
                    () -> increment(engine.client()), InternalServerErrorException.class, "InternalServerError", 500);

            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .isBetween(Duration.ofMillis(250), Duration.ofSeconds(5));
            assertThat(error.awsErrorDetails().errorMessage())
                    .contains(file().toString(), "another process", "nothing was changed");
            assertThat(Tables.get(engine.client(), "counter")).as("reads go on").isEmpty();

            stopped.kill();
            stopped.waitFor();
            assertThat(increment(engine.client())).isEqualTo("1");
        }
    }

    @Test
    void a_table_that_another_process_deleted_is_not_found() {
        makeTable();
        try (EmbeddedDynamoDb mine = EmbeddedDynamoDb.file(file());
                EmbeddedDynamoDb theirs = EmbeddedDynamoDb.file(file())) {
            increment(mine.client());
            theirs.client().deleteTable(delete -> delete.tableName("locks"));

            SdkErrors.assertError(
                    () -> increment(mine.client()),
                    software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException.class,
                    "ResourceNotFoundException",
                    400);

            theirs.client().createTable(Tables.locks());
            assertThat(increment(mine.client())).isEqualTo("1");
        }
    }

    @Test
    void calls_that_queue_for_a_blocked_file_fail_together() throws Exception {
        makeTable();
        try (ChildJvm blocker = new ChildJvm(Stopper.class, file().toString());
                EmbeddedDynamoDb engine = EmbeddedDynamoDb.builder()
                        .file(file())
                        .busyTimeout(Duration.ofMillis(500))
                        .build()) {
            assertThat(blocker.line()).isEqualTo("in transaction");
            long begun = System.nanoTime();
            var calls = java.util.stream.IntStream.range(0, 20)
                    .mapToObj(i -> engine.asyncClient()
                            .updateItem(update -> update.tableName("locks")
                                    .key(Map.of("pk", s("k" + i)))
                                    .returnValues(ReturnValue.ALL_NEW)))
                    .toList();

            for (var call : calls) {
                assertThat(call.handle((answer, failure) -> failure).get(60, TimeUnit.SECONDS))
                        .isInstanceOf(InternalServerErrorException.class);
            }

            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
            blocker.kill();
            blocker.waitFor();
        }
    }
}
