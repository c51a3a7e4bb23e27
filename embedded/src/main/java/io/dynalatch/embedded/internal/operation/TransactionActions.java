package io.dynalatch.embedded.internal.operation;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Reads the actions of a transaction as what they are: writes of single items. */
final class TransactionActions {
    private static final Set<String> ACTIONS = Set.of("ConditionCheck", "Put", "Update", "Delete");
    private static final Set<String> MEMBERS = Set.of(
            "TableName",
            "Item",
            "Key",
            "UpdateExpression",
            "ConditionExpression",
            "ExpressionAttributeNames",
            "ExpressionAttributeValues",
            "ReturnValuesOnConditionCheckFailure");

    private final WriteRequests requests;

    TransactionActions(WriteRequests requests) {
        this.requests = requests;
    }

    /** The writes, in the order of their actions. */
    List<ItemWrite> writes(Call call, List<TransactWriteItem> actions) {
        List<ItemWrite> writes = Transactions.checked(actions, action -> write(call, action));
        Transactions.checkSize(writes.stream().mapToLong(ItemWrite::bytes).sum());
        return writes;
    }

    private ItemWrite write(Call call, @Nullable TransactWriteItem action) {
        Map<String, Object> kinds = action == null ? Map.of() : Members.of(action);
        if (action == null || kinds.size() != 1) {
            throw Refusal.validation("TransactItems can only contain one of Check, Put, Update or Delete");
        }
        Members.checkKnown("TransactItems", action, ACTIONS);
        kinds.forEach((kind, members) -> Members.checkKnown("TransactItems." + kind, (SdkPojo) members, MEMBERS));
        if (action.put() != null) {
            return requests.put(call, request(action.put()));
        }
        if (action.update() != null) {
            return requests.update(call, request(action.update()));
        }
        return action.delete() == null
                ? requests.delete(call, request(action.conditionCheck())).checkOnly()
                : requests.delete(call, request(action.delete()));
    }

    private static PutItemRequest request(Put put) {
        return PutItemRequest.builder()
                .tableName(put.tableName())
                .item(put.item())
                .conditionExpression(put.conditionExpression())
                .expressionAttributeNames(put.expressionAttributeNames())
                .expressionAttributeValues(put.expressionAttributeValues())
                .returnValuesOnConditionCheckFailure(put.returnValuesOnConditionCheckFailureAsString())
                .build();
    }

    private static UpdateItemRequest request(Update update) {
        if (update.updateExpression() == null) {
            throw Refusal.constraint("TransactItems.Update.UpdateExpression", "Member must not be null");
        }
        return UpdateItemRequest.builder()
                .tableName(update.tableName())
                .key(update.key())
                .updateExpression(update.updateExpression())
                .conditionExpression(update.conditionExpression())
                .expressionAttributeNames(update.expressionAttributeNames())
                .expressionAttributeValues(update.expressionAttributeValues())
                .returnValuesOnConditionCheckFailure(update.returnValuesOnConditionCheckFailureAsString())
                .build();
    }

    private static DeleteItemRequest request(Delete delete) {
        return DeleteItemRequest.builder()
                .tableName(delete.tableName())
                .key(delete.key())
                .conditionExpression(delete.conditionExpression())
                .expressionAttributeNames(delete.expressionAttributeNames())
                .expressionAttributeValues(delete.expressionAttributeValues())
                .returnValuesOnConditionCheckFailure(delete.returnValuesOnConditionCheckFailureAsString())
                .build();
    }

    private static DeleteItemRequest request(ConditionCheck check) {
        if (check.conditionExpression() == null) {
            throw Refusal.constraint("TransactItems.ConditionCheck.ConditionExpression", "Member must not be null");
        }
        return DeleteItemRequest.builder()
                .tableName(check.tableName())
                .key(check.key())
                .conditionExpression(check.conditionExpression())
                .expressionAttributeNames(check.expressionAttributeNames())
                .expressionAttributeValues(check.expressionAttributeValues())
                .returnValuesOnConditionCheckFailure(check.returnValuesOnConditionCheckFailureAsString())
                .build();
    }
}
