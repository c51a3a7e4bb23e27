package io.dynalatch.embedded.expression;

/** A parsed projection, its placeholders still open. Immutable, shared between requests. */
@FunctionalInterface
public interface Projection {
    /**
     * Resolves the placeholders and makes every check that needs no item.
     *
     * @param placeholders those of the request; the used ones are marked
     * @return the projection, ready for items
     * @throws ExpressionException for the first broken rule, in DynamoDB's order
     */
    BoundProjection bind(Placeholders placeholders);
}
