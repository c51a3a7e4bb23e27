package io.dynalatch.embedded.expression;

import static io.dynalatch.embedded.expression.Fixtures.ITEM;
import static io.dynalatch.embedded.expression.Fixtures.attributes;
import static io.dynalatch.embedded.expression.Fixtures.list;
import static io.dynalatch.embedded.expression.Fixtures.map;
import static io.dynalatch.embedded.expression.Fixtures.n;
import static io.dynalatch.embedded.expression.Fixtures.projection;
import static io.dynalatch.embedded.expression.Fixtures.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ProjectionTest {
    static Stream<Arguments> picked() {
        return Stream.of(
                Arguments.of("str", attributes("str", s("abc"))),
                Arguments.of("str, #num, gone", attributes("str", s("abc"), "num", n("5"))),
                Arguments.of("#dot", attributes("a.b", s("dotted"))),
                Arguments.of("gone.a, str.b, lst[9], doc[0]", attributes()),
                Arguments.of(
                        "doc.b.c[2], doc.b.c[0], doc.a, lst[0]",
                        attributes(
                                "doc", map("a", n("1"), "b", map("c", list(n("10"), n("30")))), "lst", list(s("x")))));
    }

    @ParameterizedTest
    @MethodSource("picked")
    void picks_what_is_there(String text, Map<String, AttributeValue> expected) {
        assertThat(projection(text).apply(ITEM)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "str, | Syntax error; token: \"<EOF>\", near: \",\"",
                "str num | Syntax error; token: \"num\"",
                ":abc | Syntax error; token: \":abc\"",
                "size(str) | Syntax error; token: \"(\"",
                "_x | Syntax error; token: \"_x\"",
                "ttl | Attribute name is a reserved keyword; reserved keyword: ttl",
                "#nope | An expression attribute name used in the document path is not defined",
                "str, str | Two document paths overlap with each other",
                "doc.a, doc | Two document paths overlap with each other",
                "doc.a, doc[0] | Two document paths conflict with each other"
            })
    void refuses_by_its_rules(String text, String phrase) {
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> projection(text))
                .withMessageStartingWith("Invalid ProjectionExpression: ")
                .withMessageContaining(phrase);
    }

    @Test
    void takes_paths_of_32_steps_and_no_longer() {
        assertThatCode(() -> projection("a" + ".b".repeat(31))).doesNotThrowAnyException();
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> projection("a" + ".b".repeat(32)))
                .withMessageContaining("The document path has too many nesting levels; nesting levels: 33");
    }
}
