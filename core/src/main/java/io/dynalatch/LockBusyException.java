package io.dynalatch;

import java.time.Duration;

/** Somebody else has the lock; a later try can help. Its message says who. */
public final class LockBusyException extends DynalatchException {
    private static final long serialVersionUID = 1L;

    private final transient LockView holder;
    private final Duration waited;

    /**
     * Makes the exception.
     *
     * @param holder what is known about the holder
     * @param waited how long the caller waited
     */
    public LockBusyException(LockView holder, Duration waited) {
        super(
                "lock '" + holder.name() + "' was not acquired after " + waited.toMillis() + " ms: "
                        + holder.describe(),
                null);
        this.holder = holder;
        this.waited = waited;
    }

    /**
     * What is known about the holder.
     *
     * @return the row as it was last seen
     */
    public LockView holder() {
        return holder;
    }

    /**
     * How long the caller waited.
     *
     * @return zero or more
     */
    public Duration waited() {
        return waited;
    }
}
