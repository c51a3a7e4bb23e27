package io.dynalatch.embedded.expression;

import java.util.List;

/** A parsed key condition, its placeholders still open. Immutable, shared between requests. */
@FunctionalInterface
public interface KeyConditionExpression {
    /**
     * Resolves the placeholders and makes every check that needs no table.
     *
     * @param placeholders those of the request; the used ones are marked
     * @return one or two conditions, in the order of the text, on different attributes
     * @throws ExpressionException for the first broken rule
     */
    List<KeyCondition> bind(Placeholders placeholders);
}
