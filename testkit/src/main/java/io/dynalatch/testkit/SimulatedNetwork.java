package io.dynalatch.testkit;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * What befalls the requests of a simulation: how slow and how faulty the network is differs from history to history.
 */
final class SimulatedNetwork implements FaultPlan {
    // A fast network, and one whose round trips take up to a request timeout of the shorter leases.
    private static final Duration[] LATENCIES_MAX = {Duration.ofMillis(50), Duration.ofMillis(500)};
    private static final double[] INTENSITIES = {0, 0.3, 1, 2};

    private final SeededFaults faults;
    private final Map<String, Duration> lagging = new HashMap<>();

    SimulatedNetwork(RandomGenerator random, Duration lease) {
        Duration latencyMax = LATENCIES_MAX[random.nextInt(LATENCIES_MAX.length)];
        double intensity = INTENSITIES[random.nextInt(INTENSITIES.length)];
        faults = SeededFaults.of(random, latencyMax, lease.multipliedBy(2))
                .rate(Fault.LOSE_REQUEST, 0.03 * intensity)
                .rate(Fault.LOSE_ANSWER, 0.05 * intensity)
                .rate(Fault.SWALLOW_REQUEST, 0.02 * intensity)
                .rate(Fault.SWALLOW_ANSWER, 0.03 * intensity)
                .rate(Fault.TIMEOUT_BEFORE, 0.01 * intensity)
                .rate(Fault.TIMEOUT_AFTER, 0.02 * intensity)
                .rate(Fault.THROTTLE, 0.03 * intensity)
                .rate(Fault.ERROR_BEFORE, 0.02 * intensity)
                .rate(Fault.ERROR_AFTER, 0.02 * intensity)
                .rate(Fault.CONFLICT, 0.02 * intensity)
                .rate(Fault.ACCESS_DENIED, 0.003 * intensity)
                .rate(Fault.EXPIRED_CREDENTIALS, 0.003 * intensity)
                .rate(Fault.STRIP_ITEM, 0.2 * intensity)
                .rate(Fault.DELAY_REQUEST, 0.06 * intensity)
                .rate(Fault.DELAY_ANSWER, 0.06 * intensity)
                .rate(Fault.DUPLICATE, 0.06 * intensity);
    }

    /** From now on answers to a process come late by this much. */
    void lag(VirtualProcess process, Duration by) {
        lagging.put(process.name(), by);
    }

    void endLag(VirtualProcess process) {
        lagging.remove(process.name());
    }

    /** Ends all faults; requests go on taking time. */
    void calm() {
        faults.calm();
        lagging.clear();
    }

    @Override
    public Course course(Call call) {
        Course course = faults.course(call);
        Duration lag = lagging.getOrDefault(call.sender(), Duration.ZERO);
        return course.taking(course.outbound(), course.inbound().plus(lag));
    }
}
