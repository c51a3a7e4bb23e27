package io.dynalatch.cli;

import org.jspecify.annotations.Nullable;

/** Ends the command with an exit code of its own and one line for people. */
final class CommandException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    CommandException(int exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    static CommandException usage(String message) {
        return new CommandException(ExitCode.USAGE, message, null);
    }

    static CommandException configuration(String message, @Nullable Throwable cause) {
        return new CommandException(ExitCode.CONFIGURATION, message, cause);
    }

    int exitCode() {
        return exitCode;
    }
}
