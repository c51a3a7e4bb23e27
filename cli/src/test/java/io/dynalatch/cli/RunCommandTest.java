package io.dynalatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dynalatch.cli.CommandProcess.Setup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {
    @TempDir
    Path directory;

    Setup setup;

    @BeforeEach
    void setUp() {
        setup = new Setup(directory);
    }

    @Test
    void the_childs_exit_code_passes_through() throws Exception {
        assertThat(setup.run("run", "a", "--", "sh", "-c", "exit 7").code()).isEqualTo(7);
        assertThat(setup.run("run", "a", "--", "sh", "-c", "kill -9 $$").code()).isEqualTo(137);
    }

    @Test
    void the_childs_exit_code_passes_through_a_process_group_too() throws Exception {
        assertThat(setup.run("run", "--contain", "group", "a", "--", "sh", "-c", "exit 7")
                        .code())
                .isEqualTo(7);
        assertThat(setup.run("run", "--contain", "group", "a", "--", "sh", "-c", "kill -9 $$")
                        .code())
                .isEqualTo(137);
    }

    @Test
    void a_missing_command_is_127_and_one_that_cannot_be_executed_is_126() throws Exception {
        Path text = Files.writeString(directory.resolve("text"), "no program");
        Files.setPosixFilePermissions(text, PosixFilePermissions.fromString("rw-r--r--"));
        Path strange = Files.writeString(directory.resolve("strange"), "#!/nonexistent/interpreter\n");
        Files.setPosixFilePermissions(strange, PosixFilePermissions.fromString("rwxr-xr-x"));

        CommandProcess missing = setup.run("run", "a", "--", "no-such-command");
        CommandProcess refused = setup.run("run", "a", "--", text.toString());
        CommandProcess noInterpreter = setup.run("run", "a", "--", strange.toString());

        assertThat(missing.code()).isEqualTo(127);
        assertThat(missing.errors()).contains("'no-such-command' was not found");
        assertThat(refused.code()).isEqualTo(126);
        assertThat(refused.errors()).contains("cannot be executed");
        assertThat(noInterpreter.code()).as(noInterpreter.errors()).isEqualTo(127);
    }

    @Test
    void standard_streams_pass_unchanged() throws Exception {
        byte[] bytes = new byte[100_000];
        new Random(1).nextBytes(bytes);
        Path input = Files.write(directory.resolve("input"), bytes);

        CommandProcess cat = setup.reading(input).run("run", "-v", "a", "--", "sh", "-c", "cat; echo told >&2");

        assertThat(cat.code()).isZero();
        assertThat(cat.outputBytes()).isEqualTo(bytes);
        assertThat(cat.errors()).contains("told\n");
    }

    @Test
    void the_child_learns_what_is_held_and_finds_its_locale_again() throws Exception {
        CommandProcess env = setup.with(Environment.LOCALE, "C")
                .run("run", "--owner", "me", "ä lock", "--", "sh", "-c", "env | grep -E '^(DYNALATCH|LC_ALL)' | sort");

        assertThat(env.output().lines())
                .anyMatch("DYNALATCH_LOCK=ä lock"::equals)
                .anyMatch("DYNALATCH_OWNER=me"::equals)
                .anyMatch(line -> line.matches("DYNALATCH_TOKEN=[0-9]+"))
                .anyMatch(("DYNALATCH_HOME=" + setup.home())::equals)
                .anyMatch(line -> line.matches("DYNALATCH_HELD=\\S+"))
                .anyMatch("LC_ALL=C"::equals)
                .noneMatch(line -> line.startsWith("DYNALATCH_TABLE") || line.startsWith("DYNALATCH_LC_ALL"));
    }

    @Test
    void a_busy_lock_is_75_and_the_line_names_the_holder() throws Exception {
        CommandProcess holder =
                setup.start("run", "--owner", "nightly-job", "a", "--", "sh", "-c", "echo held; exec sleep 100");
        holder.awaitOutput("held");

        CommandProcess refused = setup.run("run", "--no-wait", "a", "--", "touch", "started");
        CommandProcess impatient = setup.run("run", "--wait", "300ms", "a", "--", "touch", "started");
        CommandProcess json = setup.run("run", "-n", "-o", "json", "a", "--", "touch", "started");
        CommandProcess shown = setup.run("show", "a");
        CommandProcess listed = setup.run("ls", "--output", "json");
        holder.signal("TERM");

        assertThat(refused.code()).isEqualTo(75);
        assertThat(refused.errors())
                .contains("lock 'a' is busy", "'nightly-job'", "pid " + holder.pid(), "since", "token")
                .contains(setup.home().resolve("locks.db").toString(), "dynalatch show a")
                .hasLineCount(1);
        assertThat(impatient.code()).isEqualTo(75);
        assertThat(json.code()).isEqualTo(75);
        assertThat(json.errors()).startsWith("{\"event\":\"busy\"").contains("\"exitCode\":75");
        assertThat(shown.output()).contains("nightly-job", "unwatched");
        assertThat(listed.output()).contains("\"lock\":\"a\"", "\"owner\":\"nightly-job\"", "\"token\":");
        assertThat(directory.resolve("started")).doesNotExist();
        assertThat(holder.code()).isEqualTo(143);
    }

    @Test
    void a_nested_run_of_the_same_lock_is_refused_and_of_another_is_not() throws Exception {
        List<String> words = Setup.javaCommand();
        String nested =
                "run() { " + quoted(words) + " run -w 5s \"$@\"; }; run other -- echo fine; run a -- echo wrong";

        CommandProcess outer = setup.run("run", "a", "--", "sh", "-c", nested);

        assertThat(outer.code()).isEqualTo(64);
        assertThat(outer.output()).isEqualTo("fine\n");
        assertThat(outer.errors()).contains("'a' is held by a dynalatch that this one runs under");
    }

    @Test
    void a_released_lock_and_one_that_nobody_asked_for_are_free() throws Exception {
        CommandProcess before = setup.run("ls");
        CommandProcess absent = setup.run("show", "-o", "json", "nobody");
        Path store = setup.home().resolve("locks.db");
        boolean storeBefore = Files.exists(store);
        int ran = setup.run("run", "a", "--", "true").code();
        CommandProcess released = setup.run("show", "a");

        assertThat(before.code()).isZero();
        assertThat(absent.code()).isZero();
        assertThat(absent.output()).contains("\"state\":\"free\"");
        assertThat(storeBefore).as("looking makes no store").isFalse();
        assertThat(ran).isZero();
        assertThat(released.output()).contains("released");
    }

    @Test
    void two_then_eight_processes_count_exactly() throws Exception {
        for (int processes : new int[] {2, 8}) {
            Path counter = Files.writeString(directory.resolve("counter" + processes), "0\n");
            String count = "i=0; while [ $i -lt 200 ]; do read n <" + counter + "; echo $((n + 1)) >" + counter
                    + "; i=$((i + 1)); done";
            List<CommandProcess> counting = new ArrayList<>();
            for (int i = 0; i < processes; i++) {
                counting.add(setup.start("run", "counter", "--", "sh", "-c", count));
            }
            for (CommandProcess process : counting) {
                assertThat(process.code()).as(process.errors()).isZero();
            }

            assertThat(Files.readString(counter).strip()).isEqualTo(Integer.toString(processes * 200));
        }
    }

    private static String quoted(List<String> words) {
        return String.join(" ", words.stream().map(Shell::word).toList());
    }
}
