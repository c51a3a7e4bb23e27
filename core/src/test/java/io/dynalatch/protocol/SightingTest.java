package io.dynalatch.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SightingTest {
    private static final long LEASE = Duration.ofSeconds(10).toNanos();
    private static final double ALLOWANCE = 0.01;
    private static final long WATCHED = LEASE + LEASE / 100;
    private static final Row ROW = new Row(Row.Standing.HELD, "v1", "h1", LEASE);

    private final Sighting first = Sighting.of(null, ROW, 1_000, ALLOWANCE);

    @Test
    void is_expired_when_the_lease_and_the_allowance_have_passed_since_the_answer_and_not_a_nanosecond_before() {
        assertThat(first.expired(1_000 + WATCHED - 1, ALLOWANCE)).isFalse();
        assertThat(first.untilExpired(1_000 + WATCHED - 1, ALLOWANCE)).isEqualTo(1);
        assertThat(first.expired(1_000 + WATCHED, ALLOWANCE)).isTrue();
    }

    @Test
    void goes_on_while_the_version_stands() {
        Sighting later = Sighting.of(first, ROW, 5_000, ALLOWANCE);

        assertThat(later).isSameAs(first);
    }

    @Test
    void starts_anew_with_another_version_and_knows_that_the_holder_lives() {
        Row beaten = new Row(Row.Standing.HELD, "v2", "h1", LEASE);

        Sighting later = Sighting.of(first, beaten, 5_000, ALLOWANCE);

        assertThat(later).isEqualTo(new Sighting("v2", LEASE, 5_000, true));
    }

    @Test
    void starts_anew_with_another_lease() {
        Row longer = new Row(Row.Standing.HELD, "v1", "h1", 2 * LEASE);

        Sighting later = Sighting.of(first, longer, 5_000, ALLOWANCE);

        assertThat(later.sinceNanos()).isEqualTo(5_000);
        assertThat(later.leaseNanos()).isEqualTo(2 * LEASE);
    }

    @Test
    void does_not_take_a_change_after_the_lease_for_a_sign_of_life() {
        Row changed = new Row(Row.Standing.HELD, "v2", "h2", LEASE);

        assertThat(Sighting.of(first, changed, 1_000 + WATCHED, ALLOWANCE).alive())
                .isFalse();
    }

    @Test
    void works_across_the_end_of_the_number_range_of_a_monotonic_clock() {
        Sighting late = Sighting.of(null, ROW, Long.MAX_VALUE - 5, ALLOWANCE);

        assertThat(late.expired(Long.MAX_VALUE - 5 + WATCHED - 1, ALLOWANCE)).isFalse();
        assertThat(late.expired(Long.MAX_VALUE - 5 + WATCHED, ALLOWANCE)).isTrue();
    }

    @Test
    void never_expires_early_when_the_row_has_an_absurd_lease() {
        Row absurd = new Row(Row.Standing.HELD, "v1", "h1", Long.MAX_VALUE);

        Sighting sighting = Sighting.of(null, absurd, 0, ALLOWANCE);

        assertThat(sighting.expired(Long.MAX_VALUE - 1, ALLOWANCE)).isFalse();
    }

    @Test
    void rounds_the_allowance_up() {
        Sighting odd = Sighting.of(null, new Row(Row.Standing.HELD, "v1", "h1", 150), 0, ALLOWANCE);

        assertThat(odd.untilExpired(0, ALLOWANCE)).isEqualTo(152);
    }

    @Test
    void watches_only_held_rows() {
        assertThatThrownBy(() -> Sighting.of(null, Row.absent(), 0, ALLOWANCE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("only a held row");
    }
}
