package io.dynalatch.embedded.expression;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns expression text into parsed expressions and keeps a bounded number of them. Thread-safe.
 *
 * <p>Every method throws {@link ExpressionException} for text that is empty, longer than 4,096 bytes, nested too
 * deeply, or no expression, and for what is wrong with its words alone: reserved words, unknown and misplaced
 * functions, redundant parentheses, more than 300 operators. What is wrong with placeholders is told by the
 * {@code bind} of what comes back. Errors are not kept.
 */
public final class Expressions {
    /** Written out, since what the compiler makes for a record takes 20 ms at the first call of a process. */
    private record Source(ExpressionKind kind, String text) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Source source && kind == source.kind && text.equals(source.text);
        }

        @Override
        public int hashCode() {
            return 31 * kind.hashCode() + text.hashCode();
        }
    }

    private final BoundedCache<Source, ConditionExpression> conditions;
    private final BoundedCache<String, KeyConditionExpression> keyConditions;
    private final BoundedCache<String, UpdateExpression> updates;
    private final BoundedCache<String, Projection> projections;

    /**
     * Makes an empty cache.
     *
     * @param cachedMax parsed texts that are kept of each of conditions, key conditions, updates and projections; at
     *     least 1
     * @throws IllegalArgumentException where {@code cachedMax} is less than 1
     */
    public Expressions(int cachedMax) {
        if (cachedMax < 1) {
            throw new IllegalArgumentException("cachedMax must be at least 1, but was " + cachedMax);
        }
        this.conditions = new BoundedCache<>(cachedMax);
        this.keyConditions = new BoundedCache<>(cachedMax);
        this.updates = new BoundedCache<>(cachedMax);
        this.projections = new BoundedCache<>(cachedMax);
    }

    /**
     * Parses a condition.
     *
     * @param kind {@link ExpressionKind#CONDITION} or {@link ExpressionKind#FILTER}
     * @param text the expression as the request has it
     * @return the parsed condition
     * @throws IllegalArgumentException for another kind
     */
    public ConditionExpression condition(ExpressionKind kind, String text) {
        if (kind != ExpressionKind.CONDITION && kind != ExpressionKind.FILTER) {
            throw new IllegalArgumentException("kind must be CONDITION or FILTER, but was " + kind);
        }
        return conditions.get(
                new Source(kind, text),
                source -> new ParsedCondition(source.kind(), ConditionParser.parse(source.kind(), source.text())));
    }

    /**
     * Parses a key condition. Throws as for a condition, and for what a key condition may not have.
     *
     * @param text the expression as the request has it
     * @return the parsed key condition
     */
    public KeyConditionExpression keyCondition(String text) {
        return keyConditions.get(text, KeyConditionParser::parse);
    }

    /**
     * Parses an update.
     *
     * @param text the expression as the request has it
     * @return the parsed update
     */
    public UpdateExpression update(String text) {
        return updates.get(text, UpdateParser::parse);
    }

    /**
     * Parses a projection.
     *
     * @param text the expression as the request has it
     * @return the parsed projection
     */
    public Projection projection(String text) {
        return projections.get(text, source -> {
            List<Path> paths = ProjectionParser.parse(source);
            return placeholders -> ProjectionParser.bind(paths, placeholders);
        });
    }
}
