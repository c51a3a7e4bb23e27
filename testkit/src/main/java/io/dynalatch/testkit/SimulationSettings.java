package io.dynalatch.testkit;

import java.time.Duration;

/**
 * The world that a {@link LockSimulation} takes place in.
 *
 * @param slowestRate of any monotonic clock, seconds of it for each true second
 * @param fastestRate of any monotonic clock
 * @param suspendStops which clocks stand still while a machine is suspended
 * @param lease the longest; some holds have a shorter one
 * @param clients how many compete
 * @param length how long things go wrong
 */
public record SimulationSettings(
        double slowestRate,
        double fastestRate,
        SuspendStops suspendStops,
        Duration lease,
        int clients,
        Duration length) {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration LENGTH = Duration.ofMinutes(2);

    /** Everything that the default settings of a client are made for: clocks differ by a factor of up to 1.2584. */
    public static final SimulationSettings WITHIN_BOUNDS =
            new SimulationSettings(0.89, 1.12, SuspendStops.MONOTONIC, LEASE, 3, LENGTH);

    /** Clocks differ by more than the safety margin covers: two holders are to be expected. */
    public static final SimulationSettings CLOCKS_BEYOND_BOUND =
            new SimulationSettings(0.7, 1.4, SuspendStops.MONOTONIC, LEASE, 3, LENGTH);

    /** A suspend that no clock of the machine shows: two holders are to be expected. */
    public static final SimulationSettings ALL_CLOCKS_STOP =
            new SimulationSettings(0.89, 1.12, SuspendStops.BOTH, LEASE, 3, LENGTH);

    /** Which clocks stand still while a machine is suspended. */
    public enum SuspendStops {
        /** The wall clock goes on and shows the suspend. */
        MONOTONIC,
        /** Nothing shows it. */
        BOTH
    }

    /**
     * Settings by the name of their constant.
     *
     * @param name as {@code WITHIN_BOUNDS}
     * @return the settings
     */
    public static SimulationSettings named(String name) {
        return switch (name) {
            case "WITHIN_BOUNDS" -> WITHIN_BOUNDS;
            case "CLOCKS_BEYOND_BOUND" -> CLOCKS_BEYOND_BOUND;
            case "ALL_CLOCKS_STOP" -> ALL_CLOCKS_STOP;
            default -> throw new IllegalArgumentException("no simulation settings are called '" + name + "'");
        };
    }
}
