package io.dynalatch.embedded.internal.fault;

import io.dynalatch.embedded.Throughput;

/** Capacity units that fill at a rate, as much as a burst at most. Guarded by the plan. */
final class TokenBucket {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Throughput throughput;
    private double units;
    private long filledAtNanos;

    TokenBucket(Throughput throughput, long nowNanos) {
        this.throughput = throughput;
        this.units = throughput.burst();
        this.filledAtNanos = nowNanos;
    }

    /** Whether a request is admitted. */
    boolean hasSome(long nowNanos) {
        double filled = (nowNanos - filledAtNanos) / NANOS_PER_SECOND * throughput.unitsPerSecond();
        units = Math.min(throughput.burst(), units + filled);
        filledAtNanos = nowNanos;
        return units > 0;
    }

    /** Takes what a request consumed, also more than there is. */
    void take(double consumed) {
        units -= consumed;
    }
}
