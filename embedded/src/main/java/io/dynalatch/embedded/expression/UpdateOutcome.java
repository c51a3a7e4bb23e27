package io.dynalatch.embedded.expression;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What an update made of an item. All maps are unmodifiable.
 *
 * @param item the item after the update; the same as before where {@code present} is false
 * @param present whether the item exists after the update; false only where it did not exist and the update has nothing
 *     but REMOVE and DELETE, which create no item
 * @param updatedOld the touched paths as they were before (UPDATED_OLD); empty where none of them existed
 * @param updatedNew the touched paths as they are now (UPDATED_NEW); empty where none of them is left
 */
public record UpdateOutcome(
        Map<String, AttributeValue> item,
        boolean present,
        Map<String, AttributeValue> updatedOld,
        Map<String, AttributeValue> updatedNew) {}
