package io.dynalatch.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dynalatch.spi.TaskScheduler.Scheduled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VirtualProcessTest {
    private final VirtualTime time = VirtualTime.seeded(1);
    private final VirtualProcess process = time.process("a");
    private final List<String> ran = new ArrayList<>();
    private final long monotonicStart = process.timeSource().nanos();
    private final long wallStart = process.wallClock().millis();

    @Test
    void timers_count_by_the_clock_of_the_process() {
        process.monotonic().setRate(0.5);
        timer(Duration.ofSeconds(1));

        time.advance(Duration.ofSeconds(2).minusNanos(1));
        assertThat(ran).isEmpty();

        time.advance(Duration.ofNanos(1));
        assertThat(ran).containsExactly("timer at 2000000000");
        assertThat(elapsedNanos()).isEqualTo(1_000_000_000);
    }

    @Test
    void a_timer_moves_when_the_rate_changes_under_it() {
        timer(Duration.ofSeconds(2));

        time.advance(Duration.ofSeconds(1));
        process.monotonic().setRate(2);
        time.runUntilIdle(10);

        assertThat(ran).containsExactly("timer at 1500000000");
    }

    @Test
    void a_cancelled_timer_does_not_run() {
        Scheduled timer = process.scheduler().schedule(Duration.ofSeconds(1), () -> ran.add("cancelled"));

        timer.cancel();
        time.runUntilIdle(10);

        assertThat(ran).isEmpty();
        assertThat(process.pendingTimers()).isZero();
    }

    @Test
    void a_paused_process_runs_late_and_both_clocks_went_on() {
        timer(Duration.ofSeconds(1));
        process.executor().execute(() -> ran.add("task"));
        process.run(() -> ran.add("answer"));

        process.pause();
        time.advance(Duration.ofSeconds(5));
        assertThat(ran).isEmpty();
        assertThat(elapsedNanos()).isEqualTo(5_000_000_000L);
        assertThat(wallMillis()).isEqualTo(5_000);

        process.resume();
        time.advance(Duration.ZERO);
        assertThat(ran).containsExactlyInAnyOrder("timer at 5000000000", "task", "answer");
    }

    @Test
    void a_suspended_process_waits_on_from_where_it_stood_and_only_the_wall_clock_went_on() {
        timer(Duration.ofSeconds(2));
        time.advance(Duration.ofSeconds(1));

        process.suspend();
        time.advance(Duration.ofSeconds(10));
        process.resume();
        time.runUntilIdle(10);

        assertThat(ran).containsExactly("timer at 12000000000");
        assertThat(elapsedNanos()).isEqualTo(2_000_000_000L);
        assertThat(wallMillis()).isEqualTo(12_000);
    }

    @Test
    void a_killed_process_never_runs_again() {
        timer(Duration.ofSeconds(1));
        process.executor().execute(() -> ran.add("task"));

        process.kill();
        process.resume();
        process.run(() -> ran.add("answer"));
        process.executor().execute(() -> ran.add("another task"));
        time.advance(Duration.ofSeconds(5));

        assertThat(ran).isEmpty();
        assertThat(process.pendingTimers()).isZero();
    }

    @Test
    void a_frozen_clock_keeps_timers_from_running_while_the_process_runs() {
        timer(Duration.ofSeconds(1));

        process.monotonic().freeze();
        process.run(() -> ran.add("answer"));
        time.advance(Duration.ofSeconds(5));
        assertThat(ran).containsExactly("answer");

        process.monotonic().thaw();
        time.runUntilIdle(10);
        assertThat(ran).containsExactly("answer", "timer at 6000000000");
    }

    @Test
    void resuming_does_not_thaw_what_was_frozen() {
        process.wall().freeze();

        process.suspend();
        process.resume();
        time.advance(Duration.ofSeconds(5));

        assertThat(wallMillis()).isZero();
        assertThat(elapsedNanos()).isEqualTo(5_000_000_000L);
    }

    @Test
    void the_wall_clock_can_be_set_both_ways_and_the_monotonic_one_only_forward() {
        process.wall().step(Duration.ofHours(-2));
        process.monotonic().step(Duration.ofSeconds(3));

        assertThat(wallMillis()).isEqualTo(-7_200_000);
        assertThat(elapsedNanos()).isEqualTo(3_000_000_000L);
        assertThatThrownBy(() -> process.monotonic().step(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void the_executor_keeps_the_order_of_its_tasks() {
        for (int i = 0; i < 5; i++) {
            String name = "task " + i;
            process.executor().execute(() -> ran.add(name));
        }

        time.runUntilIdle(10);

        assertThat(ran).containsExactly("task 0", "task 1", "task 2", "task 3", "task 4");
    }

    @Test
    void a_task_that_throws_does_not_stop_the_executor() {
        process.executor().execute(() -> {
            throw new IllegalStateException("on purpose");
        });
        process.executor().execute(() -> ran.add("next"));

        assertThatThrownBy(() -> time.runUntilIdle(10)).hasMessage("on purpose");
        time.runUntilIdle(10);

        assertThat(ran).containsExactly("next");
    }

    @Test
    void ids_are_unique_and_readable() {
        assertThat(List.of(process.ids().next(), process.ids().next())).containsExactly("a-1", "a-2");
    }

    private void timer(Duration delay) {
        Scheduled unused = process.scheduler().schedule(delay, () -> ran.add("timer at " + time.nowNanos()));
    }

    private long elapsedNanos() {
        return process.timeSource().nanos() - monotonicStart;
    }

    private long wallMillis() {
        return process.wallClock().millis() - wallStart;
    }
}
