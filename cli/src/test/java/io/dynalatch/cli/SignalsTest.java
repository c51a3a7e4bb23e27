package io.dynalatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dynalatch.cli.CommandProcess.Setup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignalsTest {
    @TempDir
    Path directory;

    Setup setup;

    @BeforeEach
    void setUp() {
        setup = new Setup(directory);
    }

    @ParameterizedTest
    @ValueSource(strings = {"namespace", "group"})
    void a_running_child_gets_each_signal(String contain) throws Exception {
        String traps = "trap 'echo HUP' HUP; trap 'echo INT' INT; trap 'echo USR1' USR1; trap 'echo TERM; exit 3' TERM;"
                + " echo ready; while :; do sleep 0.02; done";
        CommandProcess running = setup.start("run", "--contain", contain, "a", "--", "sh", "-c", traps);
        running.awaitOutput("ready");

        for (String name : List.of("HUP", "INT", "USR1", "TERM")) {
            running.signal(name);
            running.awaitOutput(name);
        }

        assertThat(running.code()).isEqualTo(3);
        assertThat(setup.run("run", "-n", "a", "--", "true").code()).isZero();
    }

    @Test
    void a_signal_that_ends_the_child_ends_its_group() throws Exception {
        CommandProcess running =
                setup.start("run", "a", "--", "sh", "-c", "sleep 1234.5 & sleep 1234.5 & echo ready; wait");
        running.awaitOutput("ready");

        running.signal("TERM");

        assertThat(running.code()).isEqualTo(143);
        assertThat(CommandProcess.anybodyHas("1234.5")).isFalse();
        assertThat(setup.run("run", "-n", "a", "--", "true").code()).isZero();
    }

    @Test
    void what_the_child_leaves_behind_ends_with_it() throws Exception {
        for (String contain : List.of("namespace", "group")) {
            CommandProcess run =
                    setup.run("run", "--contain", contain, "a", "--", "sh", "-c", "sleep 4321.5 >/dev/null & exit 4");

            assertThat(run.code()).isEqualTo(4);
            CommandProcess.await(() -> !CommandProcess.anybodyHas("4321.5"));
        }
    }

    @Test
    void a_waiter_gives_up_and_starts_nothing() throws Exception {
        Map<String, Integer> codes = Map.of("TERM", 143, "HUP", 129, "INT", 130, "USR1", 138);
        CommandProcess holder = setup.start("run", "a", "--", "sh", "-c", "echo held; exec sleep 100");
        holder.awaitOutput("held");
        Map<String, CommandProcess> waiters = new TreeMap<>();
        for (String name : codes.keySet()) {
            waiters.put(
                    name,
                    setup.start(
                            "run",
                            "-v",
                            "a",
                            "--",
                            "touch",
                            setup.file("started").toString()));
        }

        for (Map.Entry<String, CommandProcess> waiter : waiters.entrySet()) {
            waiter.getValue().awaitErrors("asking for lock");
            waiter.getValue().signal(waiter.getKey());
            assertThat(waiter.getValue().code()).as(waiter.getValue().errors()).isEqualTo(codes.get(waiter.getKey()));
        }

        holder.signal("TERM");
        assertThat(holder.code()).isEqualTo(143);
        assertThat(setup.file("started")).doesNotExist();
        assertThat(setup.run("run", "-n", "a", "--", "true").code())
                .as("no hold is left")
                .isZero();
    }

    @Test
    void a_signal_at_any_time_of_the_start_leaves_no_child_and_no_hold() throws Exception {
        List<CommandProcess> started = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            started.add(setup.start("run", "-v", "lock" + i, "--", "sleep", "7777." + i));
        }
        started.get(0).awaitErrors("using");
        started.get(0).signal("TERM");
        started.get(1).awaitErrors("asking for lock");
        started.get(1).signal("TERM");
        started.get(2).awaitErrors("is held, token");
        started.get(2).signal("TERM");
        started.get(3).awaitErrors("is held, token");
        started.get(3).signal("INT");

        for (int i = 0; i < 4; i++) {
            assertThat(started.get(i).code()).as(started.get(i).errors()).isEqualTo(i == 3 ? 130 : 143);
            assertThat(CommandProcess.anybodyHas("7777." + i)).isFalse();
            assertThat(setup.run("run", "-n", "lock" + i, "--", "true").code()).isZero();
        }
    }

    @Test
    void a_signal_while_releasing_changes_nothing() throws Exception {
        CommandProcess run = setup.start("run", "-v", "a", "--", "sh", "-c", "exit 5");
        run.awaitErrors("the command ended");

        // It may be gone by now, which is no failure here.
        int ignored = new ProcessBuilder("kill", "-s", "TERM", Long.toString(run.pid()))
                .start()
                .waitFor();

        assertThat(run.code()).isEqualTo(5);
        assertThat(setup.run("run", "-n", "a", "--", "true").code()).isZero();
        assertThat(Files.exists(setup.home())).isTrue();
    }
}
