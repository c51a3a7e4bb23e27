package io.dynalatch.protocol;

import java.math.BigInteger;
import java.time.Duration;

/** Arithmetic on times that ends at the ends of the number range instead of running over. */
public final class Times {
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);

    private Times() {}

    /** A duration in nanoseconds; about 292 years at most. */
    public static long nanos(Duration duration) {
        BigInteger nanos = BigInteger.valueOf(duration.getSeconds())
                .multiply(BigInteger.valueOf(1_000_000_000))
                .add(BigInteger.valueOf(duration.getNano()));
        return nanos.min(MAX).max(MIN).longValueExact();
    }

    static long saturatedAdd(long a, long b) {
        long sum = a + b;
        boolean overflow = ((a ^ sum) & (b ^ sum)) < 0;
        return overflow ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    static long saturatedSubtract(long a, long b) {
        long difference = a - b;
        boolean overflow = ((a ^ b) & (a ^ difference)) < 0;
        return overflow ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : difference;
    }

    static long saturatedMultiply(long a, long b) {
        return BigInteger.valueOf(a)
                .multiply(BigInteger.valueOf(b))
                .min(MAX)
                .max(MIN)
                .longValueExact();
    }

    /**
     * A lease with the allowance for clocks of differing rates, rounded up: a watch may be too long, never too short.
     */
    static long stretched(long leaseNanos, double allowance) {
        double extra = Math.ceil(leaseNanos * allowance);
        return saturatedAdd(leaseNanos, (long) extra);
    }
}
