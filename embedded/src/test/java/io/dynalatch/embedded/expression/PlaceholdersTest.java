package io.dynalatch.embedded.expression;

import static io.dynalatch.embedded.expression.Fixtures.n;
import static io.dynalatch.embedded.expression.Fixtures.nested;
import static io.dynalatch.embedded.expression.Fixtures.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceholdersTest {
    @Test
    void refuses_an_empty_map_of_names() {
        refused(() -> Placeholders.of(Map.of(), null), "ExpressionAttributeNames must not be empty");
    }

    @Test
    void refuses_an_empty_map_of_values() {
        refused(() -> Placeholders.of(null, Map.of()), "ExpressionAttributeValues must not be empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"loc", "#", ":a", "#a-b", "#a.b", "# a", ""})
    void refuses_a_key_that_is_no_name_alias(String key) {
        refused(
                () -> Placeholders.of(Map.of(key, "x"), null),
                "ExpressionAttributeNames contains invalid key: Syntax error; key: \"" + key + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"loc", ":", "#a", ":a-b", ":\u00e9"})
    void refuses_a_key_that_is_no_value_alias(String key) {
        refused(
                () -> Placeholders.of(null, Map.of(key, s("x"))),
                "ExpressionAttributeValues contains invalid key: Syntax error; key: \"" + key + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"#a", "#0", "#_", "#A_9"})
    void accepts_letters_digits_and_underscores(String key) {
        assertThatCode(() -> Placeholders.of(Map.of(key, "x"), null)).doesNotThrowAnyException();
    }

    @Test
    void accepts_a_key_of_255_bytes_and_no_longer() {
        assertThatCode(() -> Placeholders.of(Map.of("#" + "a".repeat(254), "x"), null))
                .doesNotThrowAnyException();
        refused(
                () -> Placeholders.of(Map.of("#" + "a".repeat(255), "x"), null),
                "ExpressionAttributeNames contains invalid key: The expression attribute map contains a key that is too long");
    }

    @Test
    void refuses_an_empty_attribute_name() {
        refused(() -> Placeholders.of(Map.of("#a", ""), null), "ExpressionAttributeNames contains invalid value");
    }

    @Test
    void refuses_an_invalid_value_and_names_its_key() {
        refused(
                () -> Placeholders.of(null, Map.of(":v", n("x"))),
                "ExpressionAttributeValues contains invalid value: The parameter cannot be converted to a numeric value: x for key :v");
        refused(() -> Placeholders.of(null, Map.of(":v", nested(32))), "Nesting Levels have exceeded supported limits");
    }

    @Test
    void normalises_values() {
        Placeholders placeholders = Placeholders.of(null, Map.of(":v", n("+1.0")));

        assertThat(placeholders.value(ExpressionKind.CONDITION, ":v")).isEqualTo(n("1"));
    }

    @Test
    void refuses_placeholders_that_no_expression_uses() {
        Placeholders placeholders = Placeholders.of(Map.of("#a", "a", "#x", "x"), Map.of(":v", n("1")));
        new Expressions(1).condition(ExpressionKind.CONDITION, "#a = :v").bind(placeholders);

        refused(
                placeholders::checkAllUsed,
                "Value provided in ExpressionAttributeNames unused in expressions: keys: {#x}");
    }

    @Test
    void refuses_values_that_no_expression_uses() {
        Placeholders placeholders = Placeholders.of(null, Map.of(":x", n("1")));
        new Expressions(1)
                .condition(ExpressionKind.CONDITION, "attribute_exists(a)")
                .bind(placeholders);

        refused(
                placeholders::checkAllUsed,
                "Value provided in ExpressionAttributeValues unused in expressions: keys: {:x}");
    }

    @Test
    void counts_what_any_of_several_expressions_uses() {
        Placeholders placeholders = Placeholders.of(Map.of("#a", "a"), Map.of(":v", n("1"), ":w", n("2")));
        Expressions expressions = new Expressions(1);
        expressions.condition(ExpressionKind.CONDITION, "#a = :v").bind(placeholders);
        expressions.update("SET b = :w").bind(placeholders, Set.of());

        assertThatCode(placeholders::checkAllUsed).doesNotThrowAnyException();
    }

    @Test
    void refuses_placeholders_without_any_expression() {
        refused(
                () -> Placeholders.of(Map.of("#a", "a"), null).checkAbsent("ConditionExpression"),
                "ExpressionAttributeNames can only be specified when using expressions");
        refused(
                () -> Placeholders.of(null, Map.of(":v", n("1"))).checkAbsent("ConditionExpression"),
                "ExpressionAttributeValues can only be specified when using expressions: ConditionExpression is null");
        assertThatCode(() -> Placeholders.of(null, null).checkAbsent("ConditionExpression"))
                .doesNotThrowAnyException();
    }

    private static void refused(ThrowingCallable call, String phrase) {
        assertThatExceptionOfType(ExpressionException.class).isThrownBy(call).withMessageContaining(phrase);
    }
}
