package io.dynalatch.embedded;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Says that a path cannot be used as the file of an engine, and why; nothing was changed there. A retry cannot help
 * until the cause, which the message names together with the way out, is gone.
 */
public final class StorePathException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Path path;

    /**
     * Makes one.
     *
     * @param path the path that was asked for
     * @param problem what was expected, what was found and what to do, without the path
     * @param cause what the system or the database library said, or null where we found it ourselves
     */
    public StorePathException(Path path, String problem, @Nullable Throwable cause) {
        super("cannot open embedded store '" + path + "': " + problem, cause);
        this.path = path;
    }

    /** The path that was asked for. */
    public Path path() {
        return path;
    }
}
