package io.dynalatch.protocol;

import org.jspecify.annotations.Nullable;

/**
 * A held row that one client has seen unchanged for a while. Taking the lock over is safe when that while, by the
 * client's own monotonic clock, is the row's whole lease and the allowance for clocks of differing rates.
 *
 * @param recordVersion the record version that was seen
 * @param leaseNanos the lease in the row; not the waiter's own, which may be shorter
 * @param sinceNanos monotonic time when the <em>answer</em> that first showed it was there. Counted from the sending of
 *     the read, the watch would include time in which the holder's last heartbeat had not been applied yet
 * @param alive whether the version changed within a watched lease before this one, so that the holder is known to beat
 */
public record Sighting(String recordVersion, long leaseNanos, long sinceNanos, boolean alive) {

    /**
     * The sighting after another look.
     *
     * @param before what was known, or null
     * @param row what the look showed; held
     * @param answeredNanos when its answer was there
     */
    public static Sighting of(@Nullable Sighting before, Row row, long answeredNanos, double allowance) {
        String version = row.recordVersion();
        if (version == null || !row.held()) {
            throw new IllegalArgumentException("only a held row is watched, not " + row);
        }
        if (before != null && before.recordVersion.equals(version) && before.leaseNanos == row.leaseNanos()) {
            return before;
        }
        boolean alive = before != null && !before.expired(answeredNanos, allowance);
        return new Sighting(version, row.leaseNanos(), answeredNanos, alive);
    }

    /** Monotonic nanoseconds until the lock may be taken over; 0 when it may. */
    public long untilExpired(long nowNanos, double allowance) {
        long watched = nowNanos - sinceNanos;
        return Math.max(0, Times.saturatedSubtract(Times.stretched(leaseNanos, allowance), watched));
    }

    public boolean expired(long nowNanos, double allowance) {
        return untilExpired(nowNanos, allowance) == 0;
    }
}
