package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.BoundUpdate;
import io.dynalatch.embedded.expression.ExpressionKind;
import io.dynalatch.embedded.expression.Expressions;
import io.dynalatch.embedded.expression.Placeholders;
import io.dynalatch.embedded.expression.UpdateExpression;
import io.dynalatch.embedded.expression.UpdateOutcome;
import io.dynalatch.embedded.expression.Values;
import io.dynalatch.embedded.internal.operation.ItemWrite.Result;
import io.dynalatch.embedded.internal.store.ItemKey;
import io.dynalatch.embedded.internal.store.StoredItem;
import io.dynalatch.embedded.internal.store.Table;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Checks writes as far as that goes without the stored item. What they are to return is not looked at here. */
final class WriteRequests {
    private static final int ITEM_BYTES_MAX = 409_600;

    private final Tables tables;
    private final Expressions expressions;

    WriteRequests(Tables tables, Expressions expressions) {
        this.tables = tables;
        this.expressions = expressions;
    }

    ItemWrite put(Call call, PutItemRequest request) {
        boolean onFailure = Settings.returnsOldOnFailure(request.returnValuesOnConditionCheckFailureAsString());
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
        Result result = new Result(after, null);
        return new ItemWrite(table, key, item, after.bytes() + placeholders.bytes(), condition, before -> result);
    }

    ItemWrite delete(Call call, DeleteItemRequest request) {
        boolean onFailure = Settings.returnsOldOnFailure(request.returnValuesOnConditionCheckFailureAsString());
        Map<String, AttributeValue> keyAttributes = Keys.parameter(request.hasKey(), request.key());
        Placeholders placeholders = Placeholders.of(
                request.hasExpressionAttributeNames() ? request.expressionAttributeNames() : null,
                request.hasExpressionAttributeValues() ? request.expressionAttributeValues() : null);
        Condition condition = condition(request.conditionExpression(), placeholders, onFailure);
        checkPlaceholders(request.conditionExpression(), placeholders);
        Table table = tables.active(call, request.tableName());
        ItemKey key = Keys.ofParameter(table.keys(), keyAttributes);
        long bytes = Values.itemBytes(keyAttributes) + placeholders.bytes();
        Result result = new Result(null, null);
        return new ItemWrite(table, key, keyAttributes, bytes, condition, before -> result);
    }

    ItemWrite update(Call call, UpdateItemRequest request) {
        boolean onFailure = Settings.returnsOldOnFailure(request.returnValuesOnConditionCheckFailureAsString());
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
        BoundUpdate update = null;
        if (expression != null) {
            update = expression.bind(placeholders, table.keys().names());
            placeholders.checkAllUsed();
        }
        ItemKey key = Keys.ofParameter(table.keys(), keyAttributes);
        long bytes = Values.itemBytes(keyAttributes) + placeholders.bytes();
        Update effect = new Update(table, keyAttributes, update);
        return new ItemWrite(table, key, keyAttributes, bytes, condition, effect);
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

    /** What an update does; {@code update} is null where the request has no expression for it. */
    private record Update(
            Table table,
            Map<String, AttributeValue> keyAttributes,
            @Nullable BoundUpdate update) implements ItemWrite.Effect {
        @Override
        public Result on(@Nullable StoredItem before) {
            UpdateOutcome outcome = outcome(before);
            Entries.checkChanged(table, before, outcome.item());
            return new Result(
                    outcome.present()
                            ? sized(outcome.item(), "Item size to update has exceeded the maximum allowed size")
                            : null,
                    outcome);
        }

        /** Without an update expression the item is made, or left, as it is: a bare key where nothing was. */
        private UpdateOutcome outcome(@Nullable StoredItem before) {
            Map<String, AttributeValue> attributes = before == null ? keyAttributes : before.attributes();
            return update == null
                    ? new UpdateOutcome(attributes, true, Map.of(), Map.of())
                    : update.apply(attributes, before != null);
        }
    }

    private static StoredItem sized(Map<String, AttributeValue> item, String tooLarge) {
        long bytes = Values.itemBytes(item);
        if (bytes > ITEM_BYTES_MAX) {
            throw Refusal.validation(tooLarge);
        }
        return new StoredItem(item, (int) bytes);
    }
}
