package io.dynalatch.embedded.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ExpressionsTest {
    private final Expressions expressions = new Expressions(2);

    @Test
    void keeps_a_parsed_expression() {
        ConditionExpression first = expressions.condition(ExpressionKind.CONDITION, "attribute_exists(a)");

        assertThat(expressions.condition(ExpressionKind.CONDITION, "attribute_exists(a)"))
                .isSameAs(first);
        assertThat(expressions.condition(ExpressionKind.FILTER, "attribute_exists(a)"))
                .isNotSameAs(first);
    }

    @Test
    void forgets_what_was_not_asked_for_longest() {
        UpdateExpression one = expressions.update("REMOVE a");
        UpdateExpression two = expressions.update("REMOVE b");
        assertThat(expressions.update("REMOVE a")).isSameAs(one);

        UpdateExpression unused = expressions.update("REMOVE c");

        assertThat(expressions.update("REMOVE c")).isSameAs(unused);
        assertThat(expressions.update("REMOVE a")).isSameAs(one);
        assertThat(expressions.update("REMOVE b")).isNotSameAs(two);
    }

    @Test
    void keeps_no_more_than_its_bound() {
        BoundedCache<Integer, String> cache = new BoundedCache<>(3);

        for (int i = 0; i < 100; i++) {
            assertThat(cache.get(i, String::valueOf)).isEqualTo(String.valueOf(i));
        }

        assertThat(cache.size()).isEqualTo(3);
    }

    @Test
    void is_shared_by_threads() throws InterruptedException {
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(this::parseMany);
            thread.setUncaughtExceptionHandler((ended, failure) -> failures.add(failure));
            threads.add(thread);
        }

        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join(Duration.ofSeconds(30).toMillis());
        }

        assertThat(threads).noneMatch(Thread::isAlive);
        assertThat(failures).isEmpty();
    }

    @Test
    void refuses_an_unbounded_or_empty_cache() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Expressions(0))
                .withMessage("cachedMax must be at least 1, but was 0");
    }

    @Test
    void key_conditions_are_no_conditions() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> expressions.condition(ExpressionKind.KEY_CONDITION, "a = :b"))
                .withMessageContaining("KEY_CONDITION");
    }

    @Test
    void a_filter_is_called_so_in_its_errors() {
        refused(() -> parse(ExpressionKind.FILTER, "a ="), "Invalid FilterExpression: Syntax error");
        refused(
                () -> expressions.condition(ExpressionKind.FILTER, "a = :v").bind(Placeholders.of(null, null)),
                "Invalid FilterExpression: An expression attribute value used in expression is not defined");
    }

    @Test
    void refuses_an_empty_expression() {
        refused(
                () -> parse(ExpressionKind.CONDITION, ""),
                "Invalid ConditionExpression: The expression can not be empty;");
        refused(() -> parse(ExpressionKind.UPDATE, ""), "Invalid UpdateExpression: The expression can not be empty;");
        refused(
                () -> parse(ExpressionKind.PROJECTION, ""),
                "Invalid ProjectionExpression: The expression can not be empty;");
        refused(() -> parse(ExpressionKind.CONDITION, " \n"), "Syntax error; token: \"<EOF>\"");
    }

    @Test
    void takes_4096_bytes_and_no_more_whatever_they_are() {
        String text = "attribute_exists(a)";

        assertThatCode(() -> parse(ExpressionKind.CONDITION, text + " ".repeat(4096 - text.length())))
                .doesNotThrowAnyException();
        refused(
                () -> parse(ExpressionKind.CONDITION, text + " ".repeat(4097 - text.length())),
                "Invalid ConditionExpression: Expression size has exceeded the maximum allowed size; expression size: 4097");
        refused(() -> parse(ExpressionKind.CONDITION, "\u20ac".repeat(1366)), "expression size: 4098");
    }

    static Stream<Arguments> deep() {
        return Stream.of(
                Arguments.of(ExpressionKind.CONDITION, "(".repeat(2000) + "a = :v" + ")".repeat(2000)),
                Arguments.of(ExpressionKind.CONDITION, "(".repeat(4096)),
                Arguments.of(ExpressionKind.CONDITION, ")".repeat(4096)),
                Arguments.of(ExpressionKind.CONDITION, "NOT ".repeat(1000) + "a = :v"),
                Arguments.of(ExpressionKind.CONDITION, "NOT(".repeat(800) + "a=:v" + ")".repeat(800)),
                Arguments.of(ExpressionKind.CONDITION, "size(".repeat(600) + "a" + ")".repeat(600) + "=:v"),
                Arguments.of(ExpressionKind.CONDITION, "a" + ".b".repeat(2000) + "=:v"),
                Arguments.of(ExpressionKind.CONDITION, "a" + "[0]".repeat(1300) + "=:v"),
                Arguments.of(ExpressionKind.UPDATE, "SET a=" + "(".repeat(2000) + ":v" + ")".repeat(2000)),
                Arguments.of(ExpressionKind.UPDATE, "SET a=" + "list_append(".repeat(330)),
                Arguments.of(ExpressionKind.PROJECTION, "(".repeat(4096)),
                Arguments.of(ExpressionKind.PROJECTION, "a" + ".b".repeat(2000)));
    }

    @ParameterizedTest
    @MethodSource("deep")
    void refuses_deep_nesting_without_running_out_of_stack(ExpressionKind kind, String text) throws Exception {
        onSmallStack(failure -> assertThat(failure).isInstanceOf(ExpressionException.class), () -> parse(kind, text));
    }

    @Test
    void evaluates_the_deepest_nesting_that_is_allowed_on_a_small_stack() throws Exception {
        String nots = "NOT(".repeat(299) + "attribute_exists(a)" + ")".repeat(299);
        String defaults = "SET b=" + "if_not_exists(a,".repeat(239) + "c" + ")".repeat(239);

        onSmallStack(failure -> assertThat(failure).isNull(), () -> {
            BoundCondition condition =
                    expressions.condition(ExpressionKind.CONDITION, nots).bind(Placeholders.of(null, null));
            assertThat(condition.test(Map.of())).isTrue();
            BoundUpdate update = expressions.update(defaults).bind(Placeholders.of(null, null), Set.of());
            assertThat(update.apply(Map.of("c", Fixtures.n("1")), true).item()).containsEntry("b", Fixtures.n("1"));
        });
    }

    private void parseMany() {
        for (int i = 0; i < 2000; i++) {
            String name = "a" + i % 5;
            BoundCondition condition = expressions
                    .condition(ExpressionKind.CONDITION, "attribute_exists(" + name + ")")
                    .bind(Placeholders.of(null, null));
            if (!condition.test(Map.of(name, Fixtures.n("1"))) || condition.test(Map.of())) {
                throw new AssertionError("the condition for " + name + " is another one's");
            }
        }
    }

    private void parse(ExpressionKind kind, String text) {
        switch (kind) {
            case UPDATE -> assertThat(expressions.update(text)).isNotNull();
            case PROJECTION -> assertThat(expressions.projection(text)).isNotNull();
            default -> assertThat(expressions.condition(kind, text)).isNotNull();
        }
    }

    /** Runs {@code action} with half of the usual stack, and gives what it threw, or null, to {@code check}. */
    private static void onSmallStack(Consumer<Throwable> check, Runnable action) throws InterruptedException {
        Throwable[] thrown = new Throwable[1];
        Thread thread = new Thread(null, action, "small-stack", 512 * 1024);
        thread.setUncaughtExceptionHandler((ended, failure) -> thrown[0] = failure);
        thread.start();
        thread.join(Duration.ofSeconds(30).toMillis());
        assertThat(thread.isAlive()).isFalse();
        check.accept(thrown[0]);
    }

    private static void refused(ThrowingCallable call, String phrase) {
        assertThatExceptionOfType(ExpressionException.class).isThrownBy(call).withMessageContaining(phrase);
    }
}
