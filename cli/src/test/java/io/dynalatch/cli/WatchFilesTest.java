package io.dynalatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dynalatch.LockName;
import io.dynalatch.Watch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchFilesTest {
    private static final LockName NAME = LockName.of("a/b c\nä");
    private static final StoreChoice STORE = new StoreChoice.Embedded(Path.of("/somewhere"));

    @TempDir
    Path directory;

    Path proc;

    @BeforeEach
    void setUp() throws IOException {
        proc = directory.resolve("proc");
        Files.createDirectories(proc.resolve("sys/kernel/random"));
        Files.createDirectories(proc.resolve("self/ns"));
        Files.createSymbolicLink(proc.resolve("self/ns/time"), Path.of("time:[1]"));
        // A name with spaces and a parenthesis, and a start 5 s after boot.
        Files.writeString(proc.resolve("self/stat"), "7 (a b) c) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 500 0 0\n");
        Files.writeString(proc.resolve("sys/kernel/random/boot_id"), "boot-1\n");
        uptime("100.00");
    }

    private void uptime(String seconds) throws IOException {
        Files.writeString(proc.resolve("uptime"), seconds + " 42.42\n");
    }

    private WatchFiles files() {
        return new WatchFiles(directory, BootClock.of(proc).orElseThrow(), STORE);
    }

    private static Watch watch(Duration watched) {
        return new Watch(NAME, "version 1", Duration.ofSeconds(30), watched);
    }

    @Test
    void a_watch_goes_on_while_nobody_runs_and_only_gets_shorter_by_rounding() throws Exception {
        files().save(watch(Duration.ofSeconds(2)));
        uptime("107.50");

        Watch loaded = files().load(NAME).orElseThrow();

        assertThat(loaded.recordVersion()).isEqualTo("version 1");
        assertThat(loaded.lease()).isEqualTo(Duration.ofSeconds(30));
        assertThat(loaded.watched()).isEqualTo(Duration.ofMillis(9490));
    }

    @Test
    void another_boot_another_time_namespace_another_store_and_another_lock_know_nothing_of_it() throws Exception {
        files().save(watch(Duration.ofSeconds(2)));
        uptime("200.00");

        assertThat(files().load(LockName.of("other"))).isEmpty();
        assertThat(new WatchFiles(
                                directory,
                                BootClock.of(proc).orElseThrow(),
                                new StoreChoice.Embedded(Path.of("/elsewhere")))
                        .load(NAME))
                .isEmpty();
        Files.delete(proc.resolve("self/ns/time"));
        Files.createSymbolicLink(proc.resolve("self/ns/time"), Path.of("time:[2]"));
        assertThat(files().load(NAME)).isEmpty();
        Files.delete(proc.resolve("self/ns/time"));
        Files.createSymbolicLink(proc.resolve("self/ns/time"), Path.of("time:[1]"));
        assertThat(files().load(NAME)).isPresent();
        Files.writeString(proc.resolve("sys/kernel/random/boot_id"), "boot-2\n");
        assertThat(files().load(NAME)).isEmpty();
    }

    @Test
    void a_watch_from_the_future_is_ignored() throws Exception {
        files().save(watch(Duration.ZERO));
        uptime("99.00");

        assertThat(files().load(NAME)).isEmpty();
    }

    @Test
    void garbage_is_ignored_and_written_over() throws Exception {
        files().save(watch(Duration.ofSeconds(2)));
        Path file = onlyFile();
        List<String> lines = Files.readAllLines(file);
        Random random = new Random(1);

        for (int line = 0; line < lines.size(); line++) {
            List<String> spoilt = new java.util.ArrayList<>(lines);
            spoilt.set(line, "-" + random.nextLong() + "%zz");
            Files.write(file, spoilt);
            assertThat(files().load(NAME)).as("line %s", line).isEmpty();
        }
        Files.write(file, lines.subList(0, 4));
        assertThat(files().load(NAME)).isEmpty();
        Files.write(file, new byte[] {-1, -2, 0, 1});
        assertThat(files().load(NAME)).isEmpty();
        files().save(watch(Duration.ofSeconds(3)));
        assertThat(files().load(NAME)).isPresent();
    }

    @Test
    void forgetting_removes_the_file_and_nothing_else_is_left() throws Exception {
        files().save(watch(Duration.ofSeconds(2)));
        assertThat(onlyFile()).exists();

        files().forget(NAME);
        files().forget(NAME);

        try (var left = Files.list(directory.resolve("watches"))) {
            assertThat(left).isEmpty();
        }
    }

    private Path onlyFile() throws IOException {
        try (var files = Files.list(directory.resolve("watches"))) {
            List<Path> all = files.toList();
            assertThat(all).hasSize(1);
            return all.get(0);
        }
    }

    @Test
    void a_clock_that_began_after_this_process_is_none() throws Exception {
        uptime("3.00");

        assertThat(BootClock.of(proc)).isEmpty();
        assertThat(BootClock.of(directory.resolve("no-proc"))).isEmpty();
    }

    @Test
    void this_hosts_clock_is_one() {
        assertThat(BootClock.of(Path.of("/proc"))).isPresent();
        assertThat(StandardCharsets.US_ASCII
                        .newEncoder()
                        .canEncode(BootClock.of(Path.of("/proc")).orElseThrow().epoch()))
                .isTrue();
    }
}
