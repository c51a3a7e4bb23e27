package io.dynalatch.embedded.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dynalatch.embedded.StorePathException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class StoreFileTest {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @TempDir
    Path directory;

    private static void openAndClose(Path path) {
        SqliteItems.open(path, PATIENCE).close();
    }

    /** Every file of the directory, with its bytes. */
    private Map<String, byte[]> everything() throws IOException {
        Map<String, byte[]> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(file.toString(), Files.readAllBytes(file));
            }
        }
        return contents;
    }

    private void assertRefused(Path path, String phrase) throws IOException {
        Map<String, byte[]> before = everything();

        assertThatThrownBy(() -> openAndClose(path))
                .isInstanceOfSatisfying(
                        StorePathException.class, e -> assertThat(e.path()).isEqualTo(path))
                .hasMessageContaining("'" + path + "'")
                .hasMessageContaining(phrase);

        Map<String, byte[]> after = everything();
        assertThat(after.keySet()).isEqualTo(before.keySet());
        after.forEach((file, bytes) -> assertThat(bytes).as(file).isEqualTo(before.get(file)));
    }

    private Path store() {
        Path path = directory.resolve("store.db");
        openAndClose(path);
        return path;
    }

    private static void execute(Path path, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + path);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Test
    void a_new_file_is_made_and_nothing_else_is_left() throws IOException {
        Path path = store();

        assertThat(everything()).containsOnlyKeys(path.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"with blank.db", "ünïcode-\u4e16.db", "percent%20.db", "hash#1.db", "question?mode=memory.db"})
    void a_file_may_have_any_name(String name) throws IOException {
        Path path = directory.resolve(name);

        openAndClose(path);
        openAndClose(path);

        assertThat(everything()).containsOnlyKeys(path.toString());
    }

    @Test
    void a_relative_path_and_a_symbolic_link_lead_to_the_file() throws IOException {
        Path path = store();
        Path link = Files.createSymbolicLink(directory.resolve("link.db"), path);
        try (ItemStore direct = SqliteItems.open(path, PATIENCE);
                ItemStore linked = SqliteItems.open(link, PATIENCE)) {
            direct.create(direct.nowNanos(), ItemStoreContract.wanted("locks", ItemStoreContract.BOTH));

            assertThat(linked.find(linked.nowNanos(), "locks")).isNotNull();
        }
    }

    @Test
    void many_that_start_at_once_get_one_file() throws Exception {
        Path path = directory.resolve("race.db");
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Boolean>> openers = new java.util.ArrayList<>();
            for (int i = 0; i < 8; i++) {
                String name = "table-" + i;
                openers.add(() -> {
                    try (ItemStore store = SqliteItems.open(path, PATIENCE)) {
                        return store.create(
                                        store.nowNanos(),
                                        ItemStoreContract.wanted(name, ItemStoreContract.PARTITION_ONLY))
                                != null;
                    }
                });
            }
            for (Future<Boolean> made : pool.invokeAll(openers)) {
                assertThat(made.get()).isTrue();
            }
        } finally {
            pool.shutdownNow();
        }
        try (ItemStore store = SqliteItems.open(path, PATIENCE)) {
            assertThat(store.names(store.nowNanos(), "", 100)).hasSize(8);
        }
        assertThat(everything()).containsOnlyKeys(path.toString());
    }

    @Test
    void a_directory_is_refused() throws IOException {
        assertRefused(directory, "found a directory");
    }

    @Test
    void a_missing_directory_is_refused_and_not_made() throws IOException {
        assertRefused(directory.resolve("missing/store.db"), "does not exist");
    }

    @Test
    void a_file_in_the_place_of_the_directory_is_refused() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "x");

        assertRefused(file.resolve("store.db"), "does not exist");
    }

    @Test
    void a_directory_that_takes_no_files_is_refused() throws IOException {
        assertRefused(Path.of("/proc/self/store.db"), "not writable");
    }

    @Test
    void something_that_is_no_regular_file_is_refused() throws IOException {
        assertRefused(Path.of("/dev/null"), "regular file");
    }

    @Test
    void an_empty_file_is_refused() throws IOException {
        assertRefused(Files.createFile(directory.resolve("empty.db")), "empty file");
    }

    @Test
    void another_kind_of_file_is_refused() throws IOException {
        Path text = Files.writeString(directory.resolve("notes.txt"), "remember the milk\n".repeat(500));

        assertRefused(text, "another kind of file");
    }

    @Test
    void a_short_text_is_refused() throws IOException {
        assertRefused(
                Files.writeString(directory.resolve("short.txt"), "hello", StandardCharsets.UTF_8), "another kind");
    }

    @Test
    void another_sqlite_database_is_refused() throws Exception {
        Path foreign = directory.resolve("foreign.db");
        execute(foreign, "create table notes(text)", "insert into notes values('keep me')");

        assertRefused(foreign, "another SQLite database");
    }

    @Test
    void a_foreign_database_with_a_write_ahead_log_is_refused() throws Exception {
        Path foreign = directory.resolve("foreign-wal.db");
        execute(
                foreign,
                "pragma journal_mode = wal",
                "create table notes(text)",
                "insert into notes values('keep me')");

        assertRefused(foreign, "another SQLite database");
    }

    @Test
    void a_newer_format_is_refused() throws Exception {
        Path path = store();
        execute(path, "pragma user_version = " + (StoreFile.FORMAT + 1));

        assertRefused(path, "newer version");
    }

    @Test
    void a_file_without_format_is_refused() throws Exception {
        Path path = store();
        execute(path, "pragma user_version = 0");

        assertRefused(path, "found 0");
    }

    @Test
    void a_file_that_was_cut_off_is_refused() throws IOException {
        Path path = store();
        byte[] whole = Files.readAllBytes(path);
        Files.write(path, Arrays.copyOf(whole, whole.length / 2));

        assertRefused(path, "damaged or cut off");
    }

    @Test
    void a_file_cut_off_inside_its_header_is_refused() throws IOException {
        Path path = store();
        Files.write(path, Arrays.copyOf(Files.readAllBytes(path), 60));

        assertRefused(path, "damaged or cut off");
    }

    @Test
    void a_file_with_an_overwritten_first_page_is_refused() throws IOException {
        Path path = store();
        byte[] bytes = Files.readAllBytes(path);
        Arrays.fill(bytes, 100, 4096, (byte) 0x5a);
        Files.write(path, bytes);

        assertRefused(path, "damaged");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "fuse.s3fs", "ceph", "lustre"})
    void network_file_systems_are_known(String type) {
        assertThat(StoreFile.network(type)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ext4",
                "xfs",
                "btrfs",
                "tmpfs",
                "overlay",
                "zfs",
                "apfs",
                "NTFS",
                "fuse.fuse-overlayfs",
                "fuseblk"
            })
    void local_file_systems_are_taken(String type) {
        assertThat(StoreFile.network(type)).isFalse();
    }
}
