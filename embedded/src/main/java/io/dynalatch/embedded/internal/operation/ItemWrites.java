package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.UpdateOutcome;
import io.dynalatch.embedded.internal.operation.ItemWrite.Result;
import io.dynalatch.embedded.internal.store.ItemStore;
import io.dynalatch.embedded.internal.store.StoredItem;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * Writes of single items. What can be refused without the stored item is refused first; then the condition is evaluated
 * on the item as stored, and the write made, as one.
 */
public final class ItemWrites {
    private final ItemStore store;
    private final WriteRequests requests;

    private final Operation<PutItemRequest, PutItemResponse> put = new Operation<>(
            "PutItem",
            Set.of(
                    "TableName",
                    "Item",
                    "Expected",
                    "ConditionalOperator",
                    "ReturnValues",
                    "ReturnConsumedCapacity",
                    "ReturnItemCollectionMetrics",
                    "ConditionExpression",
                    "ExpressionAttributeNames",
                    "ExpressionAttributeValues",
                    "ReturnValuesOnConditionCheckFailure"),
            (call, request) -> put(call, LegacyWrites.modern(request)));
    private final Operation<UpdateItemRequest, UpdateItemResponse> update = new Operation<>(
            "UpdateItem",
            Set.of(
                    "TableName",
                    "Key",
                    "AttributeUpdates",
                    "UpdateExpression",
                    "Expected",
                    "ConditionalOperator",
                    "ReturnValues",
                    "ReturnConsumedCapacity",
                    "ReturnItemCollectionMetrics",
                    "ConditionExpression",
                    "ExpressionAttributeNames",
                    "ExpressionAttributeValues",
                    "ReturnValuesOnConditionCheckFailure"),
            (call, request) -> update(call, LegacyWrites.modern(request)));
    private final Operation<DeleteItemRequest, DeleteItemResponse> delete = new Operation<>(
            "DeleteItem",
            Set.of(
                    "TableName",
                    "Key",
                    "Expected",
                    "ConditionalOperator",
                    "ReturnValues",
                    "ReturnConsumedCapacity",
                    "ReturnItemCollectionMetrics",
                    "ConditionExpression",
                    "ExpressionAttributeNames",
                    "ExpressionAttributeValues",
                    "ReturnValuesOnConditionCheckFailure"),
            (call, request) -> delete(call, LegacyWrites.modern(request)));

    ItemWrites(ItemStore store, WriteRequests requests) {
        this.store = store;
        this.requests = requests;
    }

    /** PutItem. */
    public Operation<PutItemRequest, PutItemResponse> put() {
        return put;
    }

    /** UpdateItem. */
    public Operation<UpdateItemRequest, UpdateItemResponse> update() {
        return update;
    }

    /** DeleteItem. */
    public Operation<DeleteItemRequest, DeleteItemResponse> delete() {
        return delete;
    }

    private PutItemResponse put(Call call, PutItemRequest request) {
        boolean returnsOld = Settings.returnsOld(request.returnValuesAsString());
        String capacity = Settings.capacity(request.returnConsumedCapacityAsString());
        boolean metrics = Settings.collectionMetrics(request.returnItemCollectionMetricsAsString());
        ItemWrite write = requests.put(call, request);

        return change(
                call,
                write,
                (before, result) -> call.answer(PutItemResponse.builder()
                                .attributes(returnsOld && before != null ? before.attributes() : null)
                                .consumedCapacity(Capacity.write(capacity, write.table(), before, result.after()))
                                .itemCollectionMetrics(ItemCollections.metrics(metrics, write)))
                        .build());
    }

    private DeleteItemResponse delete(Call call, DeleteItemRequest request) {
        boolean returnsOld = Settings.returnsOld(request.returnValuesAsString());
        String capacity = Settings.capacity(request.returnConsumedCapacityAsString());
        boolean metrics = Settings.collectionMetrics(request.returnItemCollectionMetricsAsString());
        ItemWrite write = requests.delete(call, request);

        return change(
                call,
                write,
                (before, result) -> call.answer(DeleteItemResponse.builder()
                                .attributes(returnsOld && before != null ? before.attributes() : null)
                                .consumedCapacity(Capacity.write(capacity, write.table(), before, result.after()))
                                .itemCollectionMetrics(ItemCollections.metrics(metrics, write)))
                        .build());
    }

    private UpdateItemResponse update(Call call, UpdateItemRequest request) {
        String returns = Settings.returnValues(request.returnValuesAsString());
        String capacity = Settings.capacity(request.returnConsumedCapacityAsString());
        boolean metrics = Settings.collectionMetrics(request.returnItemCollectionMetricsAsString());
        ItemWrite write = requests.update(call, request);

        return change(
                call,
                write,
                (before, result) -> call.answer(UpdateItemResponse.builder()
                                .attributes(returned(returns, before, result))
                                .consumedCapacity(Capacity.write(capacity, write.table(), before, result.after()))
                                .itemCollectionMetrics(ItemCollections.metrics(metrics, write)))
                        .build());
    }

    private <R> R change(Call call, ItemWrite write, BiFunction<@Nullable StoredItem, Result, R> answer) {
        return store.change(call.arrivedNanos(), write.table(), write.key(), before -> {
            Result result = write.on(before);
            return write.decision(result, answer.apply(before, result));
        });
    }

    private static @Nullable Map<String, AttributeValue> returned(
            String returns, @Nullable StoredItem before, Result result) {
        if (returns.equals(Settings.ALL_OLD)) {
            return before == null ? null : before.attributes();
        }
        if (returns.equals(Settings.ALL_NEW)) {
            return result.after() == null ? null : result.after().attributes();
        }
        UpdateOutcome update = result.update();
        if (update == null) {
            return null;
        }
        return switch (returns) {
            case Settings.UPDATED_OLD -> update.updatedOld().isEmpty() ? null : update.updatedOld();
            case Settings.UPDATED_NEW -> update.updatedNew().isEmpty() ? null : update.updatedNew();
            default -> null;
        };
    }
}
