package io.dynalatch.cli;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** What the command says about itself: lines on standard error, never on standard output. Thread-safe. */
final class Report {
    /** How much is said. */
    enum Level {
        /** Only what ends the command, and warnings that safety asks for. */
        QUIET,
        /** Also what the user should know. */
        NORMAL,
        /** Also each step and the causes of failures. */
        VERBOSE
    }

    private final PrintStream err;
    private final Level level;
    private final boolean json;

    Report(PrintStream err, Level level, boolean json) {
        this.err = err;
        this.level = level;
        this.json = json;
    }

    void failure(CommandException failure) {
        say(failure.exitCode() == ExitCode.BUSY ? "busy" : "failed", String.valueOf(failure.getMessage()), (long)
                failure.exitCode());
        if (level == Level.VERBOSE) {
            causes(failure);
        }
    }

    private void causes(CommandException failure) {
        Throwable cause = failure.getCause();
        if (cause != null && failure.exitCode() == ExitCode.BUG) {
            cause.printStackTrace(err);
            return;
        }
        for (; cause != null; cause = cause.getCause()) {
            say("cause", "caused by " + cause, null);
        }
    }

    /** Something that {@code -q} does not silence. */
    void warning(String message) {
        say("warning", message, null);
    }

    void notice(String message) {
        if (level != Level.QUIET) {
            say("notice", message, null);
        }
    }

    void detail(String message) {
        if (level == Level.VERBOSE) {
            say("detail", message, null);
        }
    }

    private void say(String event, String message, @Nullable Long exitCode) {
        String line = json
                ? new Json()
                        .put("event", event)
                        .put("message", message)
                        .put("exitCode", exitCode)
                        .toString()
                : "dynalatch: " + message.replace("\n", "\\n");
        err.println(line);
    }
}
