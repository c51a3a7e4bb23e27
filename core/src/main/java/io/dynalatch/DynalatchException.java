package io.dynalatch;

import org.jspecify.annotations.Nullable;

/** The root of every exception that this library throws on purpose. */
public abstract class DynalatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what was asked, of what, expected, found, what to do
     * @param cause what led to it, or null
     */
    protected DynalatchException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
