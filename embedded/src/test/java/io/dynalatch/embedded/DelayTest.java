package io.dynalatch.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DelayTest {
    private static final Duration FIVE = Duration.ofMillis(5);
    private static final Duration FIFTY = Duration.ofMillis(50);
    private static final int DRAWS = 20_000;

    /** The time that this share of many draws does not exceed, in milliseconds. */
    private static double[] quantiles(Delay delay, double... shares) {
        SplittableRandom random = new SplittableRandom(7);
        double[] drawn = new double[DRAWS];
        for (int i = 0; i < DRAWS; i++) {
            drawn[i] = delay.draw(random).toNanos() / 1e6;
        }
        Arrays.sort(drawn);
        return Arrays.stream(shares)
                .map(share -> drawn[(int) Math.min(DRAWS - 1, share * DRAWS)])
                .toArray();
    }

    @Test
    void a_fixed_delay_is_always_the_same() {
        assertThat(quantiles(Delay.fixed(FIVE), 0, 0.5, 1)).containsExactly(5, 5, 5);
    }

    @Test
    void a_uniform_delay_lies_between_its_bounds() {
        assertThat(quantiles(Delay.uniform(FIVE, FIFTY), 0, 0.5, 1))
                .containsExactly(new double[] {5, 27.5, 50}, within(0.6));
        assertThat(quantiles(Delay.uniform(FIVE, FIVE), 0, 1)).containsExactly(5, 5);
    }

    @Test
    void half_of_the_exponential_delays_are_shorter_than_the_median() {
        assertThat(quantiles(Delay.exponential(FIVE), 0, 0.5, 0.99))
                .containsExactly(new double[] {0, 5, 33.2}, within(1.5));
    }

    @Test
    void a_log_normal_delay_has_its_median_and_its_99th_percentile() {
        assertThat(quantiles(Delay.logNormal(FIVE, FIFTY), 0.5, 0.99))
                .containsExactly(new double[] {5, 50}, within(3.0));
        assertThat(quantiles(Delay.logNormal(FIVE, FIVE), 0, 1)).containsExactly(new double[] {5, 5}, within(1e-6));
    }

    @Test
    void no_delay_is_longer_than_an_hour() {
        assertThat(quantiles(Delay.exponential(Delay.MAX), 1)).containsExactly(3_600_000);
    }

    @Test
    void bounds_that_make_no_sense_are_refused() {
        assertThatThrownBy(() -> Delay.fixed(Duration.ofNanos(-1))).hasMessageContaining("between zero and PT1H");
        assertThatThrownBy(() -> Delay.fixed(Delay.MAX.plusNanos(1))).hasMessageContaining("between zero and PT1H");
        assertThatThrownBy(() -> Delay.uniform(FIFTY, FIVE)).hasMessageContaining("not be less than the least");
        assertThatThrownBy(() -> Delay.logNormal(FIFTY, FIVE)).hasMessageContaining("not be less than the median");
        assertThatThrownBy(() -> Delay.logNormal(Duration.ZERO, FIVE)).hasMessageContaining("more than zero");
        assertThatThrownBy(() -> Delay.exponential(Duration.ofNanos(-1))).isInstanceOf(IllegalArgumentException.class);
    }
}
