package io.dynalatch.embedded.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {
    private static final String DIGITS_38 = "12345678901234567890123456789012345678";

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "0.000, 0",
        "0e999999999999, 0",
        "+5, 5",
        "5.0, 5",
        ".5, 0.5",
        "-.5, -0.5",
        "5., 5",
        "1.e5, 100000",
        "1.5E2, 150",
        "1.5e+2, 150",
        "0042.1200, 42.12",
        "-7e-3, -0.007",
        "0000000000000000000000000000000000000000000000000000000001, 1",
        "10000000000000000000000000000000000000000000000000000000, "
                + "10000000000000000000000000000000000000000000000000000000",
        DIGITS_38 + ", " + DIGITS_38,
    })
    void reads_what_the_grammar_allows_and_answers_the_plain_form(String text, String plain) {
        assertThat(Numbers.format(Numbers.parse(text))).isEqualTo(plain);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                " 1",
                "1 ",
                "1 2",
                "1+2",
                "1.2.3",
                "+e2",
                "e2",
                ".",
                "+",
                "-",
                "--1",
                "NaN",
                "Infinity",
                "0x10",
                "1e",
                "1e+",
                "1_000",
                "1d",
                "1f",
                "\u0661",
                "1e1.5"
            })
    void refuses_everything_else(String text) {
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> Numbers.parse(text))
                .withMessage("The parameter cannot be converted to a numeric value: " + text);
    }

    @Test
    void refuses_39_significant_digits() {
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> Numbers.parse(DIGITS_38 + ".9"))
                .withMessage("Attempting to store more than 38 significant digits in a Number");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1E125", "9.9999999999999999999999999999999999999E+125", "-9E125", "1E-130", "-1E-130"})
    void accepts_the_bounds_of_the_range(String text) {
        assertThat(Numbers.parse(text)).isEqualByComparingTo(new BigDecimal(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1E126", "-10E125", "1e99999999999999999999"})
    void refuses_what_is_too_large(String text) {
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> Numbers.parse(text))
                .withMessageContaining("Number overflow. Attempting to store a number with magnitude larger");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1E-131", "-0.1E-130", "1e-99999999999999999999"})
    void refuses_what_is_too_small(String text) {
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> Numbers.parse(text))
                .withMessageContaining("Number underflow. Attempting to store a number with magnitude smaller");
    }

    @Test
    void expands_the_largest_power_to_126_digits() {
        assertThat(Numbers.format(Numbers.parse("1E125")))
                .hasSize(126)
                .startsWith("1")
                .endsWith("0");
    }

    @Test
    void reads_a_text_of_zeros_as_long_as_an_item_in_no_time() {
        String text = "0".repeat(200_000) + "1." + "0".repeat(200_000);

        BigDecimal number = Assertions.assertTimeoutPreemptively(Duration.ofSeconds(5), () -> Numbers.parse(text));

        assertThat(number).isEqualByComparingTo(BigDecimal.ONE);
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, 0.2, 0.3",
        "5, -5, 0",
        "99999999999999999999999999999999999999, 1, 1" + "00000000000000000000000000000000000000"
    })
    void adds_exactly(String left, String right, String sum) {
        assertThat(Numbers.format(Numbers.add(Numbers.parse(left), Numbers.parse(right))))
                .isEqualTo(sum);
    }

    @Test
    void subtracts_exactly() {
        assertThat(Numbers.format(Numbers.subtract(Numbers.parse("1"), Numbers.parse("1E-30"))))
                .isEqualTo("0.999999999999999999999999999999");
    }

    @ParameterizedTest
    @CsvSource({"1E50, 1", "9E125, 9E125", "1E125, 1E-130"})
    void refuses_a_sum_that_does_not_fit(String left, String right) {
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> Numbers.add(Numbers.parse(left), Numbers.parse(right)))
                .withMessageContaining("Number overflow");
    }

    @Test
    void refuses_a_difference_below_the_range() {
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> Numbers.subtract(Numbers.parse("1.5E-130"), Numbers.parse("1E-130")))
                .withMessageContaining("Number underflow");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1",
        "1, 2",
        "12, 2",
        "123, 3",
        "1234, 3",
        DIGITS_38 + ", 20",
        "0042, 2",
        "100, 2",
        "1010, 3",
        "0.0000001, 2",
        "1E125, 2",
        "1E-100, 2",
        "1.5, 3",
        "15, 2",
        "1.2, 3",
        "1.200, 3",
        "1.234, 4",
        "3.14159, 5",
        "123456, 4",
        "100.5, 4",
        "0.15, 2",
        "-42, 3",
        "-0, 1"
    })
    void weighs_what_was_measured_on_the_service(String literal, int bytes) {
        assertThat(Numbers.bytes(Numbers.parse(literal))).isEqualTo(bytes);
    }
}
