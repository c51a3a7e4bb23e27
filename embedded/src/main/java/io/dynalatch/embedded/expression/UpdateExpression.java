package io.dynalatch.embedded.expression;

import java.util.Set;

/** A parsed update, its placeholders still open. Immutable, shared between requests. */
@FunctionalInterface
public interface UpdateExpression {
    /**
     * Resolves the placeholders and makes every check that needs no item.
     *
     * @param placeholders those of the request; the used ones are marked
     * @param keyAttributeNames the table's key attributes, which an update must not touch
     * @return the update, ready for items
     * @throws ExpressionException for the first broken rule, in DynamoDB's order
     */
    BoundUpdate bind(Placeholders placeholders, Set<String> keyAttributeNames);
}
