package io.dynalatch.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dynalatch.testkit.Happening.Asked;
import io.dynalatch.testkit.Happening.Denied;
import io.dynalatch.testkit.Happening.EndTold;
import io.dynalatch.testkit.Happening.Granted;
import io.dynalatch.testkit.Happening.Left;
import io.dynalatch.testkit.Happening.Lived;
import io.dynalatch.testkit.Happening.Probed;
import io.dynalatch.testkit.Happening.ReleaseAsked;
import io.dynalatch.testkit.Happening.Wrote;
import io.dynalatch.testkit.HistoryChecker.Violation;
import io.dynalatch.testkit.VirtualProcess.Life;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Hand-made histories, most of them wrong: each rule has to notice its own. */
class HistoryCheckerTest {
    private static final long LEASE_MILLIS = 1_000;
    private static final long SECOND = 1_000_000_000L;
    private static final LockRow FREE = new LockRow("h0", "v0", 1, LEASE_MILLIS, true);
    private static final LockRow A1 = new LockRow("h1", "v1", 2, LEASE_MILLIS, false);
    private static final LockRow A2 = new LockRow("h1", "v2", 2, LEASE_MILLIS, false);
    private static final LockRow A3 = new LockRow("h1", "v3", 2, LEASE_MILLIS, true);
    private static final LockRow B1 = new LockRow("h2", "v4", 3, LEASE_MILLIS, false);
    private static final LockRow B2 = new LockRow("h2", "v5", 3, LEASE_MILLIS, false);

    private final History history = new History();

    @Test
    void a_history_of_two_holds_one_after_the_other_keeps_all_promises() {
        add(new Asked(0, "a", 1, 0, SECOND), write(1, "a", FREE, A1), new Granted(2, "a", 1, 2, 2));
        add(new Probed(3, "a", 2, true), write(4, "a", A1, A2), new ReleaseAsked(5, "a", 2));
        add(new Probed(5, "a", 2, false), write(6, "a", A2, A3), write(7, "b", A3, B1));
        add(new Granted(8, "b", 2, 8, 3), new EndTold(9, "a", 2, "RELEASED"), new Probed(9, "b", 3, true));
        add(new EndTold(10, "b", 3, "EXPIRED"));

        assertThat(check()).isEmpty();
    }

    @Test
    void a_take_over_after_the_whole_lease_is_permitted() {
        add(write(1, "a", null, A1), write(1 + SECOND, "b", A1, B1));

        assertThat(check()).isEmpty();
    }

    @Test
    void i1_a_hold_that_is_trusted_after_a_newer_one_was_granted() {
        add(new Granted(1, "a", 1, 1, 2), new Lived(2, "a", Life.PAUSED), new Granted(3, "b", 2, 3, 3));
        add(new Lived(4, "a", Life.RUNNING), new Probed(4, "a", 2, true));
        add(new EndTold(5, "a", 2, "EXPIRED"), new EndTold(5, "b", 3, "EXPIRED"));

        assertThat(rules()).containsExactly("I1");
    }

    @Test
    void i1_two_holds_that_are_trusted_at_one_instant_whatever_their_tokens() {
        add(new Lived(0, "a", Life.PAUSED), new Granted(1, "a", 1, 1, 2), new Granted(3, "b", 2, 3, 2));
        add(new Probed(4, "a", 2, true), new Probed(4, "b", 2, true));
        add(new EndTold(5, "a", 2, "EXPIRED"), new EndTold(5, "b", 2, "EXPIRED"));

        assertThat(rules()).containsExactly("I1");
    }

    @Test
    void i2_a_token_that_does_not_grow() {
        add(write(1, "a", FREE, A1), write(2, "a", A1, A3), write(3, "b", A3, new LockRow("h2", "v4", 2, 1, false)));

        assertThat(rules()).containsExactly("I2");
    }

    @Test
    void i2_a_token_that_goes_back_within_a_hold() {
        add(write(1, "a", FREE, A1), write(2, "a", A1, new LockRow("h1", "v2", 1, LEASE_MILLIS, false)));

        assertThat(rules()).containsExactly("I2");
    }

    @Test
    void i2_a_hold_that_is_granted_twice() {
        add(new Granted(1, "a", 1, 1, 2), new ReleaseAsked(2, "a", 2), new Granted(3, "a", 2, 3, 2));
        add(new EndTold(4, "a", 2, "RELEASED"));

        assertThat(rules()).containsExactly("I2");
    }

    @Test
    void i4_a_take_over_one_nanosecond_before_the_lease_had_passed() {
        add(write(1, "a", null, A1), write(SECOND, "b", A1, B1));

        assertThat(rules()).containsExactly("I4");
    }

    @Test
    void i4_a_heartbeat_of_another_process_than_the_holder() {
        add(write(1, "a", FREE, A1), write(2, "a", A1, A3), write(3, "b", A3, B1), write(4, "a", B1, B2));

        assertThat(rules()).containsExactly("I4");
    }

    @Test
    void i4_a_heartbeat_that_was_sent_before_the_hold_that_it_changes() {
        add(write(1, "a", FREE, A1), write(2, "a", A1, A3), new Wrote(4, "a", 3, false, A3, B1));
        add(new Wrote(5, "a", 2, true, B1, B2));

        assertThat(rules()).containsExactly("I4");
    }

    @Test
    void i4_a_released_row_that_is_revived_by_a_heartbeat() {
        add(write(1, "a", FREE, A1), write(2, "a", A1, A3), write(3, "a", A3, A2));

        assertThat(rules()).containsExactly("I4");
    }

