package io.dynalatch.testkit;

import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * One request on its way to a {@link FaultyDynamoDb}.
 *
 * @param sender the name of the process that sent it; empty for a client without one
 * @param operation DynamoDB's name of it, as {@code UpdateItem}
 * @param request the request as it was sent
 * @param number 1 for the first request of this store, and so on
 * @param sentNanos true time of sending; zero without virtual time
 */
public record Call(String sender, String operation, DynamoDbRequest request, long number, long sentNanos) {
    /**
     * The key of the one item that the request is about.
     *
     * @return empty for requests about more, fewer or whole items
     */
    @SuppressWarnings("unchecked") // The SDK's model says that a field called Key is a map of attribute values.
    public Optional<Map<String, AttributeValue>> key() {
        return request.getValueForField("Key", Map.class).map(key -> (Map<String, AttributeValue>) key);
    }
}
