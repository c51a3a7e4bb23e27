package io.dynalatch.cli;

import io.dynalatch.RequestRejectedException;
import io.dynalatch.RowFormatException;
import io.dynalatch.StoreAccessException;
import io.dynalatch.StoreUnavailableException;
import io.dynalatch.TableMissingException;
import io.dynalatch.TableSchemaException;
import io.dynalatch.embedded.StorePathException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Gives each failure of the library its exit code. */
final class Failures {
    private Failures() {}

    static CommandException toCommand(Throwable failure) {
        if (failure instanceof CommandException already) {
            return already;
        }
        return new CommandException(exitCode(failure), message(failure), failure);
    }

    /** What a future failed with, to be thrown. */
    static RuntimeException unwrapped(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof ExecutionException || cause instanceof CompletionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException runtime ? runtime : new IllegalStateException(cause);
    }

    private static int exitCode(Throwable failure) {
        if (failure instanceof StoreUnavailableException) {
            return ExitCode.UNREACHABLE;
        }
        if (failure instanceof StoreAccessException) {
            return ExitCode.NO_ACCESS;
        }
        if (failure instanceof TableMissingException
                || failure instanceof TableSchemaException
                || failure instanceof RowFormatException) {
            return ExitCode.NO_TABLE;
        }
        if (failure instanceof StorePathException || failure instanceof RequestRejectedException) {
            return ExitCode.CONFIGURATION;
        }
        return ExitCode.BUG;
    }

    private static String message(Throwable failure) {
        String text = failure.getMessage();
        if (exitCode(failure) == ExitCode.BUG) {
            return "unexpected failure, please report it with the output of -v: " + failure;
        }
        return text == null ? failure.toString() : text;
    }
}