    @Test
    void i4_a_record_version_that_is_written_again() {
        add(write(1, "a", FREE, A1), write(2, "a", A1, A2), write(3, "a", A2, A1));

        assertThat(rules()).containsExactly("I4");
    }

    @Test
    void i4_but_the_late_copy_of_an_acquire_may_occupy_a_free_lock() {
        add(write(1, "a", FREE, A1), write(2, "a", A1, A3), write(3, "b", A3, B1));
        add(write(4, "b", B1, new LockRow("h2", "v6", 3, LEASE_MILLIS, true)));
        LockRow ghost = new LockRow("h1", "v1", 4, LEASE_MILLIS, false);
        add(new Wrote(5, "a", 1, true, new LockRow("h2", "v6", 3, LEASE_MILLIS, true), ghost));
        add(write(6, "b", ghost, new LockRow("h3", "v7", 5, LEASE_MILLIS, false)));

        assertThat(check()).isEmpty();
    }

    @Test
    void i4_but_late_copies_of_its_heartbeats_may_touch_a_hold_that_was_made_anew_for_nobody() {
        LockRow released = new LockRow("h2", "v6", 3, LEASE_MILLIS, true);
        LockRow ghost = new LockRow("h1", "v1", 4, LEASE_MILLIS, false);
        add(write(1, "a", FREE, A1), write(2, "a", A1, A2), write(3, "a", A2, A3), write(4, "b", A3, B1));
        add(write(5, "b", B1, released), new Wrote(6, "a", 1, true, released, ghost));
        add(new Wrote(7, "a", 2, true, ghost, new LockRow("h1", "v2", 4, LEASE_MILLIS, false)));

        assertThat(check()).isEmpty();
    }

    @Test
    void i4_a_row_that_is_deleted() {
        add(write(1, "a", FREE, A1), write(2, "a", A1, null));

        assertThat(rules()).containsExactly("I4");
    }

    @Test
    void i5_an_end_that_is_told_twice() {
        add(new Granted(1, "a", 1, 1, 2), new EndTold(2, "a", 2, "EXPIRED"), new EndTold(3, "a", 2, "TAKEN_OVER"));

        assertThat(rules()).containsExactly("I5");
    }

    @Test
    void i5_an_end_that_is_never_told() {
        add(new Granted(1, "a", 1, 1, 2), new Granted(1, "k", 2, 1, 1), new Lived(1, "k", Life.KILLED));

        assertThat(check()).extracting(Violation::what).contains("the end of a's hold 2 was never told");
    }

    @Test
    void i5_an_end_that_is_told_after_another_acquire_returned() {
        add(new Granted(1, "a", 1, 1, 2), new Granted(2, "b", 2, 2, 3));
        add(new EndTold(3, "a", 2, "EXPIRED"), new EndTold(4, "b", 3, "EXPIRED"));

        assertThat(rules()).containsExactly("I5");
    }

    @Test
    void i5_but_not_where_the_process_did_not_run() {
        add(new Granted(1, "a", 1, 1, 2), new Lived(1, "a", Life.SUSPENDED), new Lived(2, "a", Life.RUNNING));
        add(new Granted(3, "b", 2, 3, 3), new EndTold(4, "a", 2, "CLOCK_JUMP"), new EndTold(4, "b", 3, "EXPIRED"));

        assertThat(check()).isEmpty();
    }

    @Test
    void i6_a_call_that_takes_longer_than_it_may() {
        add(new Asked(0, "a", 1, 0, 10), new Denied(11, "a", 1, 11, "busy"));

        assertThat(rules()).containsExactly("I6");
    }

    @Test
    void i6_but_not_where_the_process_was_stopped_meanwhile() {
        add(new Asked(0, "a", 1, 0, 10), new Lived(5, "a", Life.PAUSED), new Lived(20, "a", Life.RUNNING));
        add(new Denied(21, "a", 1, 21, "busy"));

        assertThat(check()).isEmpty();
    }

    @Test
    void p6_a_loss_that_is_told_although_the_row_is_untouched() {
        add(write(1, "a", FREE, A1), new Granted(2, "a", 1, 2, 2), write(3, "a", A1, A2));
        add(new EndTold(4, "a", 2, "TAKEN_OVER"));

        assertThat(rules()).containsExactly("P6");
    }

    @Test
    void i10_something_left_behind() {
        add(new Left(1, "a", "I10", "2 timers after close"));

        assertThat(rules()).containsExactly("I10");
    }

    @Test
    void a_history_runs_forward_and_knows_its_holds() {
        add(new Granted(5, "a", 1, 5, 2));

        assertThatThrownBy(() -> add(new ReleaseAsked(4, "a", 2))).isInstanceOf(IllegalArgumentException.class);
        add(new ReleaseAsked(6, "a", 99));
        assertThatThrownBy(this::check).hasMessageContaining("no grant of a's hold 99");
    }

    @Test
    void a_time_line_says_when_who_and_what() {
        add(new Granted(1_500_000_000, "a", 1, 5, 2), new Wrote(2_000_000_000, "b", SECOND, true, A1, B1));

        assertThat(history.timeLine())
                .contains("1.500000 s  a    Granted[call=1, localNanos=5, token=2]")
                .contains("2.000000 s  b    late copy sent at 1.000000 s: LockRow[holdId=h1");
    }

    private static Wrote write(long atNanos, String process, LockRow before, LockRow after) {
        return new Wrote(atNanos, process, atNanos, false, before, after);
    }

    private void add(Happening... happenings) {
        List.of(happenings).forEach(history::add);
    }

    private List<Violation> check() {
        return HistoryChecker.forClocksUpTo(1).check(history);
    }

    private List<String> rules() {
        return check().stream().map(Violation::rule).toList();
    }
}
