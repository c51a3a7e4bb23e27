package io.dynalatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/** A {@code dynalatch} process under test, started from the built classes; its output goes to files. */
final class CommandProcess {
    /** How long a test waits for something that takes a second on an idle machine. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final Path output;
    private final Path errors;

    private CommandProcess(Process process, Path output, Path errors) {
        this.process = process;
        this.output = output;
        this.errors = errors;
    }

    /** What the processes of one test have in common: a directory, and an environment without the user's own. */
    static final class Setup {
        private final Path directory;
        private final Map<String, String> variables = new HashMap<>();
        private Path input = Path.of("/dev/null");

        Setup(Path directory) {
            this.directory = directory;
            variables.put("PATH", System.getenv("PATH"));
            variables.put("LC_ALL", "C.UTF-8");
            variables.put("HOME", directory.toString());
            variables.put(Environment.HOME, home().toString());
            variables.put("AWS_EC2_METADATA_DISABLED", "true");
        }

        Path home() {
            return directory.resolve("home");
        }

        Path file(String name) {
            return directory.resolve(name);
        }

        Setup with(String variable, String value) {
            variables.put(variable, value);
            return this;
        }

        Setup reading(Path file) {
            input = file;
            return this;
        }

        /** Starts {@code dynalatch} with these arguments. */
        CommandProcess start(String... args) throws IOException {
            List<String> words = javaCommand();
            words.addAll(List.of(args));
            return started(words);
        }

        /** The words that start {@code dynalatch}, to be used in a shell's script as well. */
        static List<String> javaCommand() {
            return new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-XX:+DisplayVMOutputToStderr",
                    "--enable-native-access=ALL-UNNAMED",
                    "-Xmx128m",
                    "-ea",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "io.dynalatch.cli.Dynalatch"));
        }

        CommandProcess started(List<String> words) throws IOException {
            Path output = Files.createTempFile(directory, "out", ".txt");
            Path errors = Files.createTempFile(directory, "err", ".txt");
            ProcessBuilder builder = new ProcessBuilder(words)
                    .directory(directory.toFile())
                    .redirectInput(input.toFile())
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile());
            builder.environment().clear();
            builder.environment().putAll(variables);
            return new CommandProcess(builder.start(), output, errors);
        }

        /** Runs {@code dynalatch} to its end. */
        CommandProcess run(String... args) throws IOException, InterruptedException {
            CommandProcess started = start(args);
            int ignored = started.code();
            return started;
        }
    }

    /** The exit code, once it ended. */
    int code() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            assertThat(process.isAlive())
                    .as("runs on after %s; it said: %s", PATIENCE, errors())
                    .isFalse();
        }
        return process.exitValue();
    }

    long pid() {
        return process.pid();
    }

    void signal(String name) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-s", name, Long.toString(pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    byte[] outputBytes() {
        return bytes(output);
    }

    String output() {
        return new String(outputBytes(), java.nio.charset.StandardCharsets.UTF_8);
    }

    String errors() {
        return new String(bytes(errors), java.nio.charset.StandardCharsets.UTF_8);
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    void awaitOutput(String text) {
        await(() -> output().contains(text));
    }

    void awaitErrors(String text) {
        await(() -> errors().contains(text));
    }

    /** Waits for something that a process does. */
    static void await(BooleanSupplier condition) {
        Awaitility.await()
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .until(condition::getAsBoolean);
    }

    /** Whether some process has this text among its arguments or in its environment. */
    static boolean anybodyHas(String text) {
        try (var processes = Files.list(Path.of("/proc"))) {
            return processes.anyMatch(process -> has(process.resolve("cmdline"), text));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static boolean has(Path file, String text) {
        try {
            return Files.isReadable(file)
                    && Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1)
                            .contains(text);
        } catch (IOException gone) {
            return false;
        }
    }
}
