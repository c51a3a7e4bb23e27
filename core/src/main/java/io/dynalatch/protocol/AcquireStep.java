package io.dynalatch.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an acquire wants done. */
public sealed interface AcquireStep {
    /**
     * Send a conditional write: the lock is free, or its record version is {@code takeOver}.
     *
     * @param attempt the record version to set; its time was read before this step was made
     * @param holdId the id of the hold to make
     * @param takeOver a record version that was watched for its whole lease, or null
     * @param timeoutNanos how long to await the answer
     */
    record Write(Attempt attempt, String holdId, @Nullable String takeOver, long timeoutNanos) implements AcquireStep {}

    /** Send a consistent read. */
    record Read(long timeoutNanos) implements AcquireStep {}

    /** Tell {@link AcquireEvent.Due} after a time. */
    record WaitFor(long nanos) implements AcquireStep {}

    /** The lock is held, from the sending of this attempt on. The last step of an acquire but for undoing. */
    record Grant(Attempt attempt, String holdId) implements AcquireStep {}

    /** Somebody else has the lock and the wait is over. The last step of an acquire but for undoing. */
    record GiveUp(Reason reason) implements AcquireStep {}

    /** Free the row if it shows this hold with one of these record versions: they were granted to nobody. */
    record Undo(String holdId, List<String> recordVersions) implements AcquireStep {}

    /** Why an acquire ended without the lock. */
    enum Reason {
        /** Somebody else has the lock. */
        BUSY,
        /** The store did not answer, or not as it should, in time. */
        UNAVAILABLE,
        /** The store refused for good. */
        REJECTED,
        /** The caller gave up. */
        CANCELLED
    }
}
