package io.dynalatch;

import java.time.Duration;

/**
 * How long a client has seen a lock's row unchanged. What makes a take-over safe is that one clock has run the row's
 * whole lease with the same record version in place; a watch carries that from one client to the next.
 *
 * @param name the lock
 * @param recordVersion the record version that was seen
 * @param lease the lease in the row
 * @param watched how long that version has been watched, by a clock that did not stop; never more than it was
 */
public record Watch(LockName name, String recordVersion, Duration lease, Duration watched) {
    /** Checks that no duration is negative. */
    public Watch {
        if (lease.isNegative() || watched.isNegative()) {
            throw new IllegalArgumentException("watch of lock '" + name
                    + "': lease and watched must not be negative, but were " + lease + " and " + watched);
        }
    }
}
