package io.dynalatch.embedded.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Random expressions. A failure names its seed; {@code -Ddynalatch.seed=N} runs that case alone,
 * {@code -Ddynalatch.expression.runs=N} sets how many cases there are.
 */
class ExpressionProperties {
    private static final int RUNS = Integer.getInteger("dynalatch.expression.runs", 3_000);
    private static final Duration TIME_MAX = Duration.ofMinutes(5);

    private final Expressions expressions = new Expressions(100);

    @Test
    void conditions_agree_with_an_independent_evaluator() {
        forSeeds(random -> {
            RandomExpressions source = new RandomExpressions(random);
            RandomExpressions.Condition condition = source.condition(4);
            Map<String, Object> item = source.item();
            Placeholders placeholders = placeholders(source);

            BoundCondition bound = expressions
                    .condition(ExpressionKind.CONDITION, condition.text())
                    .bind(placeholders);
            placeholders.checkAllUsed();

            assertThat(bound.test(ReferenceValues.attributes(item)))
                    .as("%s with %s on %s", condition.text(), source.constants(), item)
                    .isEqualTo(condition.meaning().test(item));
        });
    }

    @Test
    void updates_of_whole_attributes_agree_with_a_model() {
        forSeeds(random -> {
            RandomExpressions source = new RandomExpressions(random);
            var update = source.update();
            Map<String, Object> item = source.item();
            Map<String, AttributeValue> before = ReferenceValues.attributes(item);

            UpdateOutcome outcome = expressions
                    .update(update.getKey())
                    .bind(placeholders(source), Set.of())
                    .apply(before, true);

            assertThat(outcome.item())
                    .isEqualTo(ReferenceValues.attributes(update.getValue().apply(item)));
            assertThat(before).isEqualTo(ReferenceValues.attributes(item));
        });
    }

    @Test
    void updates_change_what_they_name_or_are_refused() {
        forSeeds(random -> {
            RandomExpressions source = new RandomExpressions(random);
            String text = source.wildUpdate();
            Map<String, AttributeValue> before = ReferenceValues.attributes(source.item());
            Map<String, AttributeValue> copy = new HashMap<>(before);

            try {
                UpdateOutcome outcome = expressions
                        .update(text)
                        .bind(placeholders(source), Set.of())
                        .apply(before, true);
                assertThat(outcome.item().keySet())
                        .containsAll(outcome.updatedNew().keySet());
                assertThat(before.keySet()).containsAll(outcome.updatedOld().keySet());
                before.forEach((name, value) -> {
                    if (!text.contains(name)) {
                        assertThat(outcome.item()).containsEntry(name, value);
                    }
                });
            } catch (ExpressionException refused) {
                assertThat(refused).hasMessageMatching("(?s)[A-Z].+");
            }
            assertThat(before).isEqualTo(copy);
        });
    }

    @Test
    void broken_text_is_refused_and_nothing_else() {
        forSeeds(random -> {
            RandomExpressions source = new RandomExpressions(random);
            Map<String, AttributeValue> item = ReferenceValues.attributes(source.item());
            String condition = source.mutated(source.condition(3).text());
            String update = source.mutated(source.wildUpdate());
            String projection = source.mutated(source.projection());
            String soup = source.soup();

            for (String text : new String[] {condition, update, projection, soup}) {
                refusedOrNot(() -> assertThat(expressions
                                .condition(ExpressionKind.CONDITION, text)
                                .bind(placeholders(source))
                                .test(item))
                        .isIn(true, false));
                refusedOrNot(() -> assertThat(expressions
                                .update(text)
                                .bind(placeholders(source), Set.of("u"))
                                .apply(item, random.nextBoolean())
                                .item())
                        .isNotNull());
                refusedOrNot(() -> assertThat(expressions
                                .projection(text)
                                .bind(placeholders(source))
                                .apply(item))
                        .isNotNull());
            }
        });
    }

    private static void refusedOrNot(Runnable action) {
        try {
            action.run();
        } catch (ExpressionException refused) {
            assertThat(refused).hasMessageMatching("(?s)(Invalid \\w+Expression: )?[A-Z].+");
        }
    }

    private static Placeholders placeholders(RandomExpressions source) {
        return Placeholders.of(null, source.constants().isEmpty() ? null : source.constants());
    }

    private static void forSeeds(Consumer<Random> property) {
        Long only = Long.getLong("dynalatch.seed");
        Random seeds = new Random();
        int runs = only == null ? RUNS : 1;
        Assertions.assertTimeoutPreemptively(TIME_MAX, () -> {
            for (int i = 0; i < runs; i++) {
                long seed = only == null ? seeds.nextLong() : only;
                try {
                    property.accept(new Random(seed));
                } catch (RuntimeException | Error failure) {
                    throw new AssertionError("repeat with -Ddynalatch.seed=" + seed, failure);
                }
            }
        });
    }
}
