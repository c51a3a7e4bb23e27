package io.dynalatch.testkit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** Applies requests to the real store, and tells each applied write of one item with the item before and after. */
final class ObservedStore {
    private final ClientProxies.Send store;
    private final List<Consumer<Write>> listeners = new CopyOnWriteArrayList<>();

    ObservedStore(DynamoDbAsyncClient store) {
        this.store = ClientProxies.to(store);
    }

    /** Takes what the store answered: a response, or the SDK's exception. */
    @FunctionalInterface
    interface Outcome {
        void accept(@Nullable Object answer, @Nullable Throwable error);
    }

    void onWrite(Consumer<Write> listener) {
        listeners.add(listener);
    }

    void apply(Call call, boolean copy, Outcome outcome) {
        boolean observed = observed(call);
        Map<String, AttributeValue> before = observed ? read(call) : Map.of();
        CompletableFuture<Object> unused = store.send(call.request()).whenComplete((answer, error) -> {
            if (error == null && observed) {
                Write write = new Write(call, copy, before, read(call));
                listeners.forEach(listener -> listener.accept(write));
            }
            outcome.accept(answer, error instanceof CompletionException ? error.getCause() : error);
        });
    }

    private boolean observed(Call call) {
        return !listeners.isEmpty()
                && switch (call.operation()) {
                    case "UpdateItem", "DeleteItem" -> true;
                    case "PutItem", "BatchWriteItem", "TransactWriteItems", "ExecuteStatement" ->
                        throw new UnsupportedOperationException(call.operation() + " cannot be observed yet");
                    default -> false;
                };
    }

    private Map<String, AttributeValue> read(Call call) {
        String table =
                call.request().getValueForField("TableName", String.class).orElseThrow();
        CompletableFuture<Object> read = store.send(GetItemRequest.builder()
                .tableName(table)
                .key(call.key().orElseThrow())
                .consistentRead(true)
                .build());
        if (!read.isDone()) {
            throw new IllegalStateException(
                    "writes can be observed only where the store answers in the calling thread");
        }
        GetItemResponse response = (GetItemResponse) read.join();
        return response.hasItem() ? response.item() : Map.of();
    }
}
