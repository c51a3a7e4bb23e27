package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.BoundUpdate;
import io.dynalatch.embedded.expression.ExpressionKind;
import io.dynalatch.embedded.expression.Expressions;
import io.dynalatch.embedded.expression.Placeholders;
import io.dynalatch.embedded.expression.UpdateExpression;
import io.dynalatch.embedded.expression.UpdateOutcome;
import io.dynalatch.embedded.expression.Values;
import io.dynalatch.embedded.internal.store.Change.Decision;
import io.dynalatch.embedded.internal.store.ItemKey;
import io.dynalatch.embedded.internal.store.ItemStore;
import io.dynalatch.embedded.internal.store.StoredItem;
import io.dynalatch.embedded.internal.store.Table;
import java.util.Map;
import java.util.Set;
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
    private static final int ITEM_BYTES_MAX = 409_600;

    private final ItemStore store;
    private final Tables tables;
    private final Expressions expressions;

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

    ItemWrites(ItemStore store, Tables tables, Expressions expressions) {
        this.store = store;
        this.tables = tables;
        this.expressions = expressions;
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
        boolean onFailure = Settings.returnsOldOnFailure(request.returnValuesOnConditionCheckFailureAsString());
        String capacity = Settings.capacity(request.returnConsumedCapacityAsString());
        boolean metrics = Settings.collectionMetrics(request.returnItemCollectionMetricsAsString());
        if (!request.hasItem()) {
            throw Refusal.constraint("Item", "Member must not be null");
        }
        Map<String, AttributeValue> item = Values.normaliseItem(request.item());
        Placeholders placeholders = Placeholders.of(
                request.hasExpressionAttributeNames() ? request.expressionAttributeNames() : null,
                request.hasExpressionAttributeValues() ? request.expressionAttributeValues() : null);
        Condition condition = condition(request.conditionExpression(), placeholders, onFailure);
        checkPlaceholders(request.conditionExpression(), placeholders);
        StoredItem after = sized(item, "Item size has exceeded the maximum allowed size");
        Table table = tables.active(call, request.tableName());
        ItemKey key = Keys.ofItem(table.keys(), item);
        Entries.check(table, item);

        return store.change(call.arrivedNanos(), table, key, before -> {
            condition.check(before);
            PutItemResponse answer = call.answer(PutItemResponse.builder()
                            .attributes(returnsOld && before != null ? before.attributes() : null)
                            .consumedCapacity(Capacity.write(capacity, table, before, after))
                            .itemCollectionMetrics(ItemCollections.metrics(metrics, table, item)))
                    .build();
            return Decision.put(after, answer);
        });
    }

    private DeleteItemResponse delete(Call call, DeleteItemRequest request) {
        boolean returnsOld = Settings.returnsOld(request.returnValuesAsString());
        boolean onFailure = Settings.returnsOldOnFailure(request.returnValuesOnConditionCheckFailureAsString());
        String capacity = Settings.capacity(request.returnConsumedCapacityAsString());
        boolean metrics = Settings.collectionMetrics(request.returnItemCollectionMetricsAsString());
        Map<String, AttributeValue> keyAttributes = Keys.parameter(request.hasKey(), request.key());
        Placeholders placeholders = Placeholders.of(
                request.hasExpressionAttributeNames() ? request.expressionAttributeNames() : null,
                request.hasExpressionAttributeValues() ? request.expressionAttributeValues() : null);
        Condition condition = condition(request.conditionExpression(), placeholders, onFailure);
        checkPlaceholders(request.conditionExpression(), placeholders);
        Table table = tables.active(call, request.tableName());
        ItemKey key = Keys.ofParameter(table.keys(), keyAttributes);

        return store.change(call.arrivedNanos(), table, key, before -> {
            condition.check(before);
            DeleteItemResponse answer = call.answer(DeleteItemResponse.builder()
                            .attributes(returnsOld && before != null ? before.attributes() : null)
                            .consumedCapacity(Capacity.write(capacity, table, before, null))
                            .itemCollectionMetrics(ItemCollections.metrics(metrics, table, keyAttributes)))
                    .build();
            return Decision.remove(answer);
        });
    }

    private Condition condition(@Nullable String text, Placeholders placeholders, boolean onFailure) {
        return new Condition(
                text == null
                        ? null
                        : expressions.condition(ExpressionKind.CONDITION, text).bind(placeholders),
                onFailure);
    }

    /** Checks the placeholders of a request that has no expression but, perhaps, a condition. */
    private static void checkPlaceholders(@Nullable String condition, Placeholders placeholders) {
        if (condition == null) {
            placeholders.checkAbsent("ConditionExpression");
        } else {
            placeholders.checkAllUsed();
        }
    }

    private UpdateItemResponse update(Call call, UpdateItemRequest request) {
        String returns = Settings.returnValues(request.returnValuesAsString());
        boolean onFailure = Settings.returnsOldOnFailure(request.returnValuesOnConditionCheckFailureAsString());
        String capacity = Settings.capacity(request.returnConsumedCapacityAsString());
        boolean metrics = Settings.collectionMetrics(request.returnItemCollectionMetricsAsString());
        Map<String, AttributeValue> keyAttributes = Keys.parameter(request.hasKey(), request.key());
        Placeholders placeholders = Placeholders.of(
                request.hasExpressionAttributeNames() ? request.expressionAttributeNames() : null,
                request.hasExpressionAttributeValues() ? request.expressionAttributeValues() : null);
        UpdateExpression expression =
                request.updateExpression() == null ? null : expressions.update(request.updateExpression());
        Condition condition = condition(request.conditionExpression(), placeholders, onFailure);
        if (expression == null) {
            checkPlaceholders(request.conditionExpression(), placeholders);
        }
        Table table = tables.active(call, request.tableName());
        ItemKey key = Keys.ofParameter(table.keys(), keyAttributes);
        BoundUpdate bound = null;
        if (expression != null) {
            bound = expression.bind(placeholders, table.keys().names());
            placeholders.checkAllUsed();
        }
        Write write = new Write(condition, bound);

        return store.change(call.arrivedNanos(), table, key, before -> {
            write.condition().check(before);
            UpdateOutcome outcome = write.apply(before, keyAttributes);
            Entries.checkChanged(table, before, outcome.item());
            StoredItem after = outcome.present()
                    ? sized(outcome.item(), "Item size to update has exceeded the maximum allowed size")
                    : null;
            UpdateItemResponse answer = call.answer(UpdateItemResponse.builder()
                            .attributes(returned(returns, before, outcome))
                            .consumedCapacity(Capacity.write(capacity, table, before, after))
                            .itemCollectionMetrics(ItemCollections.metrics(metrics, table, keyAttributes)))
                    .build();
            return after == null ? Decision.keep(answer) : Decision.put(after, answer);
        });
    }

    /** The two expressions of an update; {@code update} is null where the request has none. */
    private record Write(Condition condition, @Nullable BoundUpdate update) {
        /** Without an update expression the item is made, or left, as it is: a bare key where nothing was. */
        UpdateOutcome apply(@Nullable StoredItem before, Map<String, AttributeValue> keyAttributes) {
            Map<String, AttributeValue> attributes = before == null ? keyAttributes : before.attributes();
            return update == null
                    ? new UpdateOutcome(attributes, true, Map.of(), Map.of())
                    : update.apply(attributes, before != null);
        }
    }

    private static @Nullable Map<String, AttributeValue> returned(
            String returns, @Nullable StoredItem before, UpdateOutcome outcome) {
        return switch (returns) {
            case Settings.ALL_OLD -> before == null ? null : before.attributes();
            case Settings.ALL_NEW -> outcome.present() ? outcome.item() : null;
            case Settings.UPDATED_OLD -> outcome.updatedOld().isEmpty() ? null : outcome.updatedOld();
            case Settings.UPDATED_NEW -> outcome.updatedNew().isEmpty() ? null : outcome.updatedNew();
            default -> null;
        };
    }

    private static StoredItem sized(Map<String, AttributeValue> item, String tooLarge) {
        long bytes = Values.itemBytes(item);
        if (bytes > ITEM_BYTES_MAX) {
            throw Refusal.validation(tooLarge);
        }
        return new StoredItem(item, (int) bytes);
    }
}
