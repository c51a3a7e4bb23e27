package io.dynalatch;

import org.jspecify.annotations.Nullable;

/** The table does not exist, in this region and account; a try cannot help until it is created. */
public final class TableMissingException extends StoreException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what was asked, of what, expected, found, what to do
     * @param cause what the SDK reported, or null
     */
    public TableMissingException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
