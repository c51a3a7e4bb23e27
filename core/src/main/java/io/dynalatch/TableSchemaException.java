package io.dynalatch;

import org.jspecify.annotations.Nullable;

/** The table's keys are not the ones that the client was set up for; a try cannot help. */
public final class TableSchemaException extends StoreException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what was asked, of what, expected, found, what to do
     * @param cause what the SDK reported, or null
     */
    public TableSchemaException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
