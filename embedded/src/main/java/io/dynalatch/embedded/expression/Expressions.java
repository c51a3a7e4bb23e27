package io.dynalatch.embedded.expression;

/**
 * Turns expression text into parsed expressions and keeps a bounded number of them. Thread-safe.
 *
 * <p>Every method throws {@link ExpressionException} for text that is empty, too long or no expression. Rules about
 * words, functions and placeholders are checked by the {@code bind} of what comes back.
 */
public final class Expressions {
    /**
     * Makes an empty cache.
     *
     * @param cachedMax parsed texts that are kept, over all kinds; at least 1
     * @throws IllegalArgumentException where {@code cachedMax} is less than 1
     */
    public Expressions(int cachedMax) {
        if (cachedMax < 1) {
            throw new IllegalArgumentException("cachedMax must be at least 1, but was " + cachedMax);
        }
    }

    /**
     * Parses a condition.
     *
     * @param kind {@link ExpressionKind#CONDITION} or {@link ExpressionKind#FILTER}
     * @param text the expression as the request has it
     * @return the parsed condition
     */
    public ConditionExpression condition(ExpressionKind kind, String text) {
        return placeholders -> {
            throw notYet();
        };
    }

    /**
     * Parses an update.
     *
     * @param text the expression as the request has it
     * @return the parsed update
     */
    public UpdateExpression update(String text) {
        return (placeholders, keys) -> {
            throw notYet();
        };
    }

    /**
     * Parses a projection.
     *
     * @param text the expression as the request has it
     * @return the parsed projection
     */
    public Projection projection(String text) {
        return placeholders -> {
            throw notYet();
        };
    }

    private static UnsupportedOperationException notYet() {
        return new UnsupportedOperationException("expressions are not parsed yet");
    }
}
