package io.dynalatch.embedded.internal.fault;

import java.io.IOException;

/** The cause of what a caller sees who gets no answer, so that an HTTP endpoint knows that it is to give none. */
public final class NoAnswerException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Says why. */
    public NoAnswerException(String message) {
        super(message);
    }
}
