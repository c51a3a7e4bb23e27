package io.dynalatch.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.dynalatch.protocol.HoldStep.Ending;
import io.dynalatch.protocol.HoldStep.News;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** State, event, time, expected steps; on the boundary and one nanosecond either side. Lease 3000, margin 600. */
class HoldProtocolTest {
    private static final LeaseTerms TERMS = new LeaseTerms(3000, 1000, 600, 500);
    private static final long TRUST = 2400;
    private static final long SUSPECT = (1000 + TRUST) / 2;
    private final Throwable lostAnswer = new IllegalStateException("no answer");

    private final CountingDraws draws = new CountingDraws(0);
    private final HoldProtocol hold = new HoldProtocol(TERMS, "hold", new Attempt("v0", at(0)));

    @Test
    void beats_after_the_period_and_not_a_nanosecond_before() {
        assertThat(hold.wakeNanos()).isEqualTo(1000);
        assertThat(on(new HoldEvent.Due(), 999)).isEmpty();

        assertThat(on(new HoldEvent.Due(), 1000)).containsExactly(beat("id1", 1000, "v0"));
    }

    @Test
    void trusts_until_lease_minus_margin_from_the_sending_of_the_acquire() {
        assertThat(hold.held(at(TRUST - 1))).isTrue();
        assertThat(hold.remainingNanos(at(TRUST - 1))).isEqualTo(1);
        assertThat(hold.held(at(TRUST))).isFalse();
        assertThat(hold.remainingNanos(at(TRUST))).isZero();
    }

