package io.dynalatch.testkit;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** A store with one operation: an update adds 1 to the item's count, or is refused where it has any condition. */
final class CountingStore implements DynamoDbAsyncClient {
    private final Map<String, Integer> counts = new HashMap<>();

    static UpdateItemRequest add(String key) {
        return UpdateItemRequest.builder().tableName("t").key(key(key)).build();
    }

    static UpdateItemRequest refused(String key) {
        return add(key).toBuilder().conditionExpression("refuse").build();
    }

    static Map<String, AttributeValue> key(String key) {
        return Map.of("key", AttributeValue.fromS(key));
    }

    int count(String key) {
        return counts.getOrDefault(key, 0);
    }

    @Override
    public CompletableFuture<UpdateItemResponse> updateItem(UpdateItemRequest request) {
        String key = request.key().get("key").s();
        if (request.conditionExpression() != null) {
            return CompletableFuture.failedFuture(
                    ConditionalCheckFailedException.builder().item(item(key)).build());
        }
        counts.merge(key, 1, Integer::sum);
        return CompletableFuture.completedFuture(
                UpdateItemResponse.builder().attributes(item(key)).build());
    }

    @Override
    public CompletableFuture<GetItemResponse> getItem(GetItemRequest request) {
        return CompletableFuture.completedFuture(GetItemResponse.builder()
                .item(item(request.key().get("key").s()))
                .build());
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {}

    private Map<String, AttributeValue> item(String key) {
        Map<String, AttributeValue> item = new HashMap<>(key(key));
        item.put("count", AttributeValue.fromN(String.valueOf(count(key))));
        return item;
    }
}
