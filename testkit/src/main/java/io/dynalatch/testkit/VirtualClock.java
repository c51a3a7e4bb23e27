package io.dynalatch.testkit;

import java.time.Duration;

/**
 * One clock of a {@link VirtualProcess}: it can run at another rate than true time, be set, and stand still. Not
 * thread-safe.
 */
public final class VirtualClock {
    /** A true time that never comes. */
    static final long NEVER = Long.MAX_VALUE;

    private final VirtualTime time;
    private final Runnable onChange;
    private final boolean settable;
    private long anchorNanos;
    private long readingNanos;
    private double rate = 1;
    private boolean frozen;
    private boolean stopped;

    VirtualClock(VirtualTime time, long readingNanos, boolean settable, Runnable onChange) {
        this.time = time;
        this.anchorNanos = time.nowNanos();
        this.readingNanos = readingNanos;
        this.settable = settable;
        this.onChange = onChange;
    }

    /**
     * What the clock says now.
     *
     * @return nanoseconds; of a wall clock since 1970, of a monotonic one since a point of its own
     */
    public long nanos() {
        return nanosAt(time.nowNanos());
    }

    /**
     * How fast the clock runs when it runs.
     *
     * @return seconds of this clock for each true second
     */
    public double rate() {
        return rate;
    }

    /**
     * Makes the clock run at another rate from now on.
     *
     * @param rate seconds of this clock for each true second; more than zero
     */
    public void setRate(double rate) {
        if (!(rate > 0 && rate < 1000)) {
            throw new IllegalArgumentException("rate must be above 0 and below 1000, but was " + rate);
        }
        change(() -> this.rate = rate);
    }

    /**
     * Sets the clock forward or back.
     *
     * @param by negative to set it back
     * @throws IllegalStateException on a monotonic clock that is set back
     */
    public void step(Duration by) {
        if (!settable && by.isNegative()) {
            throw new IllegalStateException("a monotonic clock cannot be set back, asked for " + by);
        }
        change(() -> readingNanos = Math.addExact(readingNanos, by.toNanos()));
    }

    /** Makes the clock stand still until {@link #thaw}, while its process runs on. */
    public void freeze() {
        change(() -> frozen = true);
    }

    /** Ends {@link #freeze}. */
    public void thaw() {
        change(() -> frozen = false);
    }

    /** Stops the clock for a suspend, which is counted apart from {@link #freeze}. */
    void stop() {
        change(() -> stopped = true);
    }

    void start() {
        change(() -> stopped = false);
    }

    /** The first true time, now at the earliest, at which the clock says {@code reading} or more. */
    long trueNanosAt(long reading) {
        long now = time.nowNanos();
        if (nanosAt(now) >= reading) {
            return now;
        }
        if (frozen || stopped) {
            return NEVER;
        }
        long at = Math.max(now, anchorNanos + (long) Math.floor((reading - readingNanos) / rate));
        while (nanosAt(at) < reading) {
            at++;
        }
        return at;
    }

    private long nanosAt(long trueNanos) {
        return frozen || stopped ? readingNanos : readingNanos + (long) ((trueNanos - anchorNanos) * rate);
    }

    private void change(Runnable change) {
        readingNanos = nanos();
        anchorNanos = time.nowNanos();
        change.run();
        onChange.run();
    }
}
