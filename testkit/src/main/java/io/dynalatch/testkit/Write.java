package io.dynalatch.testkit;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A write of one item that the store has applied.
 *
 * @param call the request
 * @param copy whether this was the late copy of a request
 * @param before the item before it; empty where there was none
 * @param after the item after it; empty where there is none
 */
public record Write(Call call, boolean copy, Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
    /** Copies the items. */
    public Write {
        before = Map.copyOf(before);
        after = Map.copyOf(after);
    }
}
