package io.dynalatch;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * A lock that the caller holds, until it releases it or loses it. The object is the ownership: any thread that has it
 * may use and release it. Thread-safe.
 *
 * <p>Nothing but {@link #heartbeat}, {@link #write}, {@link #release} and {@link #close} sends a request or waits.
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
     * A check of this hold for a transaction of your own: the row shows this hold, with this token, not released. Where
     * it is among the actions of a {@code TransactWriteItems}, that is never applied for a hold that is over, whatever
     * any clock says. Two write units in the transaction. It conflicts with heartbeats of this hold and with other
     * checks of it, which the store reports as {@code TransactionConflict}; send it again under the same token. Where
     * that matters, use {@link #write}, which takes turns with the heartbeats.
     *
     * @return the check, on the lock's row
     */
    ConditionCheck conditionCheck();

    /**
     * Writes under the guard of this hold: all of the actions are applied in one transaction if the row still shows
     * this hold then, and none otherwise, whatever any clock says. It carries a heartbeat. Two write units for the
     * lock's row, and what the actions themselves cost; a write that is refused costs one heartbeat more. Guarded
     * writes of one hold go one after another, in the order of their calls, and take turns with its heartbeats. Waits
     * for the answer: three request timeouts from its sending, and one more that is under way.
     *
     * <p>Where an action updates or checks the lock's own row, it is joined with the guard. The row is then the
     * caller's own item, which is never cleaned up.
     *
     * @param actions 1 to 99 (100 with one on the lock's own row), on tables of the same account and region, at most
     *     one for each item
     * @throws LockLostException if the hold is lost; nothing was written
     * @throws WriteRefusedException if the store refused the caller's actions, with a reason for each; nothing was
     *     written
     * @throws WriteUnknownException if no definite answer came: all was applied once, or nothing was
     * @throws StoreException if the store refused for good, or was too busy; nothing was written
     * @throws IllegalStateException if the lock was released; nothing was written
     * @throws IllegalArgumentException for no or too many actions, or one that would put or delete the lock's row or
     *     change the lock's attributes; nothing was sent
     * @throws InterruptedException if the thread is interrupted; the write goes on
     */
    void write(List<TransactWriteItem> actions) throws InterruptedException;

    /**
     * Like {@link #write}, without waiting.
     *
     * @param actions as there
     * @return completes when the actions were applied; exceptionally as {@link #write} throws. Cancelling it takes
     *     nothing back
     */
    CompletableFuture<Void> writeAsync(List<TransactWriteItem> actions);

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
