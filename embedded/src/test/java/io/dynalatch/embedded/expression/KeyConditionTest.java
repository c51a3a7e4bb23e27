package io.dynalatch.embedded.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class KeyConditionTest {
    private static final Map<String, AttributeValue> VALUES = Map.of(
            ":a", AttributeValue.fromS("a"),
            ":b", AttributeValue.fromS("b"),
            ":n", AttributeValue.fromN("1"),
            ":t", AttributeValue.fromBool(true));

    private final Expressions expressions = new Expressions(10);

    private List<KeyCondition> bound(String text) {
        return expressions.keyCondition(text).bind(Placeholders.of(Map.of("#k", "key"), VALUES));
    }

    private static KeyCondition condition(String attribute, KeyCondition.Test test, String... values) {
        return new KeyCondition(
                attribute, test, List.of(values).stream().map(VALUES::get).toList());
    }

    @Test
    void every_test_is_read() {
        assertThat(bound("p = :a")).containsExactly(condition("p", KeyCondition.Test.EQUAL, ":a"));
        assertThat(bound("#k < :a")).containsExactly(condition("key", KeyCondition.Test.LESS, ":a"));
        assertThat(bound("p <= :a")).containsExactly(condition("p", KeyCondition.Test.AT_MOST, ":a"));
        assertThat(bound("p > :a")).containsExactly(condition("p", KeyCondition.Test.GREATER, ":a"));
        assertThat(bound("p >= :a")).containsExactly(condition("p", KeyCondition.Test.AT_LEAST, ":a"));
        assertThat(bound("p = :a AND begins_with(s, :b)"))
                .containsExactly(
                        condition("p", KeyCondition.Test.EQUAL, ":a"),
                        condition("s", KeyCondition.Test.BEGINS_WITH, ":b"));
        assertThat(bound("p = :a AND s BETWEEN :a AND :b"))
                .containsExactly(
                        condition("p", KeyCondition.Test.EQUAL, ":a"),
                        condition("s", KeyCondition.Test.BETWEEN, ":a", ":b"));
    }

    @Test
    void a_value_on_the_left_turns_the_sign() {
        assertThat(bound(":a = p")).containsExactly(condition("p", KeyCondition.Test.EQUAL, ":a"));
        assertThat(bound(":a < p")).containsExactly(condition("p", KeyCondition.Test.GREATER, ":a"));
        assertThat(bound(":a <= p")).containsExactly(condition("p", KeyCondition.Test.AT_LEAST, ":a"));
        assertThat(bound(":a > p")).containsExactly(condition("p", KeyCondition.Test.LESS, ":a"));
        assertThat(bound(":a >= p")).containsExactly(condition("p", KeyCondition.Test.AT_MOST, ":a"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            p = :a OR s = :b                   | Invalid operator used in KeyConditionExpression: OR
            NOT p = :a                         | Invalid operator used in KeyConditionExpression: NOT
            p <> :a                            | Invalid operator used in KeyConditionExpression: <>
            p IN (:a)                          | Invalid operator used in KeyConditionExpression: IN
            contains(p, :a)                    | Invalid operator used in KeyConditionExpression: contains
            attribute_exists(p)                | Invalid operator used in KeyConditionExpression: attribute_exists
            size(p) = :n                       | cannot contain nested operations
            p.x = :a                           | cannot have conditions on nested attributes
            p[0] = :a                          | cannot have conditions on nested attributes
            p = s                              | Multiple attribute names used in one condition
            :a = :b                            | No key attribute specified
            :a BETWEEN p AND :b                | No key attribute specified
            begins_with(:a, p)                 | No key attribute specified
            p = :a AND p = :b                  | must only contain one condition per key
            p = :a AND s = :b AND t = :n       | Conditions can be of length 1 or 2 only
            p BETWEEN :b AND :a                | upper bound to be greater than or equal to lower bound
            begins_with(p, :n)                 | Incorrect operand type for operator or function; operator or function: begins_with
            p < :t                             | Incorrect operand type for operator or function; operator or function: <
            p = :missing                       | An expression attribute value used in expression is not defined
            #missing = :a                      | An expression attribute name used in the document path is not defined
            ttl = :a                           | Attribute name is a reserved keyword
            ((p = :a))                         | redundant parentheses
            p =                                | Invalid KeyConditionExpression: Syntax error
            if_not_exists(p, :a)               | not allowed
            """)
    void what_is_no_key_condition_is_refused(String text, String phrase) {
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> bound(text))
                .withMessageContaining(phrase);
    }

    @Test
    void a_condition_knows_the_attributes_that_it_looks_at() {
        ConditionExpression condition = expressions.condition(
                ExpressionKind.FILTER,
                "a.b = :a OR NOT (size(c) > :n AND d BETWEEN :a AND e) OR f IN (:a, g) OR contains(#k, :a)");

        assertThat(condition.attributes(Placeholders.of(Map.of("#k", "key"), VALUES)))
                .containsExactly("a", "c", "d", "e", "f", "g", "key");
    }
}
