package io.dynalatch.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dynalatch.spi.TaskScheduler.Scheduled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {
    private final VirtualTime time = VirtualTime.seeded(1);
    private final List<String> ran = new ArrayList<>();

    @Test
    void events_run_in_the_order_of_their_time_and_move_the_time() {
        Scheduled later = time.after(Duration.ofSeconds(2), () -> ran.add("later at " + time.nowNanos()));
        Scheduled sooner = time.after(Duration.ofSeconds(1), () -> ran.add("sooner at " + time.nowNanos()));

        time.runUntilIdle(10);

        assertThat(later).isNotSameAs(sooner);
        assertThat(ran).containsExactly("sooner at 1000000000", "later at 2000000000");
    }

    @Test
    void advancing_runs_what_is_due_at_its_very_end_and_nothing_later() {
        schedule(Duration.ofNanos(10), "due");
        schedule(Duration.ofNanos(11), "not due");

        time.advance(Duration.ofNanos(10));

        assertThat(ran).containsExactly("due");
        assertThat(time.nowNanos()).isEqualTo(10);
        assertThat(time.pending()).isEqualTo(1);
    }

    @Test
    void one_seed_gives_one_order_and_seeds_differ() {
        assertThat(orderOf(7)).isEqualTo(orderOf(7));
        assertThat(orderOf(7)).isNotEqualTo(orderOf(8));
    }

    @Test
    void a_cancelled_event_does_not_run() {
        Scheduled event = time.after(Duration.ofSeconds(1), () -> ran.add("cancelled"));

        event.cancel();
        time.runUntilIdle(10);

        assertThat(ran).isEmpty();
    }

    @Test
    void waiting_for_a_future_runs_events_until_it_is_done() {
        CompletableFuture<String> future = new CompletableFuture<>();
        Scheduled unused = time.after(Duration.ofSeconds(3), () -> future.complete("done"));

        assertThat(time.await(future, Duration.ofSeconds(3))).isEqualTo("done");
    }

    @Test
    void waiting_longer_than_the_bound_fails() {
        schedule(Duration.ofSeconds(4), "too late");

        assertThatThrownBy(() -> time.runUntil(() -> !ran.isEmpty(), Duration.ofSeconds(3)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("1 later events");
    }

    @Test
    void events_that_never_end_are_noticed() {
        repeat(Duration.ofSeconds(1));

        assertThatThrownBy(() -> time.runUntilIdle(100)).isInstanceOf(AssertionError.class);
    }

    @Test
    void a_loop_without_a_delay_is_noticed() {
        repeat(Duration.ZERO);

        assertThatThrownBy(() -> time.advance(Duration.ofSeconds(1))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_name_is_given_once() {
        VirtualProcess first = time.process("a");
        first.kill();

        assertThatThrownBy(() -> time.process("a")).isInstanceOf(IllegalArgumentException.class);
    }

    private List<String> orderOf(long seed) {
        VirtualTime other = VirtualTime.seeded(seed);
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String name = "e" + i;
            Scheduled unused = other.after(Duration.ofSeconds(1), () -> order.add(name));
        }
        other.runUntilIdle(20);
        return order;
    }

    private void schedule(Duration delay, String name) {
        Scheduled unused = time.after(delay, () -> ran.add(name));
    }

    private void repeat(Duration delay) {
        Scheduled unused = time.after(delay, () -> repeat(delay));
    }
}
