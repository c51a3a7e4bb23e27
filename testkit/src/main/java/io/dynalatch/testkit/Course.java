package io.dynalatch.testkit;

import java.time.Duration;
import java.util.Arrays;
import java.util.Set;

/**
 * What befalls one request. At most one of the faults decides its end; delays and a late copy may come on top.
 *
 * @param faults what goes wrong; empty for a request that is simply answered
 * @param outbound from sending to arrival; zero or more
 * @param inbound from being applied to the answer; zero or more
 * @param copyAfter from the first arrival to that of the copy; used with {@link Fault#DUPLICATE}
 */
public record Course(Set<Fault> faults, Duration outbound, Duration inbound, Duration copyAfter) {
    /** An answered request that takes no time. */
    public static final Course PLAIN = of();

    /** Checks that at most one fault decides the end. */
    public Course {
        faults = Set.copyOf(faults);
        if (faults.stream().filter(Course::decides).count() > 1) {
            throw new IllegalArgumentException("at most one of the faults may decide the end, but was " + faults);
        }
    }

    /**
     * A course without delays. Without virtual time a {@link Fault#DELAY_REQUEST}, {@link Fault#DELAY_ANSWER} or
     * {@link Fault#DUPLICATE} waits for {@link FaultyDynamoDb#deliverHeld}.
     *
     * @param faults what goes wrong
     * @return the course
     */
    public static Course of(Fault... faults) {
        return new Course(Set.copyOf(Arrays.asList(faults)), Duration.ZERO, Duration.ZERO, Duration.ZERO);
    }

    /**
     * A course with other delays.
     *
     * @param outbound from sending to arrival
     * @param inbound from being applied to the answer
     * @return the course
     */
    public Course taking(Duration outbound, Duration inbound) {
        return new Course(faults, outbound, inbound, copyAfter);
    }

    /**
     * A course whose copy arrives at another time.
     *
     * @param copyAfter from the first arrival to that of the copy
     * @return the course
     */
    public Course copyAfter(Duration copyAfter) {
        return new Course(faults, outbound, inbound, copyAfter);
    }

    boolean has(Fault fault) {
        return faults.contains(fault);
    }

    /** The fault that decides the end; {@link Fault#DELAY_ANSWER} stands for a plain one. */
    Fault decisive() {
        return faults.stream().filter(Course::decides).findFirst().orElse(Fault.DELAY_ANSWER);
    }

    private static boolean decides(Fault fault) {
        return fault.ending() != Fault.Ending.ANSWERED;
    }
}
