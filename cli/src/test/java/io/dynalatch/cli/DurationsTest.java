package io.dynalatch.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @Test
    void reads_a_whole_number_and_a_unit() throws Exception {
        assertThat(Durations.parse("--wait", "500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(Durations.parse("--wait", "0s")).isEqualTo(Duration.ZERO);
        assertThat(Durations.parse("--wait", "5s")).isEqualTo(Duration.ofSeconds(5));
        assertThat(Durations.parse("--wait", "2m")).isEqualTo(Duration.ofMinutes(2));
        assertThat(Durations.parse("--wait", "1h")).isEqualTo(Duration.ofHours(1));
        assertThat(Durations.parse("--wait", Long.MAX_VALUE + "s")).isEqualTo(Duration.ofSeconds(Long.MAX_VALUE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "s",
                "5",
                "-5s",
                "+5s",
                "1.5s",
                "5 s",
                "5S",
                "5d",
                "9223372036854775808ms",
                "9223372036854775807h",
                "٥s"
            })
    void refuses_everything_else_with_an_example(String text) {
        assertThatThrownBy(() -> Durations.parse("--wait", text))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("--wait '" + text + "' is no duration")
                .hasMessageContaining("500ms, 5s, 2m, 1h");
    }

    @Test
    void writes_what_it_reads() {
        assertThat(Durations.format(Duration.ofMillis(1500))).isEqualTo("1500ms");
        assertThat(Durations.format(Duration.ofSeconds(90))).isEqualTo("90s");
    }
}
