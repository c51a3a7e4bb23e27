package io.dynalatch.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SeededFaultsTest {
    private static final Duration LATENCY_MAX = Duration.ofMillis(5);
    private static final Duration DELAY_MAX = Duration.ofSeconds(5);
    private static final Call CALL = new Call("a", "UpdateItem", CountingStore.add("a"), 1, 0);

    @Test
    void one_seed_gives_one_sequence() {
        assertThat(courses(faults(3))).isEqualTo(courses(faults(3)));
        assertThat(courses(faults(3))).isNotEqualTo(courses(faults(4)));
    }

    @Test
    void every_fault_with_a_rate_fires_about_that_often() {
        List<Course> courses = courses(faults(1));

        assertThat(courses.stream().filter(c -> c.has(Fault.LOSE_ANSWER)).count())
                .isBetween(80L, 120L);
        assertThat(courses.stream().filter(c -> c.has(Fault.DELAY_ANSWER)).count())
                .isBetween(160L, 240L);
        assertThat(courses).noneMatch(c -> c.has(Fault.LOSE_REQUEST));
    }

    @Test
    void only_delayed_ways_take_longer_than_the_usual_latency() {
        assertThat(courses(faults(1)))
                .allMatch(c -> c.has(Fault.DELAY_ANSWER) || c.inbound().compareTo(LATENCY_MAX) <= 0)
                .anyMatch(c -> c.inbound().compareTo(LATENCY_MAX) > 0)
                .allMatch(c -> c.outbound().compareTo(LATENCY_MAX) <= 0);
    }

    @Test
    void nothing_goes_wrong_once_it_is_calm() {
        SeededFaults faults = faults(1);

        faults.calm();

        assertThat(courses(faults)).allMatch(c -> c.faults().isEmpty());
    }

    @Test
    void what_the_test_turns_on_itself_has_no_rate() {
        SeededFaults faults = faults(1);

        assertThatThrownBy(() -> faults.rate(Fault.BLACKHOLE, 0.1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> faults.rate(Fault.THROTTLE, 1.1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static SeededFaults faults(long seed) {
        return SeededFaults.of(new SplittableRandom(seed), LATENCY_MAX, DELAY_MAX)
                .rate(Fault.LOSE_ANSWER, 0.1)
                .rate(Fault.DELAY_ANSWER, 0.2);
    }

    private static List<Course> courses(SeededFaults faults) {
        List<Course> courses = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            courses.add(faults.course(CALL));
        }
        return courses;
    }
}
