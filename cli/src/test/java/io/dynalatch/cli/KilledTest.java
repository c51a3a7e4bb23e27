package io.dynalatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dynalatch.cli.CommandProcess.Setup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledTest {
    private static final String TREE = "sleep 3333.25 & setsid sleep 3333.25 & echo ready; wait";

    @TempDir
    Path directory;

    Setup setup;

    @BeforeEach
    void setUp() {
        setup = new Setup(directory);
    }

    @Test
    void nothing_of_a_killed_holders_tree_runs_on_and_the_next_run_takes_over() throws Exception {
        CommandProcess holder =
                setup.start("run", "--contain", "namespace", "--lease", "1s", "a", "--", "sh", "-c", TREE);
        holder.awaitOutput("ready");

        holder.signal("KILL");
        CommandProcess next = setup.run("run", "--wait", "30s", "a", "--", "echo", "mine");

        assertThat(holder.code()).isEqualTo(137);
        assertThat(next.code()).as(next.errors()).isZero();
        assertThat(next.output()).isEqualTo("mine\n");
        assertThat(CommandProcess.anybodyHas("3333.25")).isFalse();
        assertThat(holder.errors()).doesNotContain("no PID namespace");
    }

    @Test
    void without_a_namespace_the_killed_holders_group_ends() throws Exception {
        CommandProcess holder =
                setup.start("run", "--contain", "group", "a", "--", "sh", "-c", "sleep 2222.25 & echo ready; wait");
        holder.awaitOutput("ready");

        holder.signal("KILL");

        CommandProcess.await(() -> !CommandProcess.anybodyHas("2222.25"));
    }

    @Test
    void where_no_namespace_is_allowed_a_warning_says_so_even_when_quiet() throws Exception {
        Path tools = Files.createDirectory(directory.resolve("tools"));
        for (String tool : List.of("sh", "setsid", "setpriv", "true", "kill")) {
            Files.createSymbolicLink(tools.resolve(tool), program(tool));
        }
        setup.with("PATH", tools.toString());

        CommandProcess quiet = setup.run("run", "-q", "a", "--", "true");
        CommandProcess strict = setup.run("run", "--contain", "namespace", "a", "--", "true");
        CommandProcess agreed = setup.run("run", "--contain", "group", "a", "--", "true");

        assertThat(quiet.code()).as(quiet.errors()).isZero();
        assertThat(quiet.errors()).contains("no PID namespace");
        assertThat(strict.code()).isEqualTo(78);
        assertThat(agreed.code()).isZero();
        assertThat(agreed.errors()).isEmpty();
    }

    private static Path program(String name) {
        for (String place : List.of("/usr/bin", "/bin")) {
            if (Files.isExecutable(Path.of(place, name))) {
                return Path.of(place, name);
            }
        }
        throw new AssertionError("this system has no " + name);
    }

    @Test
    void a_loop_that_never_waits_takes_a_dead_lock_over() throws Exception {
        CommandProcess holder =
                setup.start("run", "--lease", "1s", "a", "--", "sh", "-c", "echo ready; exec sleep 100");
        holder.awaitOutput("ready");
        holder.signal("KILL");
        assertThat(holder.code()).isEqualTo(137);

        CommandProcess attempt = setup.run("run", "--no-wait", "a", "--", "echo", "mine");
        assertThat(attempt.code()).as("the first look proves nothing").isEqualTo(75);
        for (int attempts = 1; attempt.code() == 75 && attempts < 100; attempts++) {
            attempt = setup.run("run", "--no-wait", "a", "--", "echo", "mine");
        }

        assertThat(attempt.code()).as(attempt.errors()).isZero();
        assertThat(attempt.output()).isEqualTo("mine\n");
        try (var watches = Files.list(setup.home().resolve("watches"))) {
            assertThat(watches).as("no watch is left").isEmpty();
        }
    }
}
