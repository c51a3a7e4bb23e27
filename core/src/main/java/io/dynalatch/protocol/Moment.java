package io.dynalatch.protocol;

/**
 * Both clocks of one process, read at one moment.
 *
 * @param nanos monotonic nanoseconds; only differences mean something
 * @param wallMillis milliseconds since the epoch; may step either way
 */
public record Moment(long nanos, long wallMillis) {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Nanoseconds from an earlier moment of the same process to this one, by the monotonic clock. */
    public long nanosSince(Moment earlier) {
        return nanos - earlier.nanos;
    }

    /** The same by the wall clock; negative if it was set back. Saturates, since a wall clock may say anything. */
    public long wallNanosSince(Moment earlier) {
        long millis = Times.saturatedSubtract(wallMillis, earlier.wallMillis);
        return Times.saturatedMultiply(millis, NANOS_PER_MILLI);
    }
}
