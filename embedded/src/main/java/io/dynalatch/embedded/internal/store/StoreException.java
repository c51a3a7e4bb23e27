package io.dynalatch.embedded.internal.store;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A store could not do its work: another process blocks it, or the file or the disk has failed. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    static StoreException damaged(Path path, String what, IOException cause) {
        return new StoreException(
                "embedded store '" + path + "' is damaged: " + what + " cannot be read, " + cause.getMessage()
                        + "; restore the file from a copy",
                cause);
    }
}
