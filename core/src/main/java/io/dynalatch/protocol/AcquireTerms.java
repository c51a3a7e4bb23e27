package io.dynalatch.protocol;

/**
 * What an acquire keeps to, in nanoseconds.
 *
 * @param lease the lease that it asks for
 * @param waits whether it waits for a busy lock
 * @param maxWaitNanos how long it waits at most; {@link Long#MAX_VALUE} for ever
 * @param firstAnswerNanos how long it goes on while the store has not answered at all
 * @param pollMinNanos the pause between reads when a hand-over is likely
 * @param pollMaxNanos the pause between reads when it is not
 * @param allowance what is added to a watched lease, as a fraction of it
 */
public record AcquireTerms(
        LeaseTerms lease,
        boolean waits,
        long maxWaitNanos,
        long firstAnswerNanos,
        long pollMinNanos,
        long pollMaxNanos,
        double allowance) {

    /** How long failures are borne, from the start. */
    long patienceNanos(boolean answered) {
        if (!waits) {
            return 2 * lease.timeoutNanos();
        }
        return answered ? maxWaitNanos : Math.min(maxWaitNanos, firstAnswerNanos);
    }
}
