package io.dynalatch.embedded.expression;

import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A projection whose placeholders are resolved. Immutable. */
public interface BoundProjection {
    /**
     * Picks the paths of the projection out of an item.
     *
     * @param item the item as stored
     * @return the leaves that are there, in their hierarchy, list elements packed densely; unmodifiable, possibly empty
     */
    Map<String, AttributeValue> apply(Map<String, AttributeValue> item);

    /**
     * The attributes of the item that the projection picks from.
     *
     * @return names of top-level attributes, unmodifiable
     */
    Set<String> attributes();
}
