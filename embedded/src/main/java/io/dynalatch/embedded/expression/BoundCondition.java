package io.dynalatch.embedded.expression;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A condition whose placeholders are resolved and which passed every check that needs no item. Immutable. */
@FunctionalInterface
public interface BoundCondition {
    /**
     * Decides the condition for one item. Never throws for what an item holds: an operand of another type than asked
     * for makes its comparison false.
     *
     * @param item the item as stored, its values normalised; empty where the item does not exist
     * @return whether the condition holds
     */
    boolean test(Map<String, AttributeValue> item);
}
