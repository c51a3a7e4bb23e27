package io.dynalatch.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.dynalatch.protocol.AcquireStep.GiveUp;
import io.dynalatch.protocol.AcquireStep.Reason;
import io.dynalatch.protocol.AcquireStep.Undo;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** State, event, time, expected steps. Lease 3000, margin 600, timeout 500, polls 20 to 1000, no allowance. */
class AcquireProtocolTest {
    private static final LeaseTerms LEASE = new LeaseTerms(3000, 1000, 600, 500);
    private static final Row FREE = new Row(Row.Standing.RELEASED, "r", "old", 0);
    private static final Row THEIRS = new Row(Row.Standing.HELD, "x1", "theirs", 3000);

    private final CountingDraws draws = new CountingDraws(0);
    private final AcquireProtocol trying = new AcquireProtocol(terms(false, Long.MAX_VALUE), "mine");
    private final AcquireProtocol waiting = new AcquireProtocol(terms(true, 10_000), "mine");

    @Test
    void a_free_lock_is_granted_from_the_sending_of_the_write() {
        assertThat(begin(trying, null, 100)).containsExactly(write("id1", 100, null, 500));

        assertThat(trying.on(new AcquireEvent.Applied("mine", "id1"), at(400), draws))
                .containsExactly(new AcquireStep.Grant(new Attempt("id1", at(100)), "mine"));
        assertThat(trying.ended()).isTrue();
    }

    @Test
    void a_try_ends_with_its_first_refusal() {
        begin(trying, null, 100);

        assertThat(trying.on(new AcquireEvent.Refused("id1", THEIRS, seen(THEIRS, 150)), at(150), draws))
                .containsExactly(new GiveUp(Reason.BUSY));
    }

    @Test
    void a_try_takes_over_what_was_watched_for_its_whole_lease_and_nothing_a_nanosecond_earlier() {
        Sighting sighting = seen(THEIRS, 1000);

        AcquireProtocol early = new AcquireProtocol(terms(false, Long.MAX_VALUE), "mine");
        assertThat(begin(early, sighting, 3999)).containsExactly(write("id1", 3999, null, 500));
        assertThat(begin(trying, sighting, 4000)).containsExactly(write("id2", 4000, "x1", 500));
    }

    @Test
    void the_rows_own_lease_counts_for_a_take_over_not_the_waiters_shorter_one() {
        Row longer = new Row(Row.Standing.HELD, "x1", "theirs", 9000);

        assertThat(begin(trying, seen(longer, 0), 8999)).containsExactly(write("id1", 8999, null, 500));
    }

    @Test
    void a_refusal_that_shows_our_unanswered_write_grants_it_from_its_own_sending() {
        begin(trying, null, 100);
        trying.on(new AcquireEvent.WriteFailed("id1"), at(600), draws);
        assertThat(trying.on(new AcquireEvent.Due(), at(610), draws)).containsExactly(write("id2", 610, null, 490));

        Row ours = new Row(Row.Standing.HELD, "id1", "mine", 3000);
        assertThat(trying.on(new AcquireEvent.Refused("id2", ours, null), at(700), draws))
                .containsExactly(new AcquireStep.Grant(new Attempt("id1", at(100)), "mine"));
    }

    @Test
    void somebody_elses_hold_is_never_adopted_even_with_our_owner_and_token() {
        begin(trying, null, 100);
        trying.on(new AcquireEvent.WriteFailed("id1"), at(600), draws);
        trying.on(new AcquireEvent.Due(), at(610), draws);

        assertThat(trying.on(new AcquireEvent.Refused("id2", THEIRS, null), at(700), draws))
                .containsExactly(new GiveUp(Reason.BUSY), new Undo("mine", List.of("id1")));
    }

    @Test
    void an_answer_that_comes_after_the_trust_has_ended_grants_nothing_and_is_undone() {
        begin(waiting, null, 100);

        List<AcquireStep> steps = waiting.on(new AcquireEvent.Applied("mine", "id1"), at(100 + 2400), draws);

        assertThat(steps.get(0)).isEqualTo(new Undo("mine", List.of("id1")));
        assertThat(steps).noneMatch(step -> step instanceof AcquireStep.Grant);
        assertThat(waiting.holdId()).isNotEqualTo("mine");
    }

    @Test
    void a_nanosecond_earlier_it_is_granted() {
        begin(waiting, null, 100);

        assertThat(waiting.on(new AcquireEvent.Applied("mine", "id1"), at(100 + 2399), draws))
                .hasAtLeastOneElementOfType(AcquireStep.Grant.class);
    }

    @Test
    void a_try_without_answers_is_over_after_two_timeouts_and_undone() {
        begin(trying, null, 0);
        trying.on(new AcquireEvent.WriteFailed("id1"), at(500), draws);
        trying.on(new AcquireEvent.Due(), at(510), draws);

        assertThat(trying.on(new AcquireEvent.WriteFailed("id2"), at(1000), draws))
                .containsExactly(new GiveUp(Reason.UNAVAILABLE), new Undo("mine", List.of("id1", "id2")));
    }

