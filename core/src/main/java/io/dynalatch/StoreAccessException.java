package io.dynalatch;

import org.jspecify.annotations.Nullable;

/** The credentials are missing, expired or not allowed to do what was asked; a try with the same ones cannot help. */
public final class StoreAccessException extends StoreException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what was asked, of what, expected, found, what to do
     * @param cause what the SDK reported, or null
     */
    public StoreAccessException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
