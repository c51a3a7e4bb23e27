package io.dynalatch;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Something that happened to a lock of this client. New kinds may be added in minor versions. */
public sealed interface LockEvent {
    /**
     * The lock that it happened to.
     *
     * @return its name
     */
    LockName name();

    /**
     * A hold began.
     *
     * @param name the lock
     * @param token the fencing token of the hold
     * @param takenOver whether the lock was taken from a holder whose lease had ended
     * @param waited from the call to the grant
     */
    record Acquired(LockName name, long token, boolean takenOver, Duration waited) implements LockEvent {}

    /**
     * A heartbeat was not confirmed; it is tried again while the lease allows.
     *
     * @param name the lock
     * @param token the fencing token of the hold
     * @param cause what the store reported
     */
    record HeartbeatFailed(LockName name, long token, StoreException cause) implements LockEvent {}

    /**
     * A heartbeat whose answer had been lost turned out to have been applied, or one succeeded after failures.
     *
     * @param name the lock
     * @param token the fencing token of the hold
     */
    record HeartbeatRecovered(LockName name, long token) implements LockEvent {}

    /**
     * Heartbeats fail and the deadline is near.
     *
     * @param name the lock
     * @param token the fencing token of the hold
     * @param cause the last failure, or null where no answer came at all
     */
    record Suspected(LockName name, long token, @Nullable Throwable cause) implements LockEvent {}

    /**
     * A suspicion was not confirmed: the lock is held again.
     *
     * @param name the lock
     * @param token the fencing token of the hold
     */
    record Reassured(LockName name, long token) implements LockEvent {}

    /**
     * A hold ended without a release. The last event of the hold.
     *
     * @param name the lock
     * @param loss token, reason and cause
     */
    record Lost(LockName name, Loss loss) implements LockEvent {}

    /**
     * A hold was released. The last event of the hold.
     *
     * @param name the lock
     * @param token the fencing token of the hold
     * @param outcome {@code RELEASED} or {@code UNKNOWN}
     */
    record Released(LockName name, long token, ReleaseOutcome outcome) implements LockEvent {}

    /**
     * A row that a given-up acquire of this client had occupied was freed.
     *
     * @param name the lock
     */
    record OrphanFreed(LockName name) implements LockEvent {}
}
