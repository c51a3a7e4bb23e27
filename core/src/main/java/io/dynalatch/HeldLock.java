package io.dynalatch;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A lock that the caller holds, until it releases it or loses it. The object is the ownership: any thread that has it
 * may use and release it. Thread-safe.
 *
 * <p>Nothing but {@link #heartbeat}, {@link #release} and {@link #close} sends a request or waits.
 */
public interface HeldLock extends AutoCloseable {
    /**
     * The lock.
     *
     * @return its name
     */
    LockName name();

    /**
     * The fencing token of this hold: larger than that of every earlier hold of the lock, as long as its row was not
     * deleted in between. Pass it along with every write to a store that can refuse smaller ones.
     *
     * @return a positive number
     */
    long token();

    /**
     * The data on the lock's row as this hold found or wrote it.
     *
     * @return a copy; empty where the row has none
     */
    Optional<byte[]> data();

    /**
     * What is known about this hold now. A loss that is due is noticed here, and told before this returns.
     *
     * @return the state
     */
    HoldState state();

    /**
     * Whether the lease runs for certain. While it does, no other client's acquire has returned.
     *
     * @return false when suspect, lost or released
     */
    default boolean isHeld() {
        return state() == HoldState.HELD;
    }

    /**
     * Goes on only while the lease runs for certain.
     *
     * @throws LockLostException if the hold is lost, or suspect (then with reason {@link LossReason#EXPIRED})
     * @throws IllegalStateException if the lock was released
     */
    void requireHeld();

    /**
     * How long this hold may be trusted without another heartbeat.
     *
     * @return zero when suspect, lost or released
     */
    Duration remaining();

    /**
     * Calls a listener once when the hold is lost, on the callback executor; at once where it is lost already. Not
     * called after a release.
     *
     * @param listener what to call; what it throws is counted and logged, and hurts nobody else
     */
    void onLost(Consumer<? super Loss> listener);

    /**
     * Completes when the hold is lost. It never completes after a release, and is not to be completed by the caller.
     *
     * @return a future of its own for each call
     */
    CompletableFuture<Loss> lost();

    /**
     * Renews the lease now; one write. Heartbeats run by themselves, so that this is for callers who want to be sure
     * before a long step. Waits for the answer, at most one lease.
     *
     * @throws LockLostException if the hold is lost
     * @throws IllegalStateException if the lock was released
     * @throws InterruptedException if the thread is interrupted; the heartbeat goes on
     */
    void heartbeat() throws InterruptedException;

    /**
     * Like {@link #heartbeat}, without waiting.
     *
     * @return completes when a heartbeat sent after this call is confirmed; exceptionally as {@link #heartbeat} throws
     */
    CompletableFuture<Void> heartbeatAsync();

    /**
     * Ends the hold: one write, which marks the row as released and keeps it for the token's sake. Runs to its end even
     * on an interrupted thread (and leaves the interrupt set); at most three request timeouts. A second call sends
     * nothing.
     *
     * @return what was found
     * @throws StoreException if the store refused for good (access denied, table missing); the hold is over locally,
     *     and the row is free one lease later
     */
    ReleaseOutcome release();

    /**
     * Like {@link #release}, without waiting. The hold is over locally when this returns.
     *
     * @return what was found; exceptionally as {@link #release} throws
     */
    CompletableFuture<ReleaseOutcome> releaseAsync();

    /** Releases the lock. Losing it before is not an error here; whoever must know asks {@link #release}. */
    @Override
    default void close() {
        ReleaseOutcome ignored = release();
    }
}
