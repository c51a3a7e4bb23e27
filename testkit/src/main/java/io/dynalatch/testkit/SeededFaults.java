package io.dynalatch.testkit;

import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Lets things go wrong at random, each kind with its own probability. Every request takes some time; throttling comes
 * in bursts. Not thread-safe.
 */
public final class SeededFaults implements FaultPlan {
    private static final int BURST_MAX = 4;

    private final RandomGenerator random;
    private final Duration latencyMax;
    private final Duration delayMax;
    private final Map<Fault, Double> rates = new EnumMap<>(Fault.class);
    private int burst;

    private SeededFaults(RandomGenerator random, Duration latencyMax, Duration delayMax) {
        this.random = random;
        this.latencyMax = latencyMax;
        this.delayMax = delayMax;
    }

    /**
     * Starts without faults.
     *
     * @param random drawn from for each request
     * @param latencyMax each way of an ordinary request takes up to this
     * @param delayMax each way of a delayed one, and the way of a copy, take up to this
     * @return a plan
     */
    public static SeededFaults of(RandomGenerator random, Duration latencyMax, Duration delayMax) {
        return new SeededFaults(random, latencyMax, delayMax);
    }

    /**
     * Sets how often a fault befalls a request.
     *
     * @param fault which; not {@link Fault#BLACKHOLE}, {@link Fault#CUT_OFF} and {@link Fault#HANG}, which the test
     *     turns on and off
     * @param probability 0 to 1; of the faults that decide the end of a request the first one drawn counts
     * @return this
     */
    public SeededFaults rate(Fault fault, double probability) {
        boolean byHand = fault == Fault.BLACKHOLE || fault == Fault.CUT_OFF || fault == Fault.HANG;
        if (byHand || !(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("no probability of " + probability + " can be set for " + fault);
        }
        rates.put(fault, probability);
        return this;
    }

    /** Ends all faults; requests go on taking time. */
    public void calm() {
        rates.clear();
        burst = 0;
    }

    @Override
    public Course course(Call call) {
        Set<Fault> faults = draw();
        return new Course(
                faults,
                way(faults.contains(Fault.DELAY_REQUEST)),
                way(faults.contains(Fault.DELAY_ANSWER)),
                upTo(delayMax));
    }

    private Set<Fault> draw() {
        Set<Fault> faults = EnumSet.noneOf(Fault.class);
        boolean decided = burst > 0;
        if (decided) {
            burst--;
            faults.add(Fault.THROTTLE);
        }
        for (Map.Entry<Fault, Double> rate : rates.entrySet()) {
            boolean decides = rate.getKey().ending() != Fault.Ending.ANSWERED;
            if (random.nextDouble() < rate.getValue() && !(decides && decided)) {
                faults.add(rate.getKey());
                decided |= decides;
            }
        }
        if (burst == 0 && faults.contains(Fault.THROTTLE)) {
            burst = random.nextInt(BURST_MAX);
        }
        return faults;
    }

    private Duration way(boolean delayed) {
        return upTo(delayed ? delayMax : latencyMax);
    }

    private Duration upTo(Duration max) {
        return Duration.ofNanos(random.nextLong(max.toNanos() + 1));
    }
}
