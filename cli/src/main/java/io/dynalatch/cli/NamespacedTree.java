package io.dynalatch.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A command in a PID namespace of its own. Its first process is a shell that runs the command in a session of its own
 * and reaps orphans; when that shell ends, for whatever reason, the kernel kills everything in the namespace, whatever
 * groups and sessions it moved to. The shell dies with {@code unshare}, which dies with this process.
 *
 * <p>The namespace has its own view of {@code /proc}, so that process ids mean the same there as in system calls.
 * Mounts of the host are seen inside; mounts made inside are not seen outside.
 */
final class NamespacedTree implements ChildTree {
    private static final List<String> UNSHARE =
            List.of("unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "--propagation", "slave", "--");
    // A subshell, so that the shell stays as the first process; exec, so that no word is taken for a built-in.
    private static final String FIRST = "(exec setsid -- \"$@\"); exit $?";
    private static final String COMMAND_PID_INSIDE = "2";
    private static final long START_MILLIS_MAX = 2000;

    private final Process unshare;
    private volatile boolean killed;

    private NamespacedTree(Process unshare) {
        this.unshare = unshare;
    }

    static NamespacedTree start(ProcessBuilder builder, List<String> command) throws IOException {
        builder.command(wrap(command));
        return new NamespacedTree(builder.start());
    }

    private static List<String> wrap(List<String> command) {
        List<String> words = new ArrayList<>(Launcher.tied(UNSHARE));
        words.addAll(List.of("sh", "-c", FIRST, "dynalatch"));
        words.addAll(command);
        return words;
    }

    /** Starts the same with a command that does nothing, to see whether the system allows it. */
    static boolean allowed() {
        try {
            // In a foreign namespace /proc speaks of other processes than system calls do.
            if (!Files.readSymbolicLink(Path.of("/proc/self")).toString().equals(Long.toString(Launcher.ownPid()))) {
                return false;
            }
            Process probe = new ProcessBuilder(wrap(List.of("true")))
                    .redirectInput(ProcessBuilder.Redirect.from(Launcher.NOTHING))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (probe.waitFor(START_MILLIS_MAX, TimeUnit.MILLISECONDS)) {
                return probe.exitValue() == 0;
            }
            probe.destroyForcibly();
            return false;
        } catch (IOException missing) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public int waitFor() throws InterruptedException {
        int code = unshare.waitFor();
        // Of a first process that was killed, unshare does not always tell as much.
        return killed ? ExitCode.KILLED : code;
    }

    @Override
    public void signal(String name) {
        command().ifPresent(pid -> Launcher.signalGroup(name, pid));
    }

    @Override
    public void kill() {
        killed = true;
        Optional<ProcessHandle> first = unshare.children().findFirst();
        // By its first process where there is one: then unshare ends after the last process of the namespace.
        if (first.isEmpty() || !first.get().destroyForcibly()) {
            unshare.destroyForcibly();
        }
    }

    /** The command's process id out here; waits for it where it is just being started. Empty where it ended. */
    private Optional<Long> command() {
        for (long waited = 0; waited < START_MILLIS_MAX && unshare.isAlive(); waited++) {
            Optional<Long> leader = unshare.children()
                    .flatMap(ProcessHandle::children)
                    .map(ProcessHandle::pid)
                    .filter(NamespacedTree::isCommand)
                    .findFirst();
            if (leader.isPresent()) {
                return leader;
            }
            Launcher.pause();
        }
        return Optional.empty();
    }

    /** Whether this is the first process's own child, and already leads its group. */
    private static boolean isCommand(long pid) {
        boolean inside = false;
        boolean leads = false;
        try {
            for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
                // proc(5): the ids in each namespace, the innermost last.
                inside |= line.startsWith("NSpid:") && line.endsWith("\t" + COMMAND_PID_INSIDE);
                leads |= line.startsWith("NSpgid:") && line.endsWith("\t" + COMMAND_PID_INSIDE);
            }
        } catch (IOException gone) {
            return false;
        }
        return inside && leads;
    }
}
