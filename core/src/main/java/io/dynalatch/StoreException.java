package io.dynalatch;

import org.jspecify.annotations.Nullable;

/**
 * The store did not do what was asked of it. Each subtype says whether a later try can help; the SDK's own exception is
 * the cause.
 */
public abstract class StoreException extends DynalatchException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what was asked, of what, expected, found, what to do
     * @param cause what the SDK reported, or null
     */
    protected StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
