package io.dynalatch;

/** Why a hold ended without being released. */
public enum LossReason {
    /** No heartbeat was confirmed before the local deadline; the cause says what the store answered, if anything. */
    EXPIRED,
    /** Another client acquired the lock. */
    TAKEN_OVER,
    /** The row was deleted. */
    DELETED,
    /** An operator or another program released the lock by force. */
    FORCED,
    /**
     * The wall clock ran past the lease while the monotonic clock did not: the machine was suspended, or its wall clock
     * was set forward. The two look the same from inside, and only the first is harmless to ignore.
     */
    CLOCK_JUMP,
    /** The client was closed and could not release the lock in time. */
    CLOSED
}
