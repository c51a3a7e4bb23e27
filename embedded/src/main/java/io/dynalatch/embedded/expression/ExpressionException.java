package io.dynalatch.embedded.expression;

/**
 * A request that DynamoDB refuses with a {@code ValidationException}; the message is the whole text of that exception.
 *
 * <p>Thrown for text that is no expression, for placeholders and values that break a rule, and by
 * {@link BoundUpdate#apply} for an update that the stored item does not allow.
 */
public final class ExpressionException extends RuntimeException {
    /**
     * Makes one.
     *
     * @param message the text for the caller, its prefix such as {@code Invalid ConditionExpression: } included
     */
    public ExpressionException(String message) {
        super(message);
    }
}
