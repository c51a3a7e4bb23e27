package io.dynalatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dynalatch.cli.CommandProcess.Setup;
import io.dynalatch.embedded.EmbeddedDynamoDb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class LossTest {
    @TempDir
    Path directory;

    Setup setup;

    @BeforeEach
    void setUp() {
        setup = new Setup(directory);
    }

    /** Ignores TERM, and tells the time all along, so that a test sees when it was last alive. */
    private String stubborn(String seconds) {
        return "trap 'echo TERM' TERM; echo ready; while :; do date +%s%N >>beats; sleep " + seconds + "; done";
    }

    @Test
    void a_child_that_ignores_term_is_gone_before_another_can_hold() throws Exception {
        Duration lease = Duration.ofSeconds(3);
        CommandProcess holder = setup.start("run", "--lease", "3s", "a", "--", "sh", "-c", stubborn("0.02"));
        holder.awaitOutput("ready");

        Instant blocked;
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:sqlite:" + setup.home().resolve("locks.db"));
                Statement statement = connection.createStatement()) {
            CommandProcess.await(() -> begins(statement));
            blocked = Instant.now();
            holder.awaitErrors("killing");
            statement.execute("ROLLBACK");
        }

        assertThat(holder.code()).as(holder.errors()).isEqualTo(76);
        assertThat(holder.errors()).contains("sending TERM", "was lost while the command ran");
        assertThat(holder.output()).contains("TERM");
        // The last heartbeat that was confirmed was sent before; so this is before its lease ended.
        assertThat(lastBeat()).isBefore(blocked.plus(lease));
    }

    private static boolean begins(Statement statement) {
        try {
            statement.execute("BEGIN IMMEDIATE");
            return true;
        } catch (java.sql.SQLException busy) {
            return false;
        }
    }

    private Instant lastBeat() throws Exception {
        List<String> beats = Files.readAllLines(directory.resolve("beats"));
        long nanos = Long.parseLong(beats.get(beats.size() - 1));
        return Instant.ofEpochSecond(nanos / 1_000_000_000, nanos % 1_000_000_000);
    }

    @Test
    void a_lock_that_somebody_took_ends_the_child() throws Exception {
        CommandProcess holder = setup.start("run", "--lease", "1s", "a", "--", "sh", "-c", stubborn("0.02"));
        holder.awaitOutput("ready");

        tamper();

        assertThat(holder.code()).as(holder.errors()).isEqualTo(76);
        assertThat(holder.output()).contains("TERM");
        assertThat(holder.errors()).contains("sending TERM", "killing the command", "own exit code was 137");
    }

    @Test
    void on_loss_decides_what_the_child_gets() throws Exception {
        CommandProcess killed =
                setup.start("run", "--lease", "1s", "--on-loss", "kill", "a", "--", "sh", "-c", stubborn("0.02"));
        killed.awaitOutput("ready");
        tamper();
        assertThat(killed.code()).isEqualTo(76);
        assertThat(killed.output()).doesNotContain("TERM");

        String usr1 = "trap 'echo USR1; exit 9' USR1; echo ready; while :; do sleep 0.02; done";
        CommandProcess told =
                setup.start("run", "--lease", "1s", "--on-loss", "signal=USR1", "a", "--", "sh", "-c", usr1);
        told.awaitOutput("ready");
        tamper();
        assertThat(told.code()).isEqualTo(76);
        assertThat(told.output()).contains("USR1");

        String until = "echo ready; while [ ! -e go ]; do sleep 0.02; done; echo done";
        CommandProcess ignoring =
                setup.start("run", "--lease", "1s", "--on-loss", "ignore", "-v", "a", "--", "sh", "-c", until);
        ignoring.awaitOutput("ready");
        tamper();
        ignoring.awaitErrors("is lost");
        Files.createFile(directory.resolve("go"));
        assertThat(ignoring.code()).isEqualTo(76);
        assertThat(ignoring.output()).contains("done");
    }

    /** Takes the lock in the way that only somebody with access to the table can, and frees it for the next. */
    private void tamper() {
        try (EmbeddedDynamoDb engine = EmbeddedDynamoDb.file(setup.home().resolve("locks.db"))) {
            engine.client()
                    .deleteItem(request -> request.tableName("locks").key(Map.of("key", AttributeValue.fromS("a"))));
        }
    }
}
