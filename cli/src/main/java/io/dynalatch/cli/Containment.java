package io.dynalatch.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** How the child's processes are kept together, so that none of them runs on without the lock. */
enum Containment {
    /** A PID namespace where the system allows one, else a process group, with a warning. */
    AUTO,
    /** A PID namespace, or nothing is started. */
    NAMESPACE,
    /** A process group. */
    GROUP;

    static Containment parse(String text) throws CommandException {
        return switch (text) {
            case "auto" -> AUTO;
            case "namespace" -> NAMESPACE;
            case "group" -> GROUP;
            default ->
                throw CommandException.usage("--contain '" + text + "' is unknown; expected auto, namespace or group");
        };
    }

    /** Finds out what the system allows, beside whatever else the start has to do. */
    Choice choose() {
        FutureTask<Boolean> probe = this == GROUP ? null : new FutureTask<>(NamespacedTree::allowed);
        if (probe != null) {
            Thread thread = new Thread(probe, "dynalatch-namespace-probe");
            thread.setDaemon(true);
            thread.start();
        }
        return new Choice(this, probe);
    }

    /** A choice that is being made. */
    static final class Choice {
        private static final List<String> NEEDED = List.of("setsid", "setpriv", "sh");

        private final Containment asked;
        private final @Nullable FutureTask<Boolean> probe;

        private Choice(Containment asked, @Nullable FutureTask<Boolean> probe) {
            this.asked = asked;
            this.probe = probe;
        }

        /** Checks that what was asked for can be had; says so where it is less than one would wish. */
        void check(@Nullable String path, Report report) throws CommandException, InterruptedException {
            for (String program : NEEDED) {
                requireProgram(program, path);
            }
            if (namespace()) {
                return;
            }
            if (asked == NAMESPACE) {
                throw CommandException.configuration(
                        "--contain namespace: the system allows no PID namespace here (it needs root and 'unshare'"
                                + " of util-linux 2.38 or later); use --contain group",
                        null);
            }
            if (asked == AUTO) {
                report.warning("no PID namespace is allowed here: if dynalatch itself is killed, the command is killed"
                        + " too, but what it moved to another process group may run on without the lock"
                        + " (--contain group accepts that)");
            }
        }

        private static void requireProgram(String program, @Nullable String path) throws CommandException {
            try {
                CommandPath.check(program, path);
            } catch (CommandException missing) {
                throw CommandException.configuration(
                        "run needs the program '" + program + "' to supervise the command, and did not find it in PATH;"
                                + " install util-linux",
                        missing);
            }
        }

        private boolean namespace() throws InterruptedException {
            try {
                return probe != null && probe.get();
            } catch (ExecutionException failed) {
                return false;
            }
        }

        ChildTree start(ProcessBuilder builder, List<String> command) throws IOException, InterruptedException {
            return namespace() ? NamespacedTree.start(builder, command) : GroupedTree.start(builder, command);
        }
    }
}
