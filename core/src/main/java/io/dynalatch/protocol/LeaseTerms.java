package io.dynalatch.protocol;

/**
 * The times of one hold, in nanoseconds.
 *
 * @param leaseNanos how long the row is ours after the write that says so was sent
 * @param periodNanos pause between heartbeats; at most a third of the lease
 * @param marginNanos how long before the end of the lease the holder stops trusting it
 * @param timeoutNanos how long an answer is awaited
 */
public record LeaseTerms(long leaseNanos, long periodNanos, long marginNanos, long timeoutNanos) {
    public LeaseTerms {
        require(leaseNanos > 0 && marginNanos >= 0 && timeoutNanos > 0, "all times are positive");
        require(periodNanos > 0 && periodNanos <= leaseNanos / 3, "the period is at most a third of the lease");
        require(marginNanos <= leaseNanos / 2, "the margin is at most half of the lease");
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }

    /** How long a hold may be trusted, from the sending of the write that was confirmed. */
    public long trustNanos() {
        return leaseNanos - marginNanos;
    }

    /**
     * Whether a hold may be trusted. Both clocks must say so: the monotonic one may have stood still while the machine
     * was suspended, and the wall clock shows that.
     *
     * @param sentAt when the write that was confirmed was first sent; not when its answer came
     */
    public boolean trusts(Moment sentAt, Moment now) {
        return trustLeftNanos(sentAt, now) > 0;
    }

    /** How much longer it may be trusted, by the clock that leaves less; 0 or less when it may not. */
    public long trustLeftNanos(Moment sentAt, Moment now) {
        long byWall = Times.saturatedSubtract(trustNanos(), now.wallNanosSince(sentAt));
        return Math.min(trustNanos() - now.nanosSince(sentAt), byWall);
    }

    /** Whether the trust ended by the monotonic clock. */
    public boolean ranOut(Moment sentAt, Moment now) {
        return now.nanosSince(sentAt) >= trustNanos();
    }
}
