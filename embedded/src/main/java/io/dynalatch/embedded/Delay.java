package io.dynalatch.embedded;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** A time that is drawn anew for each request; never more than an hour. */
public sealed interface Delay {
    /** The longest delay there is; what is drawn beyond it is cut. */
    Duration MAX = Duration.ofHours(1);

    /** Draws a time from zero to {@link #MAX}. */
    Duration draw(RandomGenerator random);

    /**
     * Always the same.
     *
     * @param time zero to {@link #MAX}
     */
    record Fixed(Duration time) implements Delay {
        /** Checks the bounds. */
        public Fixed {
            check("a fixed delay", time);
        }

        @Override
        public Duration draw(RandomGenerator random) {
            return time;
        }
    }

    /**
     * Every time between two is as likely.
     *
     * @param min zero or more
     * @param max {@code min} to {@link #MAX}
     */
    record Uniform(Duration min, Duration max) implements Delay {
        /** Checks the bounds. */
        public Uniform {
            check("the least of a uniform delay", min);
            check("the largest of a uniform delay", max);
            if (max.compareTo(min) < 0) {
                throw new IllegalArgumentException(
                        "the largest of a uniform delay must not be less than the least, but was " + max
                                + ", less than " + min);
            }
        }

        @Override
        public Duration draw(RandomGenerator random) {
            long span = max.minus(min).toNanos();
            return min.plusNanos(span == 0 ? 0 : random.nextLong(span + 1));
        }
    }

    /**
     * Mostly short and at times long; 99 of 100 are within 6.64 times the median.
     *
     * @param median half of the delays are shorter; zero to {@link #MAX}
     */
    record Exponential(Duration median) implements Delay {
        /** Checks the bounds. */
        public Exponential {
            check("the median of an exponential delay", median);
        }

        @Override
        public Duration draw(RandomGenerator random) {
            // nextDouble never gives 1, so the logarithm is finite.
            return cut((double) median.toNanos() * -Math.log(1 - random.nextDouble()) / Math.log(2));
        }
    }

    /**
     * As answers over a network: close to the median as a rule, with a long tail.
     *
     * @param median half of the delays are shorter; more than zero
     * @param p99 99 of 100 delays are shorter; {@code median} to {@link #MAX}
     */
    record LogNormal(Duration median, Duration p99) implements Delay {
        /** Standard deviations from the median to the 99th percentile. */
        private static final double DEVIATIONS_P99 = 2.3263478740408408;

        /** Checks the bounds. */
        public LogNormal {
            check("the median of a log-normal delay", median);
            check("the 99th percentile of a log-normal delay", p99);
            if (median.isZero() || p99.compareTo(median) < 0) {
                throw new IllegalArgumentException("the 99th percentile of a log-normal delay must not be less than the"
                        + " median, which is more than zero, but they were " + p99 + " and " + median);
            }
        }

        @Override
        public Duration draw(RandomGenerator random) {
            double deviation = Math.log((double) p99.toNanos() / median.toNanos()) / DEVIATIONS_P99;
            return cut((double) median.toNanos() * Math.exp(deviation * random.nextGaussian()));
        }
    }

    /** {@link Fixed}. */
    static Delay fixed(Duration time) {
        return new Fixed(time);
    }

    /** {@link Uniform}. */
    static Delay uniform(Duration min, Duration max) {
        return new Uniform(min, max);
    }

    /** {@link Exponential}. */
    static Delay exponential(Duration median) {
        return new Exponential(median);
    }

    /** {@link LogNormal}. */
    static Delay logNormal(Duration median, Duration p99) {
        return new LogNormal(median, p99);
    }

    private static void check(String what, Duration time) {
        if (time.isNegative() || time.compareTo(MAX) > 0) {
            throw new IllegalArgumentException(what + " must be between zero and " + MAX + ", but was " + time);
        }
    }

    private static Duration cut(double nanos) {
        return Duration.ofNanos((long) Math.min(nanos, (double) MAX.toNanos()));
    }
}
