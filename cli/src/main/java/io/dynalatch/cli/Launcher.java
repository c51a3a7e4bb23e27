package io.dynalatch.cli;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What both kinds of child trees are made of: small programs of the system. */
final class Launcher {
    static final File NOTHING = new File("/dev/null");

    // The kernel forgets to kill a child whose parent died before it asked for that, so it looks once it has asked.
    private static final String UNLESS_ORPHANED = "[ \"$PPID\" = \"$0\" ] || exit 137; exec \"$@\"";
    private static final long KILL_SECONDS_MAX = 5;
    private static final long PAUSE_NANOS = 1_000_000;

    private Launcher() {}

    /** Makes a command leader of a new session that is killed when the calling thread or its process ends. */
    static List<String> tied(List<String> command) {
        List<String> words = new ArrayList<>(List.of("setsid", "setpriv", "--pdeathsig", "KILL", "--"));
        words.addAll(List.of("sh", "-c", UNLESS_ORPHANED, Long.toString(ownPid())));
        words.addAll(command);
        return words;
    }

    static long ownPid() {
        return ProcessHandle.current().pid();
    }

    /** Signals a process group; one that is gone already is no failure. */
    static void signalGroup(String name, long leader) {
        try {
            boolean ended = new ProcessBuilder("sh", "-c", "kill -s \"$0\" -- \"-$1\"", name, Long.toString(leader))
                    .redirectInput(ProcessBuilder.Redirect.from(NOTHING))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor(KILL_SECONDS_MAX, TimeUnit.SECONDS);
            if (!ended) {
                throw new IllegalStateException("kill did not end within " + KILL_SECONDS_MAX + " s");
            }
        } catch (IOException missing) {
            throw new IllegalStateException("cannot run sh to send " + name + ": " + missing.getMessage(), missing);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }
}
