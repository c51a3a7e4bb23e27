package io.dynalatch.embedded.internal.store;

/** The first joint change with this token is still running; nothing was changed. */
public final class TokenInUseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TokenInUseException() {
        super("a joint change with this token is running", null, false, false);
    }
}
