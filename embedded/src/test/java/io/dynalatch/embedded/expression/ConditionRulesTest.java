package io.dynalatch.embedded.expression;

import static io.dynalatch.embedded.expression.Fixtures.condition;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionRulesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "_x = :abc | Syntax error; token: \"_x\", near: \"_x =\"",
                "1a = :abc | Syntax error; token: \"1\", near: \"1a\"",
                "str = :abc = :abc | Syntax error; token: \"=\", near: \":abc = :abc\"",
                "str = | Syntax error; token: \"<EOF>\", near: \"=\"",
                "str | Syntax error; token: \"<EOF>\", near: \"str\"",
                ":abc | Syntax error; token: \"<EOF>\"",
                "str = :abc) | Syntax error; token: \")\", near: \":abc)\"",
                "(str = :abc | Syntax error; token: \"<EOF>\"",
                "str AND num = :five | Syntax error; token: \"AND\"",
                "NOT str | Syntax error",
                "str = # | Syntax error; token: \"#\"",
                "str = : | Syntax error; token: \":\"",
                "lst[num] = :one | Syntax error; token: \"num\"",
                "lst[-1] = :one | Syntax error; token: \"-\"",
                "lst[:one] = :one | Syntax error; token: \":one\"",
                "lst[] = :one | Syntax error; token: \"]\"",
                "[0] = :one | Syntax error; token: \"[\"",
                "doc..a = :one | Syntax error; token: \".\"",
                "doc.:one = :one | Syntax error; token: \":one\"",
                "size() = :one | Syntax error; token: \")\", near: \"() =\"",
                "str IN () | Syntax error; token: \")\"",
                "str IN :abc | Syntax error; token: \":abc\"",
                "str BETWEEN :ab OR :abc | Syntax error; token: \"OR\"",
                "num + :one = :five | Syntax error; token: \"+\"",
                "num = 5 | Syntax error; token: \"5\"",
                "str = 'abc' | Syntax error; token: \"'\"",
                "str == :abc | Syntax error; token: \"=\"",
                "str != :abc | Syntax error; token: \"!\"",
                "str = :abc AND | Syntax error; token: \"<EOF>\", near: \"AND\"",
                "(str = :abc) = :true | Syntax error; token: \"=\"",
                "str = (num = :five) | Syntax error",
                "and = :abc | Syntax error; token: \"and\"",
                "lst[99999999999] = :one | List index is not within the allowable range; index: [99999999999]"
            })
    void refuses_what_the_grammar_does_not_have(String text, String phrase) {
        refused(text, phrase);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "((str = :abc))",
                "num = :five AND ((str = :abc))",
                "((str)) = :abc",
                "NOT ((str = :abc) )",
                "(((str = :abc) AND num = :five))"
            })
    void refuses_redundant_parentheses(String text) {
        refused(text, "The expression has redundant parentheses;");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "f(str) | Invalid function name; function: f",
                "SIZE(str) = :one | Invalid function name; function: SIZE",
                "Attribute_Exists(str) | Invalid function name; function: Attribute_Exists",
                "size(str) | The function is not allowed to be used this way in an expression; function: size",
                "NOT (size(str)) | not allowed to be used this way in an expression; function: size",
                "str = :abc OR size(str) | not allowed to be used this way in an expression; function: size",
                "attribute_exists(str) = :true | not allowed to be used this way in an expression; function: attribute_exists",
                "contains(begins_with(str, :a), :a) | not allowed to be used this way in an expression; function: begins_with",
                "str IN (contains(str, :a)) | not allowed to be used this way in an expression; function: contains",
                "if_not_exists(str, :abc) = :abc | not allowed",
                "list_append(lst, :l7) = :l7 | not allowed",
                "if_not_exists(str, :abc) | not allowed",
                "list_append(str, :abc) | not allowed"
            })
    void refuses_unknown_and_misplaced_functions(String text, String phrase) {
        refused(text, phrase);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ttl = :one | ttl",
                "Owner = :abc | Owner",
                "doc.STATUS = :abc | STATUS",
                "attribute_exists(lock) | lock",
                "lst[0].name = :abc | name",
                "set = :abc | set"
            })
    void refuses_reserved_words_at_every_step_of_a_path(String text, String word) {
        refused(text, "Attribute name is a reserved keyword; reserved keyword: " + word);
    }

    @Test
    void does_not_reserve_the_words_that_locks_use() {
        assertThatCode(() -> condition("lease = :one AND version = :one AND expires = :one AND remove = :one"))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "#nope = :abc | An expression attribute name used in the document path is not defined; attribute name: #nope",
                "doc.#nope = :abc | not defined; attribute name: #nope",
                "str = :nope | An expression attribute value used in expression is not defined; attribute value: :nope",
                "str = :nope OR #nope = :abc | not defined; attribute value: :nope"
            })
    void refuses_undefined_placeholders(String text, String phrase) {
        refused(text, phrase);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "size(str, num) = :one | operator or function: size, number of operands: 2",
                "attribute_exists(str, num) | operator or function: attribute_exists, number of operands: 2",
                "contains(str) | operator or function: contains, number of operands: 1",
                "attribute_type(str, :S, :N) | operator or function: attribute_type, number of operands: 3"
            })
    void refuses_wrong_numbers_of_operands(String text, String phrase) {
        refused(text, "Incorrect number of operands for operator or function; " + phrase);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "contains(str, #str) | operator: contains, first operand: [str]",
                "begins_with(doc.a, #doc.a) | operator: begins_with, first operand: [doc, a]",
                "str = str | operator: =, first operand: [str]",
                "lst[0] < lst[0] | operator: <, first operand: [lst, [0]]",
                "num BETWEEN :one AND num | operator: BETWEEN, first operand: [num]",
                "num IN (:one, num) | operator: IN, first operand: [num]"
            })
    void refuses_the_first_operand_again(String text, String phrase) {
        refused(
                text,
                "The first operand must be distinct from the remaining operands for this operator or function; "
                        + phrase);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "num < :l7 | operator or function: <, operand type: L",
                "num <= :em | operator or function: <=, operand type: M",
                ":true > num | operator or function: >, operand type: BOOL",
                "num >= :nul | operator or function: >=, operand type: NULL",
                "num < :ba | operator or function: <, operand type: SS",
                "num BETWEEN :one AND :l7 | operator or function: BETWEEN, operand type: L",
                "gone BETWEEN :em AND :em | operator or function: BETWEEN, operand type: M",
                "size(:one) = :one | operator or function: size, operand type: N",
                "size(size(str)) = :one | operator or function: size, operand type: N",
                "size(:true) = :one | operator or function: size, operand type: BOOL",
                "begins_with(str, :one) | operator or function: begins_with, operand type: N",
                "begins_with(:one, str) | operator or function: begins_with, operand type: N",
                "begins_with(str, size(num)) | operator or function: begins_with, operand type: N",
                "attribute_type(str, :one) | operator or function: attribute_type, operand type: N",
                "attribute_type(str, num) | operator or function: attribute_type, operand type: {"
            })
    void refuses_constants_of_a_wrong_type(String text, String phrase) {
        refused(text, "Incorrect operand type for operator or function; " + phrase);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "attribute_exists(:abc) | Operator or function requires a document path; operator or function: attribute_exists",
                "attribute_not_exists(size(str)) | requires a document path; operator or function: attribute_not_exists",
                "attribute_type(str, :DOG) | Invalid attribute type name found; type: DOG, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}",
                "num BETWEEN :one AND :abc | The BETWEEN operator requires same data type for lower and upper bounds;",
                "num BETWEEN :five AND :one | The BETWEEN operator requires upper bound to be greater than or equal to lower bound;"
            })
    void refuses_other_constants_that_make_no_sense(String text, String phrase) {
        refused(text, phrase);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "((f(ttl))) OR size(str) | redundant parentheses",
                "f(ttl) OR size(str) | Invalid function name",
                "ttl = :abc OR size(str) | not allowed to be used this way",
                "ttl = :nope OR contains(str) | reserved keyword: ttl",
                "contains(:nope) | attribute value: :nope",
                "contains(str, str, str) | number of operands: 3",
                "str < str OR num < :l7 | must be distinct",
                "num < :l7 OR str = :nope | operand type: L"
            })
    void tells_the_first_broken_rule_in_the_services_order(String text, String phrase) {
        refused(text, phrase);
    }

    @Test
    void takes_100_candidates_of_in_and_no_more() {
        assertThatCode(() -> condition("num IN (" + repeated(":one", ", ", 100) + ")"))
                .doesNotThrowAnyException();
        refused("num IN (" + repeated(":one", ", ", 101) + ")", "number of operands: 101");
    }

    @Test
    void takes_300_operators_and_no_more() {
        String comparisons = repeated("num = :one", " OR ", 150);

        assertThatCode(() -> condition("NOT " + comparisons)).doesNotThrowAnyException();
        refused("NOT NOT " + comparisons, "The expression contains too many operators; operator count: 301");
    }

    @Test
    void counts_no_parentheses_or_functions_as_operators() {
        assertThatCode(() -> condition(repeated("(contains(a, :a))", " OR ", 151)))
                .doesNotThrowAnyException();
    }

    private static String repeated(String part, String separator, int times) {
        return IntStream.range(0, times).mapToObj(i -> part).collect(Collectors.joining(separator));
    }

    private static void refused(String text, String phrase) {
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> condition(text))
                .withMessageStartingWith("Invalid ConditionExpression: ")
                .withMessageContaining(phrase);
    }
}
