package io.dynalatch.embedded.expression;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An update whose placeholders are resolved and which passed every check that needs no item. Immutable. */
@FunctionalInterface
public interface BoundUpdate {
    /**
     * Carries the update out on a copy. Right-hand sides and list indexes mean the item as it was before.
     *
     * @param before the item as stored, its values normalised; where the item does not exist, its key attributes alone
     *     (they become part of the new item, yet no path of the expression sees them)
     * @param existed whether the item exists
     * @return what came of it
     * @throws ExpressionException where the item does not allow the update: a missing operand or parent, a wrong type,
     *     a number out of range
     */
    UpdateOutcome apply(Map<String, AttributeValue> before, boolean existed);
}
