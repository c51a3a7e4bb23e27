package io.dynalatch;

import org.jspecify.annotations.Nullable;

/** The store could not be reached, was too slow, too busy or failed for a while; a later try can help. */
public class StoreUnavailableException extends StoreException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    /** Why the store was not available. */
    public enum Kind {
        /** The table or the account is over its throughput. */
        THROTTLED,
        /** The service answered with an error of its own (HTTP 5xx). */
        SERVER_ERROR,
        /** No answer came within the request timeout. */
        TIMEOUT,
        /** No connection, or it broke. */
        UNREACHABLE,
        /** Another transaction or replicated write was working on the row. */
        CONTENDED
    }

    /**
     * Makes the exception.
     *
     * @param kind why
     * @param message what was asked, of what, expected, found, what to do
     * @param cause what the SDK reported, or null
     */
    public StoreUnavailableException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /**
     * Why the store was not available.
     *
     * @return the kind of the last failure
     */
    public Kind kind() {
        return kind;
    }
}
