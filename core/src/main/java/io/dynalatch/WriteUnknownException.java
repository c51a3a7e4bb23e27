package io.dynalatch;

import org.jspecify.annotations.Nullable;

/**
 * A guarded write was sent and no definite answer came in time: it was applied as a whole, once, or not at all, and
 * which of the two cannot be said. Read the items to find out.
 */
public final class WriteUnknownException extends StoreUnavailableException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param kind why no answer came
     * @param message what was asked, of what, expected, found, what to do
     * @param cause what was reported last, or null
     */
    public WriteUnknownException(Kind kind, String message, @Nullable Throwable cause) {
        super(kind, message, cause);
    }
}
