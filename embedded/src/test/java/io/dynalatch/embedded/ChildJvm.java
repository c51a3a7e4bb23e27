package io.dynalatch.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM of its own that runs the main method of a test class on this class path. */
final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader lines;

    ChildJvm(Class<?> mainClass, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                mainClass.getName()));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        lines = process.inputReader();
    }

    /** The next line that the child printed, or null at its end. */
    String line() throws IOException {
        return lines.readLine();
    }

    /** Sends SIGKILL; unlike the JDK's own call it leaves what the child has printed to be read. */
    void kill() throws IOException, InterruptedException {
        signal("KILL");
    }

    int waitFor() throws InterruptedException {
        return process.waitFor();
    }

    /** Sends a signal such as STOP. */
    void signal(String name) throws IOException, InterruptedException {
        int answer = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .start()
                .waitFor();
        if (answer != 0) {
            throw new IOException("kill -" + name + " ended with " + answer);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
