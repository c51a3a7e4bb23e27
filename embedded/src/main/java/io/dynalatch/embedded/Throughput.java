package io.dynalatch.embedded;

/**
 * What may be consumed before a rule of {@link Fault#THROUGHPUT_EXCEEDED} or {@link Fault#THROTTLING} refuses: a bucket
 * of capacity units that fills at a rate. A request is admitted while something is left, and pays afterwards what it
 * consumed, so that a large one may leave a debt. Reads and writes pay into one bucket, unless two rules name their
 * operations.
 *
 * @param unitsPerSecond how fast the bucket fills, by {@link EngineTime}; more than 0
 * @param burst what it holds, and has at the beginning; more than 0
 * @param perKey whether each partition key has a bucket of its own, for the last 10,000 of them; else each table has
 */
public record Throughput(double unitsPerSecond, double burst, boolean perKey) {
    /** Checks the bounds. */
    public Throughput {
        if (!(unitsPerSecond > 0 && burst > 0) || Double.isInfinite(unitsPerSecond) || Double.isInfinite(burst)) {
            throw new IllegalArgumentException("units per second and burst must be finite and more than 0, but were "
                    + unitsPerSecond + " and " + burst);
        }
    }

    /** A bucket for each table. */
    public static Throughput perTable(double unitsPerSecond, double burst) {
        return new Throughput(unitsPerSecond, burst, false);
    }

    /** A bucket for each partition key, shared by the items that have it in common. */
    public static Throughput perKey(double unitsPerSecond, double burst) {
        return new Throughput(unitsPerSecond, burst, true);
    }
}
