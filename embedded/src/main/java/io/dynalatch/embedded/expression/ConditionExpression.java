package io.dynalatch.embedded.expression;

/** A parsed condition or filter, its placeholders still open. Immutable, shared between requests. */
@FunctionalInterface
public interface ConditionExpression {
    /**
     * Resolves the placeholders and makes every check that needs no item.
     *
     * @param placeholders those of the request; the used ones are marked
     * @return the condition, ready for items
     * @throws ExpressionException for the first broken rule, in DynamoDB's order
     */
    BoundCondition bind(Placeholders placeholders);
}
