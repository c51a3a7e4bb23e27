package io.dynalatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dynalatch.cli.LossPlan.Step;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LossPlanTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    /** With a lease of 20 s the reserve is 1 s. */
    private static final Duration LEASE = Duration.ofSeconds(20);

    private static final long END = 16 * SECOND;
    private static final long TERM_AT = 12 * SECOND;
    private static final long KILL_AT = 15 * SECOND;

    private static LossPlan plan(OnLoss onLoss) {
        return new LossPlan(onLoss, LEASE, Duration.ofSeconds(3));
    }

    @Test
    void signals_at_the_last_moment_that_leaves_room_for_kill_and_reserve() {
        LossPlan plan = plan(OnLoss.TERM);

        assertThat(plan.due(TERM_AT - 1, END, false)).isEqualTo(Step.NOTHING);
        assertThat(plan.nextNanos(END)).isEqualTo(TERM_AT);
        assertThat(plan.acted()).isFalse();
        assertThat(plan.due(TERM_AT, END, false)).isEqualTo(Step.SIGNAL);
        assertThat(plan.acted()).isTrue();
    }

    @Test
    void kills_when_the_reserve_begins() {
        LossPlan plan = plan(OnLoss.TERM);
        assertThat(plan.due(TERM_AT, END, false)).isEqualTo(Step.SIGNAL);

        assertThat(plan.nextNanos(END)).isEqualTo(KILL_AT);
        assertThat(plan.due(KILL_AT - 1, END, false)).isEqualTo(Step.NOTHING);
        assertThat(plan.due(KILL_AT, END, false)).isEqualTo(Step.KILL);
        assertThat(plan.due(END, END, true)).isEqualTo(Step.NOTHING);
    }

    @Test
    void a_heartbeat_that_moves_the_end_spares_the_child_only_before_the_signal() {
        LossPlan plan = plan(OnLoss.TERM);
        assertThat(plan.due(TERM_AT, END + SECOND, false)).isEqualTo(Step.NOTHING);
        assertThat(plan.due(TERM_AT + SECOND, END + SECOND, false)).isEqualTo(Step.SIGNAL);

        assertThat(plan.due(KILL_AT + SECOND, END + 10 * SECOND, false)).isEqualTo(Step.KILL);
    }

    @Test
    void a_loss_is_acted_on_at_once_whatever_the_end_was() {
        LossPlan plan = plan(OnLoss.TERM);

        assertThat(plan.due(SECOND, END, true)).isEqualTo(Step.SIGNAL);
        assertThat(plan.due(4 * SECOND - 1, END, true)).isEqualTo(Step.NOTHING);
        assertThat(plan.due(4 * SECOND, END, true)).isEqualTo(Step.KILL);
    }

    @Test
    void a_process_that_slept_past_the_end_signals_and_kills_in_one_go() {
        LossPlan plan = plan(OnLoss.TERM);

        assertThat(plan.due(END + SECOND, END, true)).isEqualTo(Step.SIGNAL);
        assertThat(plan.due(END + SECOND, END, true)).isEqualTo(Step.KILL);
    }

    @Test
    void killing_without_a_signal_waits_for_the_reserve_or_the_loss() throws Exception {
        assertThat(plan(OnLoss.parse("kill")).due(KILL_AT - 1, END, false)).isEqualTo(Step.NOTHING);
        assertThat(plan(OnLoss.parse("kill")).due(KILL_AT, END, false)).isEqualTo(Step.KILL);
        assertThat(plan(OnLoss.parse("kill")).due(SECOND, END, true)).isEqualTo(Step.KILL);
    }

    @Test
    void a_signal_of_choice_is_all_that_is_sent() throws Exception {
        LossPlan plan = plan(OnLoss.parse("signal=SIGUSR1"));

        assertThat(plan.due(TERM_AT, END, false)).isEqualTo(Step.SIGNAL);
        assertThat(plan.due(END, END, true)).isEqualTo(Step.NOTHING);
    }

    @Test
    void ignoring_does_nothing() throws Exception {
        LossPlan plan = plan(OnLoss.parse("ignore"));

        assertThat(plan.due(END, END, true)).isEqualTo(Step.NOTHING);
        assertThat(plan.acted()).isFalse();
    }

    @Test
    void times_may_run_over_the_end_of_the_number_range() {
        LossPlan plan = plan(OnLoss.TERM);
        long end = Long.MIN_VALUE + SECOND;

        assertThat(plan.due(end - 4 * SECOND - 1, end, false)).isEqualTo(Step.NOTHING);
        assertThat(plan.due(end - 4 * SECOND, end, false)).isEqualTo(Step.SIGNAL);
        assertThat(plan.due(end - SECOND, end, false)).isEqualTo(Step.KILL);
    }

    @Test
    void a_healthy_hold_is_never_so_near_its_end() {
        // Renewed every third of the lease, and trusted for four fifths of it, a hold has 7/15 left at the least.
        long left = LEASE.toNanos() * 7 / 15;
        LossPlan plan = new LossPlan(OnLoss.TERM, LEASE, LossPlan.maxKillAfter(LEASE));

        assertThat(plan.due(0, left, false)).isEqualTo(Step.NOTHING);
    }
}
