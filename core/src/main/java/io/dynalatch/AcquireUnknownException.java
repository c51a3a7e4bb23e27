package io.dynalatch;

import org.jspecify.annotations.Nullable;

/**
 * An acquire was sent and no answer came in time, so that nobody knows whether it was applied. The lock is not held;
 * the client undoes the attempt in the background, and if it cannot, the row is free again one lease later at most.
 */
public final class AcquireUnknownException extends StoreUnavailableException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param kind why no answer came
     * @param message what was asked, of what, expected, found, what to do
     * @param cause what the SDK reported last, or null
     */
    public AcquireUnknownException(Kind kind, String message, @Nullable Throwable cause) {
        super(kind, message, cause);
    }
}
