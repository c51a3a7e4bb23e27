package io.dynalatch.embedded.expression;

import java.util.Set;

/** A parsed condition or filter, its placeholders still open. Immutable, shared between requests. */
public interface ConditionExpression {
    /**
     * Resolves the placeholders and makes every check that needs no item.
     *
     * @param placeholders those of the request; the used ones are marked
     * @return the condition, ready for items
     * @throws ExpressionException for the first broken rule, in DynamoDB's order
     */
    BoundCondition bind(Placeholders placeholders);

    /**
     * The attributes of the item that the condition looks at.
     *
     * @param placeholders those of the request
     * @return names of top-level attributes, in the order of the text
     * @throws ExpressionException for a name that is not defined
     */
    Set<String> attributes(Placeholders placeholders);
}
