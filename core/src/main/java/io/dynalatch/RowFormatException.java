package io.dynalatch;

import org.jspecify.annotations.Nullable;

/** A row is not a lock that this version can read: malformed, or of a newer format. It is left as it is. */
public final class RowFormatException extends StoreException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what was asked, of what, expected, found, what to do
     * @param cause what the SDK reported, or null
     */
    public RowFormatException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