    @Test
    void a_read_after_a_refusal_that_came_when_the_wait_was_over_gets_what_is_left_of_one_timeout() {
        AcquireProtocol shortly = new AcquireProtocol(terms(true, 300), "mine");
        begin(shortly, null, 0);

        assertThat(shortly.on(new AcquireEvent.RefusedUnseen("id1"), at(450), draws))
                .containsExactly(new AcquireStep.Read(350));
    }

    @Test
    void a_refusal_without_the_row_is_followed_by_a_read() {
        begin(trying, null, 0);

        assertThat(trying.on(new AcquireEvent.RefusedUnseen("id1"), at(100), draws))
                .containsExactly(new AcquireStep.Read(500));
        assertThat(trying.on(new AcquireEvent.Seen(THEIRS, null), at(200), draws))
                .contains(new GiveUp(Reason.BUSY));
    }

    @Test
    void a_lock_freed_between_refusal_and_read_is_tried_again() {
        begin(trying, null, 0);
        trying.on(new AcquireEvent.RefusedUnseen("id1"), at(100), draws);

        assertThat(trying.on(new AcquireEvent.Seen(FREE, null), at(200), draws))
                .containsExactly(write("id2", 200, null, 500));
    }

    @Test
    void a_waiter_polls_by_reads_and_writes_when_the_lock_is_free() {
        begin(waiting, null, 0);
        assertThat(waiting.on(new AcquireEvent.Refused("id1", THEIRS, seen(THEIRS, 10)), at(10), draws))
                .containsExactly(new AcquireStep.WaitFor(10));
        assertThat(waiting.on(new AcquireEvent.Due(), at(20), draws)).containsExactly(new AcquireStep.Read(500));

        assertThat(waiting.on(new AcquireEvent.Seen(FREE, null), at(30), draws))
                .containsExactly(write("id2", 30, null, 500));
    }

    @Test
    void a_waiter_wakes_up_exactly_when_the_watch_has_run_and_takes_over_without_another_read() {
        AcquireProtocol slow = new AcquireProtocol(terms(true, 100_000), "mine");
        CountingDraws late = new CountingDraws(0.999);
        Sighting sighting = seen(THEIRS, 10);
        slow.on(new AcquireEvent.Begin(null), at(0), late);
        slow.on(new AcquireEvent.Refused("id1", THEIRS, sighting), at(10), late);

        slow.on(new AcquireEvent.Due(), at(20), late);
        assertThat(slow.on(new AcquireEvent.Seen(THEIRS, sighting), at(2950), late))
                .containsExactly(new AcquireStep.WaitFor(60));
        assertThat(slow.on(new AcquireEvent.Due(), at(3010), late)).containsExactly(write("id2", 3010, "x1", 500));
    }

    @Test
    void the_pause_grows_with_the_time_that_the_holder_has_had_the_lock() {
        AcquireProtocol slow = new AcquireProtocol(terms(true, Long.MAX_VALUE), "mine");
        Row long1 = new Row(Row.Standing.HELD, "x1", "theirs", 1_000_000);
        CountingDraws half = new CountingDraws(0.5);
        slow.on(new AcquireEvent.Begin(null), at(0), half);

        assertThat(slow.on(new AcquireEvent.Refused("id1", long1, null), at(0), half))
                .containsExactly(new AcquireStep.WaitFor(15));
        assertThat(slow.on(new AcquireEvent.Seen(long1, null), at(800), half))
                .containsExactly(new AcquireStep.WaitFor(55));
        assertThat(slow.on(new AcquireEvent.Seen(long1, null), at(80_000), half))
                .containsExactly(new AcquireStep.WaitFor(505));
    }

    @Test
    void a_wait_is_a_ceiling() {
        begin(waiting, null, 0);
        assertThat(waiting.on(new AcquireEvent.Refused("id1", THEIRS, null), at(9_995), draws))
                .containsExactly(new AcquireStep.WaitFor(5));

        assertThat(waiting.on(new AcquireEvent.Due(), at(10_000), draws)).containsExactly(new GiveUp(Reason.BUSY));
    }

    @Test
    void a_waiter_whom_the_store_never_answered_gives_up_early() {
        begin(waiting, null, 0);
        waiting.on(new AcquireEvent.WriteFailed("id1"), at(500), draws);
        waiting.on(new AcquireEvent.Due(), at(4_800), draws);

        assertThat(waiting.on(new AcquireEvent.WriteFailed("id2"), at(5_000), draws))
                .contains(new GiveUp(Reason.UNAVAILABLE));
    }

