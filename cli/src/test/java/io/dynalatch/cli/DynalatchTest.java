package io.dynalatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DynalatchTest {
    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        Map<String, String> variables =
                Map.of(Environment.HOME, directory.resolve("home").toString(), "PATH", "/usr/bin:/bin");
        return new Dynalatch(variables, stream(out), stream(err)).run(List.of(args));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private String errors() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "                                    | expected a verb",
                "walk                                | unknown verb 'walk'",
                "run                                 | behind '--'",
                "run a                               | behind '--'",
                "run a --                            | behind '--'",
                "run -- true                         | found none",
                "run a b -- true                     | found 2",
                "run --frobnicate a -- true          | unknown option '--frobnicate'",
                "run --wait -- true                  | --wait needs a value",
                "run --wait 5 a -- true              | it has no unit",
                "run --wait -5s a -- true            | it is negative",
                "run --wait 5d a -- true             | its unit 'd' is unknown",
                "run --wait 9999999999999999999s a -- true | it is too large",
                "run --wait 5s -n a -- true          | exclude each other",
                "run -n -n a -- true                 | given twice",
                "run --no-wait=yes a -- true         | takes no value",
                "run --lease 499ms a -- true         | 500ms to 1h",
                "run --lease 61m a -- true           | 500ms to 1h",
                "run --lease 3s --kill-after 2s a -- true | at most a third of it, 1s",
                "run --on-loss cry a -- true         | expected term, kill, ignore or signal=NAME",
                "run --on-loss signal=KAPUTT a -- true | expected term, kill, ignore or signal=NAME",
                "run --contain box a -- true         | expected auto, namespace or group",
                "run --output xml a -- true          | expected text or json",
                "run -v -q a -- true                 | exclude each other",
                "run --table no/slash a -- true      | is no table name",
                "run --table ab a -- true            | is no table name",
                "run --endpoint http://x a -- true   | needs --table",
                "run --table abc --endpoint x:1 a -- true | is no address",
                "ls a                                | takes no names",
                "show                                | found none",
                "show a -- true                      | only run takes a command",
                "version a                           | takes no names"
            })
    void a_wrong_call_is_64_and_says_what_was_expected(String line, String expected) {
        int code = run(line == null ? new String[0] : line.split(" +"));

        assertThat(code).as(errors()).isEqualTo(64);
        assertThat(errors()).startsWith("dynalatch: ").contains(expected).hasLineCount(1);
        assertThat(out.size()).isZero();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void names_are_checked_before_anything_is_made() {
        assertThat(run("run", "", "--", "true")).isEqualTo(64);
        assertThat(run("run", "x".repeat(2049), "--", "true")).isEqualTo(64);
        assertThat(run("run", "ä".repeat(1025), "--", "true")).isEqualTo(64);
        assertThat(run("show", "x".repeat(2049))).isEqualTo(64);
        assertThat(run("show", "unreadable\uFFFD")).isEqualTo(64);

        assertThat(errors()).contains("2050 bytes", "1 to 2048", "not UTF-8");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void what_follows_the_dashes_belongs_to_the_command() throws Exception {
        Arguments parsed = Arguments.parse(RunOptions.OPTIONS, List.of("a", "-n", "--", "cmd", "-n", "--", "--wait"));

        RunOptions options = RunOptions.of(parsed);

        assertThat(options.command()).containsExactly("cmd", "-n", "--", "--wait");
        assertThat(options.maxWait()).isZero();
        assertThat(options.lock().value()).isEqualTo("a");
    }

    @Test
    void help_and_version_go_to_standard_output() {
        assertThat(run("--help")).isZero();
        assertThat(run("run", "--help")).isZero();
        assertThat(run("version")).isZero();
        assertThat(run("version", "-o", "json")).isZero();

        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("dynalatch run [options] LOCK", "--kill-after DUR", "75 busy", "{\"version\":\"0.");
        assertThat(err.size()).isZero();
    }

    @Test
    void failures_can_be_had_as_json() {
        assertThat(run("ls", "-o", "json", "name")).isEqualTo(64);
        assertThat(errors())
                .isEqualTo(
                        "{\"event\":\"failed\",\"message\":\"ls takes no names, but was given [name]\",\"exitCode\":64}\n");
    }
}
