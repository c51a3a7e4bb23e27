package io.dynalatch.embedded.expression;

import static io.dynalatch.embedded.expression.Fixtures.update;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateRulesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "str = :x | Syntax error; token: \"str\", near: \"str =\"",
                "SET | Syntax error; token: \"<EOF>\", near: \"SET\"",
                "SET str | Syntax error; token: \"<EOF>\", near: \"str\"",
                "SET str = | Syntax error; token: \"<EOF>\"",
                "SET str = :x, | Syntax error; token: \"<EOF>\"",
                "SET str = :x num = :one | Syntax error; token: \"num\", near: \":x num =\"",
                "SET _x = :x | Syntax error; token: \"_x\"",
                "SET :x = :x | Syntax error; token: \":x\"",
                "SET str = 5 | Syntax error; token: \"5\"",
                "SET num = num + :one + :one | Syntax error; token: \"+\"",
                "SET num = (num + :one) - :one | Syntax error; token: \"-\"",
                "SET num = num - (num + :one) | Syntax error",
                "SET num = if_not_exists(num, :one + :one) | Syntax error; token: \"+\"",
                "SET num = if_not_exists(num, (:one + :one)) | Syntax error",
                "SET num = num * :one | Syntax error; token: \"*\"",
                "SET num = num = :one | Syntax error; token: \"=\"",
                "SET (str) = :x | Syntax error; token: \"(\"",
                "REMOVE str = :x | Syntax error; token: \"=\"",
                "REMOVE :x | Syntax error; token: \":x\"",
                "ADD num num | Syntax error; token: \"num\"",
                "ADD num = :one | Syntax error; token: \"=\"",
                "ADD num :one + :one | Syntax error; token: \"+\"",
                "DELETE strs | Syntax error; token: \"<EOF>\"",
                "REMOVE remove | Syntax error; token: \"remove\"",
                "SET str = if_not_exists() | Syntax error; token: \")\""
            })
    void refuses_what_the_grammar_does_not_have(String text, String phrase) {
        refused(text, phrase);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SET ttl = :x | Attribute name is a reserved keyword; reserved keyword: ttl",
                "REMOVE doc.Name | reserved keyword: Name",
                "SET str = owner | reserved keyword: owner",
                "SET str = if_not_exists(lst[0].lock, :x) | reserved keyword: lock",
                "SET str = f(num) | Invalid function name; function: f",
                "SET str = If_Not_Exists(num, :one) | Invalid function name; function: If_Not_Exists",
                "SET num = size(str) | not allowed",
                "SET flag = attribute_exists(str) | not allowed",
                "SET lst = list_append(lst, list_append(:l7, :l7)) | The function is not allowed to be used this way in an expression; function: list_append",
                "SET str = :x SET num = :one | The \"\"SET\"\" section can only be used once in an update expression;",
                "SET str = :x REMOVE num remove flag | The \"\"REMOVE\"\" section can only be used once",
                "SET #nope = :x | An expression attribute name used in the document path is not defined; attribute name: #nope",
                "SET str = #nope | not defined; attribute name: #nope",
                "SET str = :nope | An expression attribute value used in expression is not defined; attribute value: :nope",
                "ADD num :nope | not defined; attribute value: :nope",
                "SET str = if_not_exists(:x, :x) | Operator or function requires a document path; operator or function: if_not_exists",
                "SET str = if_not_exists(num) | Incorrect number of operands for operator or function; operator or function: if_not_exists, number of operands: 1",
                "SET lst = list_append(:l7, :l7, :l7) | operator or function: list_append, number of operands: 3",
                "SET lst = list_append(lst, :one) | Incorrect operand type for operator or function; operator or function: list_append, operand type: N",
                "SET num = num + :x | Incorrect operand type for operator or function; operator or function: +, operand type: S",
                "SET num = :l7 - num | operator or function: -, operand type: L",
                "ADD num :x | Incorrect operand type for operator or function; operator: ADD, operand type: STRING",
                "ADD num :l7 | operator: ADD, operand type: LIST",
                "DELETE num :one | operator: DELETE, operand type: NUMBER",
                "DELETE num :true | operator: DELETE, operand type: BOOLEAN",
                "SET pk = :x | One or more parameter values were invalid: Cannot update attribute pk. This attribute is part of the key",
                "REMOVE #pk | Cannot update attribute pk",
                "ADD pk :one | Cannot update attribute pk",
                "SET str = :x, pk.a = :x | Cannot update attribute pk"
            })
    void refuses_by_its_rules(String text, String phrase) {
        refused(text, phrase.replace("\"\"", "\""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SET str = :x, str = :z | overlap | path one: [str], path two: [str]",
                "SET str = :x REMOVE #str | overlap | path one: [str], path two: [str]",
                "SET doc.a = :x REMOVE doc | overlap | path one: [doc, a], path two: [doc]",
                "SET doc.b = :x, doc.b.c[0] = :z | overlap | path one: [doc, b], path two: [doc, b, c, [0]]",
                "SET lst[0] = :x REMOVE lst[0] | overlap | path one: [lst, [0]], path two: [lst, [0]]",
                "SET lst[0] = :x, lst.a = :z | conflict | path one: [lst, [0]], path two: [lst, a]"
            })
    void refuses_paths_that_get_in_each_others_way(String text, String verb, String paths) {
        refused(
                text,
                "Two document paths " + verb + " with each other; must remove or rewrite one of these paths; " + paths);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET doc.a = :x, doc.b = :z",
                "SET lst[0] = :x, lst[1] = :z",
                "SET #dot = :x, a.c = :z",
                "SET doc.a.c = :x, doc.b[0] = :z",
                "REMOVE str ADD num :one SET flag = :true DELETE strs :ac",
                "SET str = ((((:x))))"
            })
    void accepts_paths_beside_each_other_and_sections_in_any_order(String text) {
        assertThatCode(() -> update(text)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SET str = f(ttl) | reserved keyword: ttl",
                "SET str = f(num) SET str = :nope | Invalid function name",
                "SET str = :x SET str = #nope | can only be used once",
                "SET str = :nope, num = #nope | attribute name: #nope",
                "SET str = :nope, str = :x | attribute value: :nope",
                "SET lst[0] = :x, lst.a = :x, str = :x, str = :z | overlap",
                "SET str = :x, str.a = :x ADD num :x | overlap",
                "SET num = num + :x ADD flag :x | operator: ADD",
                "SET pk = num + :x | operator or function: +"
            })
    void tells_the_first_broken_rule_in_the_services_order(String text, String phrase) {
        refused(text, phrase);
    }

    @Test
    void takes_300_operators_and_no_more() {
        assertThatCode(() -> update("SET " + sums(300))).doesNotThrowAnyException();
        refused("SET " + sums(301), "The expression contains too many operators; operator count: 301");
    }

    /** Short enough that 301 of them stay below 4,096 bytes. */
    private static String sums(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "x" + Integer.toString(i, 36) + "=n+:_1")
                .collect(Collectors.joining(","));
    }

    private static void refused(String text, String phrase) {
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> update(text))
                .withMessageContaining(phrase)
                .satisfies(e -> {
                    boolean ofKey = e.getMessage().startsWith("One or more parameter values were invalid: Cannot");
                    org.assertj.core.api.Assertions.assertThat(
                                    ofKey || e.getMessage().startsWith("Invalid UpdateExpression: "))
                            .isTrue();
                });
    }
}
