package io.dynalatch.embedded.internal.store;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item and its size.
 *
 * @param attributes normalised, unmodifiable
 * @param bytes the size that DynamoDB counts
 */
public record StoredItem(Map<String, AttributeValue> attributes, int bytes) {}
