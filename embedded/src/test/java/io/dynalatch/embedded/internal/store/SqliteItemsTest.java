package io.dynalatch.embedded.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.exception.AbortedException;

class SqliteItemsTest extends ItemStoreContract {
    private static final Duration PATIENCE = Duration.ofMillis(600);

    @TempDir
    Path directory;

    @Override
    ItemStore open() {
        return SqliteItems.open(file(), PATIENCE);
    }

    private Path file() {
        return directory.resolve("locks.db");
    }

    private Connection raw() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file());
    }

    @Test
    void what_was_written_is_there_after_the_file_was_opened_again() {
        Table table = table();
        put(table, "a", item("a", 7));
        store.close();

        store = open();

        assertThat(store.find(store.nowNanos(), "locks")).isEqualTo(table);
        assertThat(store.get(store.nowNanos(), table, key("a"))).isEqualTo(item("a", 7));
    }

    @Test
    void two_stores_on_one_file_see_each_others_writes() {
        Table table = table();
        try (ItemStore second = open()) {
            assertThat(increment(table, "a")).isEqualTo(1);
            ItemStore first = store;
            store = second;
            assertThat(increment(table, "a")).isEqualTo(2);
            store = first;
            assertThat(increment(table, "a")).isEqualTo(3);
        }
    }

    @Test
    void a_table_that_another_store_deleted_is_gone() {
        Table table = table();
        try (ItemStore second = open()) {
            assertThat(second.drop(second.nowNanos(), table)).isTrue();
        }

        assertThatThrownBy(() -> increment(table, "a")).isInstanceOf(TableGoneException.class);
        assertThat(store.find(store.nowNanos(), "locks")).isNull();
    }

    @Test
    void a_writer_that_keeps_the_file_blocks_others_only_up_to_the_bound() throws SQLException {
        Table table = table();
        put(table, "a", item("a", 1));
        try (Connection other = raw();
                Statement statement = other.createStatement()) {
            statement.execute("begin immediate");

            assertThatThrownBy(() -> increment(table, "a"))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(file().toString())
                    .hasMessageContaining("600 ms")
                    .hasMessageContaining("another process");
            assertThat(store.get(store.nowNanos(), table, key("a"))).isEqualTo(item("a", 1));

            statement.execute("rollback");
        }
        assertThat(increment(table, "a")).isEqualTo(2);
    }

    @Test
    void requests_that_queue_behind_a_blocked_one_share_its_bound() throws Exception {
        Table table = table();
        int queued = 8;
        ExecutorService pool = Executors.newFixedThreadPool(queued);
        try (Connection other = raw();
                Statement statement = other.createStatement()) {
            statement.execute("begin immediate");
            long begun = System.nanoTime();
            List<Future<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < queued; i++) {
                answers.add(pool.submit(() -> increment(table, "a")));
            }

            for (Future<Integer> answer : answers) {
                assertThatThrownBy(() -> answer.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(StoreException.class);
            }

            assertThat(System.nanoTime() - begun)
                    .isLessThan(PATIENCE.multipliedBy(queued / 2).toNanos());
            statement.execute("rollback");
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void a_request_that_arrived_too_long_ago_does_not_wait_at_all() throws SQLException {
        Table table = table();
        try (Connection other = raw();
                Statement statement = other.createStatement()) {
            statement.execute("begin immediate");
            long arrived = store.nowNanos() - PATIENCE.toNanos() * 2;
            long begun = System.nanoTime();

            assertThatThrownBy(() -> store.change(arrived, table, key("a"), Change.Decision::keep))
                    .isInstanceOf(StoreException.class);

            assertThat(System.nanoTime() - begun).isLessThan(PATIENCE.toNanos());
            statement.execute("rollback");
        }
    }

    @Test
    void an_interrupted_wait_ends_and_keeps_the_interrupt() throws Exception {
        Table table = table();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (Connection other = raw();
                Statement statement = other.createStatement()) {
            statement.execute("begin immediate");
            Future<?> blocked = pool.submit(() -> increment(table, "a"));
            Thread.currentThread().interrupt();
            try {
                assertThatThrownBy(() -> {
                            while (!blocked.isDone()) {
                                increment(table, "a");
                            }
                        })
                        .isInstanceOfAny(AbortedException.class, StoreException.class);
                assertThat(Thread.interrupted()).isTrue();
            } finally {
                Thread.interrupted();
            }
            statement.execute("rollback");
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void a_damaged_item_is_told_and_the_others_are_served() throws SQLException {
        Table table = table();
        put(table, "a", item("a", 1));
        put(table, "b", item("b", 2));
        try (Connection other = raw();
                Statement statement = other.createStatement()) {
            statement.executeUpdate("update items set item = x'7fffffff00' where partition_key = cast('a' as blob)");
        }

        assertThatThrownBy(() -> store.get(store.nowNanos(), table, key("a")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("damaged")
                .hasMessageContaining("'locks'");
        assertThat(store.get(store.nowNanos(), table, key("b"))).isEqualTo(item("b", 2));
    }

    @Test
    void the_file_is_written_ahead_and_synchronised_with_every_commit() throws SQLException {
        try (Connection other = raw();
                Statement statement = other.createStatement()) {
            assertThat(statement.executeQuery("pragma journal_mode").getString(1))
                    .isEqualTo("wal");
        }
        assertThat(((SqliteItems) store).pragma("synchronous")).isEqualTo(2);
    }
}
