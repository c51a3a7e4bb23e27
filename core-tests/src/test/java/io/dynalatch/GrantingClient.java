package io.dynalatch;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** An SDK client that grants every update and keeps nothing: for what is about the lock client's own memory. */
final class GrantingClient {
    private GrantingClient() {}

    static DynamoDbAsyncClient make() {
        Class<?>[] types = {DynamoDbAsyncClient.class};
        return (DynamoDbAsyncClient) Proxy.newProxyInstance(
                DynamoDbAsyncClient.class.getClassLoader(), types, (proxy, method, args) -> answer(args[0]));
    }

    private static CompletableFuture<UpdateItemResponse> answer(Object request) {
        if (!(request instanceof UpdateItemRequest update)) {
            return CompletableFuture.failedFuture(new UnsupportedOperationException(request.toString()));
        }
        UpdateItemResponse.Builder response = UpdateItemResponse.builder();
        if (update.returnValues() == ReturnValue.ALL_NEW) {
            response.attributes(row(update));
        }
        return CompletableFuture.completedFuture(response.build());
    }

    /** The row that an acquire makes where there was none. */
    private static Map<String, AttributeValue> row(UpdateItemRequest acquire) {
        Map<String, AttributeValue> values = acquire.expressionAttributeValues();
        Map<String, AttributeValue> row = new HashMap<>(acquire.key());
        row.put("ownerName", values.get(":o"));
        row.put("leaseDuration", values.get(":l"));
        row.put("recordVersionNumber", values.get(":v"));
        row.put("holdId", values.get(":h"));
        row.put("format", values.get(":f"));
        row.put("fencingToken", values.get(":now"));
        return row;
    }
}