    @Test
    void a_waiter_whom_the_store_has_answered_bears_an_outage_until_its_deadline() {
        begin(waiting, null, 0);
        waiting.on(new AcquireEvent.Refused("id1", THEIRS, null), at(10), draws);
        waiting.on(new AcquireEvent.Due(), at(20), draws);

        assertThat(waiting.on(new AcquireEvent.ReadFailed(), at(9_000), draws))
                .containsExactly(new AcquireStep.WaitFor(0));
        assertThat(waiting.on(new AcquireEvent.ReadFailed(), at(10_000), draws))
                .containsExactly(new GiveUp(Reason.UNAVAILABLE));
    }

    @Test
    void cancelling_waits_for_the_write_that_is_under_way_and_undoes_it() {
        begin(waiting, null, 0);
        assertThat(waiting.on(new AcquireEvent.Cancelled(), at(10), draws)).isEmpty();

        assertThat(waiting.on(new AcquireEvent.Applied("mine", "id1"), at(20), draws))
                .containsExactly(new GiveUp(Reason.CANCELLED), new Undo("mine", List.of("id1")));
    }

    @Test
    void a_write_that_turns_out_applied_after_the_end_is_undone() {
        begin(trying, null, 0);
        trying.on(new AcquireEvent.WriteFailed("id1"), at(500), draws);
        trying.on(new AcquireEvent.Due(), at(510), draws);
        trying.on(new AcquireEvent.WriteFailed("id2"), at(1000), draws);

        assertThat(trying.on(new AcquireEvent.Applied("mine", "id2"), at(1001), draws))
                .containsExactly(new Undo("mine", List.of("id2")));
    }

    @Test
    void the_granted_write_is_not_undone_when_its_answer_comes_again() {
        begin(trying, null, 0);
        trying.on(new AcquireEvent.Applied("mine", "id1"), at(100), draws);

        assertThat(trying.on(new AcquireEvent.Applied("mine", "id1"), at(101), draws))
                .isEmpty();
    }

    @Test
    void a_rejected_request_ends_the_acquire_at_once_and_undoes_nothing() {
        begin(waiting, null, 0);

        assertThat(waiting.on(new AcquireEvent.Rejected("id1"), at(10), draws))
                .containsExactly(new GiveUp(Reason.REJECTED));
    }

    @Test
    void a_row_that_shows_our_own_hold_released_is_acquired_under_a_new_id() {
        begin(waiting, null, 0);
        waiting.on(new AcquireEvent.WriteFailed("id1"), at(500), draws);
        waiting.on(new AcquireEvent.Due(), at(510), draws);
        Row undone = new Row(Row.Standing.RELEASED, "z", "mine", 0);

        waiting.on(new AcquireEvent.Refused("id2", undone, null), at(600), draws);

        assertThat(waiting.holdId()).isEqualTo("id3");
        assertThat(waiting.on(new AcquireEvent.Due(), at(610), draws))
                .containsExactly(new AcquireStep.Write(new Attempt("id4", at(610)), "id3", null, 500));
    }

    @Test
    void the_unanswered_writes_that_must_be_remembered_are_bounded() {
        AcquireProtocol endless = new AcquireProtocol(terms(true, Long.MAX_VALUE), "mine");
        begin(endless, null, 0);
        endless.on(new AcquireEvent.Refused("id1", THEIRS, null), at(1), draws);
        int undone = 0;
        for (int i = 2; i < 200; i++) {
            for (AcquireStep step : endless.on(new AcquireEvent.Due(), at(i * 1000L), draws)) {
                if (step instanceof AcquireStep.Read) {
                    endless.on(new AcquireEvent.Seen(FREE, null), at(i * 1000L), draws)
                            .forEach(each -> fail(endless, each));
                }
                fail(endless, step);
                if (step instanceof Undo undo) {
                    undone += undo.recordVersions().size();
                    assertThat(undo.recordVersions()).hasSizeLessThanOrEqualTo(32);
                }
            }
        }

        assertThat(undone).isGreaterThanOrEqualTo(32);
    }

    private void fail(AcquireProtocol protocol, AcquireStep step) {
        if (step instanceof AcquireStep.Write write) {
            protocol.on(
                    new AcquireEvent.WriteFailed(write.attempt().recordVersion()),
                    write.attempt().sentAt(),
                    draws);
        }
    }

    private List<AcquireStep> begin(AcquireProtocol protocol, @Nullable Sighting sighting, long nanos) {
        return protocol.on(new AcquireEvent.Begin(sighting), at(nanos), draws);
    }

    private static AcquireStep.Write write(String version, long sentNanos, @Nullable String takeOver, long timeout) {
        return new AcquireStep.Write(new Attempt(version, at(sentNanos)), "mine", takeOver, timeout);
    }

    private static Sighting seen(Row row, long nanos) {
        return Sighting.of(null, row, nanos, 0);
    }

    private static AcquireTerms terms(boolean waits, long maxWait) {
        return new AcquireTerms(LEASE, waits, maxWait, 5_000, 20, 1000, 0);
    }

    private static Moment at(long nanos) {
        return new Moment(nanos, 0);
    }
}
