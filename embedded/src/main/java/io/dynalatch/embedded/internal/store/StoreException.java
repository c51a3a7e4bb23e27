package io.dynalatch.embedded.internal.store;

import org.jspecify.annotations.Nullable;

/** A store could not do its work: another process blocks it, or the file or the disk has failed. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
