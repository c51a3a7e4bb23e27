package io.dynalatch.cli;

import java.time.Duration;

/**
 * Decides when the child of a hold has to be signalled and killed, so that it is gone before the hold may not be
 * trusted any more; no clock, no I/O. Not thread-safe.
 *
 * <p>A child that was signalled once is not spared when the lock turns out to be held after all: nobody knows what it
 * has given up already.
 */
final class LossPlan {
    /** What is due. */
    enum Step {
        NOTHING,
        SIGNAL,
        KILL
    }

    /** Room for a kill to take effect, as a part of the lease, with a floor for busy machines. */
    private static final int RESERVE_PARTS = 20;

    private static final Duration RESERVE_MIN = Duration.ofMillis(50);
    /** How long the child has between signal and kill, as a part of the lease, if the user says nothing. */
    private static final int KILL_AFTER_PARTS = 6;
    /** Between two heartbeats, a healthy hold is trusted for 7/15 of the lease or more; a third leaves room for one. */
    private static final int KILL_AFTER_PARTS_MIN = 3;

    private final OnLoss onLoss;
    private final long killAfterNanos;
    private final long reserveNanos;
    private boolean signalled;
    private boolean killed;
    private long killAtNanos;

    LossPlan(OnLoss onLoss, Duration lease, Duration killAfter) {
        this.onLoss = onLoss;
        killAfterNanos = killAfter.toNanos();
        reserveNanos = Math.max(lease.toNanos() / RESERVE_PARTS, RESERVE_MIN.toNanos());
    }

    static Duration defaultKillAfter(Duration lease) {
        return lease.dividedBy(KILL_AFTER_PARTS);
    }

    /** The longest time between signal and kill that a lease has room for. */
    static Duration maxKillAfter(Duration lease) {
        return lease.dividedBy(KILL_AFTER_PARTS_MIN);
    }

    /**
     * What is due; each step is told once.
     *
     * @param nowNanos the time
     * @param trustedUntilNanos until when the hold may be trusted as far as is known
     * @param lost whether the hold is lost already, whatever that time says
     */
    Step due(long nowNanos, long trustedUntilNanos, boolean lost) {
        long lastNanos = trustedUntilNanos - reserveNanos;
        boolean urgent = lost || nowNanos - (lastNanos - killAfterNanos) >= 0;
        if (!signalled && onLoss.signal() != null && urgent) {
            signalled = true;
            killAtNanos = earlier(nowNanos + killAfterNanos, lastNanos);
            return Step.SIGNAL;
        }
        if (!killed && onLoss.kill() && killIsDue(nowNanos, lastNanos, lost)) {
            killed = true;
            return Step.KILL;
        }
        return Step.NOTHING;
    }

    private boolean killIsDue(long nowNanos, long lastNanos, boolean lost) {
        if (signalled) {
            return nowNanos - killAtNanos >= 0;
        }
        return onLoss.signal() == null && (lost || nowNanos - lastNanos >= 0);
    }

    /** When to ask again at the latest, if nothing else happens; may lie in the past. */
    long nextNanos(long trustedUntilNanos) {
        if (signalled) {
            return killAtNanos;
        }
        return trustedUntilNanos - reserveNanos - (onLoss.signal() == null ? 0 : killAfterNanos);
    }

    /** Whether anything was done to the child. */
    boolean acted() {
        return signalled || killed;
    }

    private static long earlier(long a, long b) {
        return a - b < 0 ? a : b;
    }
}
