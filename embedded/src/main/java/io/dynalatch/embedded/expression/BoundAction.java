package io.dynalatch.embedded.expression;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * One action of an update whose placeholders are resolved.
 *
 * @param target the path that it changes
 * @param creates whether it creates an item that does not exist
 * @param result what stands at the path afterwards
 */
record BoundAction(Path target, boolean creates, Source result) {
    /** Computes a value from the item as it was before the update. */
    @FunctionalInterface
    interface Source {
        /** The value, or null where there is none. */
        @Nullable
        AttributeValue in(Map<String, AttributeValue> before);
    }
}
