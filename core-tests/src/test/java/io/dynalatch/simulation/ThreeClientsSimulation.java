package io.dynalatch.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dynalatch.testkit.Fault;
import io.dynalatch.testkit.Happening;
import io.dynalatch.testkit.LockSimulation;
import io.dynalatch.testkit.Seeds;
import io.dynalatch.testkit.SimulationResult;
import io.dynalatch.testkit.SimulationSettings;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * P1, P2, P5, P6, P9, P10, P13 and P16: three clients on one lock, in seeded histories in which requests, machines and
 * clocks misbehave. {@code -Ddynalatch.histories=…} runs more of them, {@code -Ddynalatch.seed=…} repeats one.
 */
class ThreeClientsSimulation {
    private static final int HISTORIES = Integer.getInteger("dynalatch.histories", 1_000);
    private static final int HISTORIES_UNTIL_BROKEN_MAX = 500;

    @Test
    void no_promise_is_broken_while_clocks_keep_to_the_bound() {
        Long only = Long.getLong(Seeds.PROPERTY);
        LongStream seeds = only == null ? LongStream.rangeClosed(1, HISTORIES) : LongStream.of(only);

        List<Summary> summaries = seeds.parallel()
                .mapToObj(seed -> Summary.of(LockSimulation.run(seed, SimulationSettings.WITHIN_BOUNDS)))
                .toList();

        assertThat(summaries).allSatisfy(summary -> assertThat(summary.report()).isEmpty());
        if (only == null) {
            requireExercised(summaries);
        }
    }

    @Test
    void clocks_beyond_the_bound_break_it() {
        Optional<SimulationResult> broken = firstWithTwoHolders(SimulationSettings.CLOCKS_BEYOND_BOUND);

        assertThat(broken).isPresent();
    }

    @Test
    void a_suspend_that_no_clock_shows_breaks_it() {
        Optional<SimulationResult> broken = firstWithTwoHolders(SimulationSettings.ALL_CLOCKS_STOP);

        assertThat(broken).isPresent();
    }

    @Test
    void one_seed_always_gives_one_history() {
        SimulationResult first = LockSimulation.run(7, SimulationSettings.WITHIN_BOUNDS);
        SimulationResult second = LockSimulation.run(7, SimulationSettings.WITHIN_BOUNDS);

        assertThat(first.history().timeLine()).isEqualTo(second.history().timeLine());
    }

    private static Optional<SimulationResult> firstWithTwoHolders(SimulationSettings settings) {
        Optional<SimulationResult> broken = LongStream.rangeClosed(1, HISTORIES_UNTIL_BROKEN_MAX)
                .mapToObj(seed -> LockSimulation.run(seed, settings))
                .filter(result ->
                        result.violations().stream().anyMatch(it -> it.rule().equals("I1")))
                .findFirst();
        broken.ifPresent(it -> System.out.println("two holders with seed " + it.seed() + " of " + settings));
        return broken;
    }

    /** A fault that never fired, or a kind of thing that never happened, is not passed but untested. */
    private static void requireExercised(List<Summary> summaries) {
        Map<Fault, Long> fired = new EnumMap<>(Fault.class);
        summaries.forEach(summary -> summary.fired().forEach((fault, times) -> fired.merge(fault, times, Long::sum)));
        System.out.println("no violation found in " + summaries.size() + " histories; grants "
                + summaries.stream().mapToLong(Summary::grants).sum() + ", losses "
                + summaries.stream().mapToLong(Summary::losses).sum() + ", take-overs "
                + summaries.stream().mapToLong(Summary::takeOvers).sum() + ", late copies applied "
                + summaries.stream().mapToLong(Summary::copies).sum() + ", faults " + fired);
        assertThat(fired)
                .containsOnlyKeys(Fault.values())
                .allSatisfy((fault, times) ->
                        assertThat(times).as("how often %s was fired", fault).isPositive());
        assertThat(summaries).anyMatch(summary -> summary.losses() > 0);
        assertThat(summaries).anyMatch(summary -> summary.takeOvers() > 0);
        assertThat(summaries).anyMatch(summary -> summary.copies() > 0);
    }

    /** What is kept of a history, so that a thousand fit into memory. */
    private record Summary(
            String report, Map<Fault, Long> fired, long grants, long losses, long takeOvers, long copies) {
        private static Summary of(SimulationResult result) {
            List<Happening> all = result.history().happenings();
            return new Summary(
                    result.report(),
                    result.fired(),
                    result.count(Happening.Granted.class),
                    all.stream().filter(Summary::isLoss).count(),
                    all.stream().filter(Summary::isTakeOver).count(),
                    all.stream()
                            .filter(it -> it instanceof Happening.Wrote wrote && wrote.copy())
                            .count());
        }

        private static boolean isLoss(Happening it) {
            return it instanceof Happening.EndTold told && told.end().equals("EXPIRED");
        }

        private static boolean isTakeOver(Happening it) {
            return it instanceof Happening.Wrote wrote
                    && wrote.before() != null
                    && wrote.after() != null
                    && wrote.before().held()
                    && !wrote.before().holdId().equals(wrote.after().holdId());
        }
    }
}
