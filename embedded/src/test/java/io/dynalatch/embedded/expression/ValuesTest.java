package io.dynalatch.embedded.expression;

import static io.dynalatch.embedded.expression.Fixtures.attributes;
import static io.dynalatch.embedded.expression.Fixtures.b;
import static io.dynalatch.embedded.expression.Fixtures.bs;
import static io.dynalatch.embedded.expression.Fixtures.bytes;
import static io.dynalatch.embedded.expression.Fixtures.list;
import static io.dynalatch.embedded.expression.Fixtures.map;
import static io.dynalatch.embedded.expression.Fixtures.n;
import static io.dynalatch.embedded.expression.Fixtures.nested;
import static io.dynalatch.embedded.expression.Fixtures.ns;
import static io.dynalatch.embedded.expression.Fixtures.s;
import static io.dynalatch.embedded.expression.Fixtures.ss;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ValuesTest {
    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of(
                        AttributeValue.builder().build(), "Supplied AttributeValue is empty, must contain exactly one"),
                Arguments.of(
                        AttributeValue.builder().s("a").n("1").build(),
                        "Supplied AttributeValue has more than one datatypes set"),
                Arguments.of(AttributeValue.builder().s("a").s(null).build(), "Supplied AttributeValue is empty"),
                Arguments.of(AttributeValue.fromNul(false), "Null attribute value types must have the value of true"),
                Arguments.of(ss(), "An string set  may not be empty"),
                Arguments.of(ns(), "An number set  may not be empty"),
                Arguments.of(bs(), "Binary sets should not be empty"),
                Arguments.of(ss("a", "a"), "Input collection [a, a] contains duplicates."),
                Arguments.of(ns("1", "1.0"), "contains duplicates."),
                Arguments.of(bs(bytes(1), bytes(1)), "of type BS contains duplicates."),
                Arguments.of(AttributeValue.fromSs(Arrays.asList("a", null)), "may not have a null member"),
                Arguments.of(ns(""), "The parameter cannot be converted to a numeric value"),
                Arguments.of(n("x"), "The parameter cannot be converted to a numeric value: x"),
                Arguments.of(list(map("a", ss())), "An string set  may not be empty"),
                Arguments.of(list((AttributeValue) null), "Supplied AttributeValue is empty"),
                Arguments.of(nested(32), "Nesting Levels have exceeded supported limits"),
                Arguments.of(nested(5_000), "Nesting Levels have exceeded supported limits"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void refuses_an_invalid_value(AttributeValue value, String phrase) {
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> Values.normalise(value))
                .withMessageContaining(phrase);
    }

    @Test
    void accepts_what_may_be_empty() {
        List<AttributeValue> values = List.of(s(""), b(), list(), map(), ss(""), bs(bytes()), nested(31));

        assertThat(values)
                .allSatisfy(value -> assertThat(Values.normalise(value)).isEqualTo(value));
    }

    @Test
    void normalises_numbers_at_any_depth() {
        AttributeValue value = list(n("+5"), map("a", n("1.50")), ns("1E2", "0042"));

        assertThat(Values.normalise(value)).isEqualTo(list(n("5"), map("a", n("1.5")), ns("100", "42")));
    }

    @Test
    void normalises_an_item() {
        assertThat(Values.normaliseItem(attributes("a", n("01"), "b", s("x"))))
                .containsExactly(Map.entry("a", n("1")), Map.entry("b", s("x")));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 65_536})
    void refuses_an_attribute_name_of_so_many_bytes(int bytes) {
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> Values.normaliseItem(attributes("x".repeat(bytes), s("a"))));
    }

    @Test
    void accepts_an_attribute_name_of_65535_bytes() {
        assertThat(Values.normaliseItem(attributes("x".repeat(65_535), s("a")))).hasSize(1);
    }

    @Test
    void sets_are_equal_in_any_order_at_any_depth() {
        AttributeValue left = list(map("a", ss("x", "y")), ns("1", "2"), bs(bytes(1), bytes(2)));
        AttributeValue right = list(map("a", ss("y", "x")), ns("2", "1"), bs(bytes(2), bytes(1)));

        assertThat(Values.equal(left, right)).isTrue();
    }

    static Stream<Arguments> unequal() {
        return Stream.of(
                Arguments.of(s("1"), n("1")),
                Arguments.of(s("a"), s("b")),
                Arguments.of(ss("a"), list(s("a"))),
                Arguments.of(ss("a"), ss("a", "b")),
                Arguments.of(ss("1"), ns("1")),
                Arguments.of(list(s("a"), s("b")), list(s("b"), s("a"))),
                Arguments.of(list(s("a")), list(s("a"), s("b"))),
                Arguments.of(map("a", n("1")), map("a", n("2"))),
                Arguments.of(map("a", n("1")), map("b", n("1"))),
                Arguments.of(map("a", n("1")), map("a", n("1"), "b", n("1"))),
                Arguments.of(AttributeValue.fromBool(true), AttributeValue.fromBool(false)),
                Arguments.of(AttributeValue.fromNul(true), AttributeValue.fromBool(true)));
    }

    @ParameterizedTest
    @MethodSource("unequal")
    void tells_other_values_apart(AttributeValue left, AttributeValue right) {
        assertThat(Values.equal(left, right)).isFalse();
        assertThat(Values.equal(right, left)).isFalse();
    }

    @Test
    void orders_strings_by_their_utf8_bytes() {
        List<String> ordered = List.of(
                "",
                "A",
                "AB",
                "Z",
                "a",
                "\u00e9",
                "\u07ff",
                "\u0800",
                "\ud7ff",
                "\ue000",
                "\uffff",
                "\ud800\udc00",
                "\ud800\udc01",
                "\ud83d\ude00",
                "\udbff\udfff");

        for (String left : ordered) {
            for (String right : ordered) {
                int byBytes = Arrays.compareUnsigned(
                        left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
                assertThat(Integer.signum(Values.compareStrings(left, right))).isEqualTo(Integer.signum(byBytes));
            }
        }
    }

    @Test
    void orders_binaries_as_unsigned_bytes() {
        assertThat(Values.compare(b(1, 255), b(1, 1))).isPositive();
        assertThat(Values.compare(b(1), b(1, 0))).isNegative();
        assertThat(Values.compare(b(), b())).isZero();
    }

    @Test
    void orders_numbers_by_value() {
        assertThat(Values.compare(n("10"), n("9"))).isPositive();
        assertThat(Values.compare(n("-10"), n("9"))).isNegative();
        assertThat(Values.compare(n("0.1"), n("0.1"))).isZero();
    }

    @Test
    void does_not_order_values_of_two_types() {
        assertThatIllegalArgumentException().isThrownBy(() -> Values.compare(n("1"), s("1")));
    }

    static Stream<Arguments> sizes() {
        return Stream.of(
                Arguments.of(s("abc"), 3),
                Arguments.of(s("\u00e9\u20ac\ud83d\ude00"), 9),
                Arguments.of(b(1, 2, 3, 4), 4),
                Arguments.of(n("123"), 3),
                Arguments.of(AttributeValue.fromBool(true), 1),
                Arguments.of(AttributeValue.fromNul(true), 1),
                Arguments.of(ss("a", "bcd"), 4),
                Arguments.of(ns("1", "123"), 5),
                Arguments.of(bs(bytes(1), bytes(1, 2)), 3),
                Arguments.of(list(), 3),
                Arguments.of(list(s("ab"), n("1")), 3 + 1 + 2 + 1 + 2),
                Arguments.of(map(), 3),
                Arguments.of(map("key", s("ab")), 3 + 1 + 3 + 2));
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void weighs_values(AttributeValue value, long bytes) {
        assertThat(Values.bytes(value)).isEqualTo(bytes);
    }

    @Test
    void weighs_an_item_with_its_names() {
        assertThat(Values.itemBytes(attributes("pk", s("abc"), "\u00e9", n("1"))))
                .isEqualTo(2 + 3 + 2 + 2);
    }

    @Test
    void counts_utf8_bytes_as_java_encodes() {
        List<String> texts = List.of("", "a\u00e9\u20ac", "\ud83d\ude00", "\ud83d", "\ude00a", "\ud83da");

        assertThat(texts)
                .allSatisfy(text ->
                        assertThat(Values.utf8Bytes(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length));
    }
}
