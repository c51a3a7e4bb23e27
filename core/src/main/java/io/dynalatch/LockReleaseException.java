package io.dynalatch;

import java.util.Map;

/**
 * Closing a client could not release every hold for certain. The holds are over locally, and their rows are free one
 * lease later at most. The single failures are suppressed exceptions of this one.
 */
public final class LockReleaseException extends DynalatchException {
    private static final long serialVersionUID = 1L;

    private final transient Map<LockName, Throwable> failures;

    /**
     * Makes the exception.
     *
     * @param table the table
     * @param failures what happened to each hold that was not released for certain; at least one
     */
    public LockReleaseException(String table, Map<LockName, Throwable> failures) {
        super(
                "closing the client of table '" + table + "' did not release " + failures.size()
                        + " locks for certain: " + failures.keySet() + "; each is free one lease later at most",
                null);
        this.failures = Map.copyOf(failures);
        failures.values().forEach(this::addSuppressed);
    }

    /**
     * What happened to each hold that was not released for certain.
     *
     * @return by lock, immutable
     */
    public Map<LockName, Throwable> failures() {
        return failures;
    }
}