    @Test
    void is_lost_at_its_deadline_without_any_answer() {
        on(new HoldEvent.Due(), 1000);
        on(new HoldEvent.Due(), SUSPECT);
        assertThat(on(new HoldEvent.Due(), TRUST - 1)).isEmpty();

        assertThat(on(new HoldEvent.Due(), TRUST)).containsExactly(new HoldStep.End(Ending.EXPIRED, null));
        assertThat(hold.wakeNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(on(new HoldEvent.BeatApplied("id1"), TRUST + 1)).isEmpty();
    }

    @Test
    void sends_nothing_for_a_lease_that_is_over() {
        assertThat(on(new HoldEvent.Due(), 2 * 3000)).containsExactly(new HoldStep.End(Ending.EXPIRED, null));
    }

    @Test
    void wakes_when_trust_ends_by_the_wall_clock_if_that_is_sooner() {
        LeaseTerms seconds = new LeaseTerms(30_000_000, 10_000_000, 6_000_000, 5_000_000); // trusted for 24 ms
        HoldProtocol granted = new HoldProtocol(seconds, "hold", new Attempt("v0", at(0)));

        assertThat(granted.wakeNanos(new Moment(5, 0))).isEqualTo(10_000_000);
        assertThat(granted.wakeNanos(new Moment(5, -3_600_000))).isEqualTo(10_000_000);
        assertThat(granted.wakeNanos(new Moment(5, 14))).isEqualTo(10_000_000);
        assertThat(granted.wakeNanos(new Moment(5, 15))).isEqualTo(5 + 9_000_000);
        assertThat(granted.remainingNanos(new Moment(5, 15))).isEqualTo(9_000_000);
        assertThat(granted.wakeNanos(new Moment(5, 3_600_000))).isEqualTo(5);
    }

    @Test
    void is_lost_when_the_wall_clock_ran_past_the_lease_while_the_monotonic_one_stood_still() {
        Moment justBefore = new Moment(10, 0);
        Moment suspended = new Moment(10, 1);

        assertThat(hold.held(justBefore)).isTrue();
        assertThat(hold.held(suspended)).isFalse();
        assertThat(hold.due(suspended)).isTrue();
        assertThat(hold.on(new HoldEvent.Due(), suspended, draws))
                .containsExactly(new HoldStep.End(Ending.CLOCK_JUMP, null));
    }

    @Test
    void does_not_care_about_a_wall_clock_that_is_set_back() {
        assertThat(hold.held(new Moment(TRUST - 1, -3_600_000))).isTrue();
        assertThat(hold.held(new Moment(TRUST, -3_600_000))).isFalse();
    }

    @Test
    void a_confirmed_beat_counts_from_its_sending_not_from_its_answer() {
        on(new HoldEvent.Due(), 1000);

        assertThat(on(new HoldEvent.BeatApplied("id1"), 1400)).containsExactly(new HoldStep.Confirmed(1000));

        assertThat(hold.held(at(1000 + TRUST - 1))).isTrue();
        assertThat(hold.held(at(1000 + TRUST))).isFalse();
        assertThat(hold.wakeNanos()).isEqualTo(2000);
    }

    @Test
    void the_beat_after_an_unanswered_one_accepts_it_too() {
        on(new HoldEvent.Due(), 1000);
        assertThat(on(new HoldEvent.BeatFailed("id1", lostAnswer), 1500))
                .containsExactly(new HoldStep.Tell(News.BEAT_FAILED, lostAnswer));

        // The first pause is an eighth of the timeout, jittered down to half of that.
        assertThat(hold.wakeNanos()).isEqualTo(1500 + 31);
        assertThat(on(new HoldEvent.Due(), 1531)).containsExactly(beat("id2", 1531, "v0", "id1"));
    }

    @Test
    void a_refusal_that_shows_an_unanswered_beat_counts_from_that_beats_own_sending() {
        on(new HoldEvent.Due(), 1000);
        on(new HoldEvent.BeatFailed("id1", lostAnswer), 1500);
        on(new HoldEvent.Due(), 1600);

        List<HoldStep> steps = on(new HoldEvent.BeatRefused("id2", held("id1")), 1650);

        assertThat(steps).containsExactly(new HoldStep.Tell(News.RECOVERED, null), new HoldStep.Confirmed(1000));
        assertThat(hold.held(at(1000 + TRUST - 1))).isTrue();
        assertThat(hold.held(at(1000 + TRUST))).isFalse();
    }

    @Test
    void a_beat_that_the_sdk_sent_twice_counts_although_the_second_copy_was_refused() {
        on(new HoldEvent.Due(), 1000);

        assertThat(on(new HoldEvent.BeatRefused("id1", held("id1")), 1100)).contains(new HoldStep.Confirmed(1000));
    }

    @Test
    void a_refusal_that_shows_what_was_confirmed_before_gives_no_new_lease() {
        on(new HoldEvent.Due(), 1000);

        List<HoldStep> steps = on(new HoldEvent.BeatRefused("id1", held("v0")), 1100);

        assertThat(steps).hasSize(1).allMatch(step -> step instanceof HoldStep.Tell);
        assertThat(hold.held(at(TRUST))).isFalse();
    }

    @Test
    void a_late_answer_of_a_beat_that_was_given_up_still_counts() {
        on(new HoldEvent.Due(), 1000);
        on(new HoldEvent.BeatFailed("id1", lostAnswer), 1500);

        assertThat(on(new HoldEvent.BeatApplied("id1"), 1550)).contains(new HoldStep.Confirmed(1000));
        assertThat(hold.wakeNanos()).isLessThanOrEqualTo(2000);
    }

    @Test
    void a_late_refusal_of_a_beat_before_the_confirmed_one_says_nothing() {
        on(new HoldEvent.Due(), 1000);
        on(new HoldEvent.BeatFailed("id1", lostAnswer), 1500);
        on(new HoldEvent.Due(), 1600);
        on(new HoldEvent.BeatApplied("id2"), 1650);

        assertThat(on(new HoldEvent.BeatRefused("id1", held("id2")), 1700)).isEmpty();
        assertThat(hold.held(at(1700))).isTrue();
    }

    @Test
    void the_beats_after_the_one_that_the_row_showed_stay_possible() {
        on(new HoldEvent.Due(), 1000);
        on(new HoldEvent.BeatFailed("id1", lostAnswer), 1500);
        on(new HoldEvent.Due(), 1600);
        on(new HoldEvent.BeatApplied("id1"), 1650);
        on(new HoldEvent.BeatFailed("id2", lostAnswer), 1700);

        assertThat(on(new HoldEvent.Due(), 2100)).contains(beat("id3", 2100, "id1", "id2"));
    }

    @Test
    void is_suspect_half_way_to_the_deadline_and_reassured_by_a_beat() {
        on(new HoldEvent.Due(), 1000);
        on(new HoldEvent.BeatFailed("id1", lostAnswer), 1500);
        assertThat(on(new HoldEvent.Due(), SUSPECT))
                .contains(new HoldStep.Tell(News.SUSPECTED, lostAnswer), beat("id2", SUSPECT, "v0", "id1"));
        assertThat(hold.held(at(SUSPECT))).isFalse();
        assertThat(hold.suspect()).isTrue();

        List<HoldStep> steps = on(new HoldEvent.BeatApplied("id2"), SUSPECT + 10);

        assertThat(steps)
                .containsExactly(
                        new HoldStep.Tell(News.RECOVERED, null),
                        new HoldStep.Tell(News.REASSURED, null),
                        new HoldStep.Confirmed(SUSPECT));
        assertThat(hold.held(at(SUSPECT + 10))).isTrue();
    }

    @Test
    void stays_suspect_when_what_was_confirmed_is_old_already() {
        LeaseTerms eager = new LeaseTerms(3000, 100, 600, 500);
        HoldProtocol late = new HoldProtocol(eager, "hold", new Attempt("v0", at(0)));
        late.on(new HoldEvent.Due(), at(100), draws);
        late.on(new HoldEvent.Due(), at(1250), draws);

        late.on(new HoldEvent.BeatApplied("id1"), at(1400), draws);

        assertThat(late.suspect()).isTrue();
        assertThat(late.held(at(1400))).isFalse();
    }

    @Test
    void tells_how_it_was_lost_from_what_the_row_shows() {
        assertThat(lossBy(held("x", "other"))).isEqualTo(Ending.TAKEN_OVER);
        assertThat(lossBy(new Row(Row.Standing.HELD, "x", null, 3000))).isEqualTo(Ending.TAKEN_OVER);
        assertThat(lossBy(Row.absent())).isEqualTo(Ending.DELETED);
        assertThat(lossBy(new Row(Row.Standing.RELEASED, "x", "hold", 0))).isEqualTo(Ending.FORCED);
        assertThat(lossBy(held("x", "hold"))).isEqualTo(Ending.FORCED);
        assertThat(lossBy(new Row(Row.Standing.UNLOCKED, null, null, 0))).isEqualTo(Ending.FORCED);
    }

    @Test
    void reads_the_row_when_a_refusal_does_not_show_it() {
        on(new HoldEvent.Due(), 1000);
        assertThat(on(new HoldEvent.BeatRefused("id1", null), 1100)).containsExactly(new HoldStep.Read());

        assertThat(on(new HoldEvent.RowSeen(held("id1")), 1200)).contains(new HoldStep.Confirmed(1000));
    }

    @Test
    void a_release_accepts_every_beat_that_may_have_been_applied() {
        on(new HoldEvent.Due(), 1000);

        assertThat(on(new HoldEvent.ReleaseAsked(), 1100))
                .containsExactly(new HoldStep.Release(new Attempt("id2", at(1100)), List.of("v0", "id1"), 500));
        assertThat(on(new HoldEvent.BeatApplied("id1"), 1150)).isEmpty();
        assertThat(on(new HoldEvent.ReleaseApplied("id2"), 1200))
                .containsExactly(new HoldStep.End(Ending.RELEASED, null));
    }

    @Test
    void a_release_that_is_refused_at_once_finds_the_lock_lost() {
        on(new HoldEvent.ReleaseAsked(), 100);

        assertThat(on(new HoldEvent.ReleaseRefused("id1", held("x", "other")), 200))
                .containsExactly(new HoldStep.End(Ending.TAKEN_OVER, null));
    }

    @Test
    void a_release_whose_answer_was_lost_is_recognised_by_its_record_version() {
        on(new HoldEvent.ReleaseAsked(), 100);
        on(new HoldEvent.ReleaseFailed("id1", lostAnswer, false), 200);
        on(new HoldEvent.Due(), hold.wakeNanos());

        assertThat(on(new HoldEvent.ReleaseRefused("id2", new Row(Row.Standing.RELEASED, "id1", "hold", 0)), 300))
                .containsExactly(new HoldStep.End(Ending.RELEASED, null));
    }

    @Test
    void a_retried_release_that_finds_somebody_else_was_applied_while_our_lease_still_ran() {
        on(new HoldEvent.ReleaseAsked(), 1000);
        on(new HoldEvent.ReleaseFailed("id1", lostAnswer, false), 1500);
        on(new HoldEvent.Due(), hold.wakeNanos());

        assertThat(on(new HoldEvent.ReleaseRefused("id2", held("x", "other")), TRUST - 1))
                .containsExactly(new HoldStep.End(Ending.RELEASED, lostAnswer));
    }

    @Test
    void a_retried_release_that_finds_somebody_else_after_our_lease_is_unknown() {
        on(new HoldEvent.ReleaseAsked(), 1000);
        on(new HoldEvent.ReleaseFailed("id1", lostAnswer, false), 1500);
        on(new HoldEvent.Due(), hold.wakeNanos());

        assertThat(on(new HoldEvent.ReleaseRefused("id2", held("x", "other")), TRUST))
                .containsExactly(new HoldStep.End(Ending.RELEASE_UNKNOWN, lostAnswer));
    }

    @Test
    void a_release_is_given_up_after_three_timeouts() {
        on(new HoldEvent.ReleaseAsked(), 0);
        on(new HoldEvent.ReleaseFailed("id1", lostAnswer, false), 500);
        on(new HoldEvent.Due(), hold.wakeNanos());

        assertThat(on(new HoldEvent.ReleaseFailed("id2", lostAnswer, false), 1499))
                .containsExactly(new HoldStep.End(Ending.RELEASE_UNKNOWN, lostAnswer));
    }

    @Test
    void asking_for_a_release_after_the_deadline_tells_the_loss() {
        assertThat(on(new HoldEvent.ReleaseAsked(), TRUST)).containsExactly(new HoldStep.End(Ending.EXPIRED, null));
    }

    @Test
    void a_closing_client_ends_a_hold_that_could_not_be_released() {
        on(new HoldEvent.ReleaseAsked(), 0);

        assertThat(on(new HoldEvent.Abandoned(), 10)).containsExactly(new HoldStep.End(Ending.CLOSED, null));
        assertThat(on(new HoldEvent.Abandoned(), 11)).isEmpty();
    }

    @Test
    void stops_beating_when_too_many_beats_have_no_answer_and_is_lost_in_time() {
        HoldProtocol patient =
                new HoldProtocol(new LeaseTerms(3_000_000, 1_000, 600, 8), "hold", new Attempt("v0", at(0)));
        long now = 1000;
        int beats = 0;
        while (patient.wakeNanos() < 1_000_000) {
            now = patient.wakeNanos();
            for (HoldStep step : patient.on(new HoldEvent.Due(), at(now), draws)) {
                if (step instanceof HoldStep.Beat beat) {
                    beats++;
                    assertThat(beat.accepted()).hasSizeLessThan(100);
                    patient.on(new HoldEvent.BeatFailed(beat.attempt().recordVersion(), lostAnswer), at(now), draws);
                }
            }
        }

        assertThat(beats).isEqualTo(64);
        assertThat(patient.on(new HoldEvent.Due(), at(2_999_400), draws))
                .containsExactly(new HoldStep.End(Ending.EXPIRED, lostAnswer));
    }

    private Ending lossBy(Row row) {
        HoldProtocol other = new HoldProtocol(TERMS, "hold", new Attempt("v0", at(0)));
        CountingDraws ids = new CountingDraws(0);
        other.on(new HoldEvent.Due(), at(1000), ids);
        return ((HoldStep.End) other.on(new HoldEvent.BeatRefused("id1", row), at(1100), ids)
                        .get(0))
                .ending();
    }

    private List<HoldStep> on(HoldEvent event, long nanos) {
        return hold.on(event, at(nanos), draws);
    }

    private static HoldStep.Beat beat(String version, long sentNanos, String... accepted) {
        return new HoldStep.Beat(new Attempt(version, at(sentNanos)), List.of(accepted));
    }

    private static Row held(String version) {
        return held(version, "hold");
    }

    private static Row held(String version, @Nullable String holdId) {
        return new Row(Row.Standing.HELD, version, holdId, 3000);
    }

    private static Moment at(long nanos) {
        return new Moment(nanos, 0);
    }
}
