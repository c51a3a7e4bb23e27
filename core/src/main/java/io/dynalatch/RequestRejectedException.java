package io.dynalatch;

import org.jspecify.annotations.Nullable;

/** The store refused a request as invalid; a try cannot help. */
public final class RequestRejectedException extends StoreException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what was asked, of what, expected, found, what to do
     * @param cause what the SDK reported, or null
     */
    public RequestRejectedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
