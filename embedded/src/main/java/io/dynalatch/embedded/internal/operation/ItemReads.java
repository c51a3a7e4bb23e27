package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.BoundProjection;
import io.dynalatch.embedded.expression.Expressions;
import io.dynalatch.embedded.expression.Placeholders;
import io.dynalatch.embedded.internal.store.ItemStore;
import io.dynalatch.embedded.internal.store.StoredItem;
import io.dynalatch.embedded.internal.store.Table;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** Reads of single items. Every read is consistent, whatever was asked for; what was asked for decides the cost. */
public final class ItemReads {
    private final ItemStore store;
    private final Tables tables;
    private final Expressions expressions;

    private final Operation<GetItemRequest, GetItemResponse> get = new Operation<>(
            "GetItem",
            Set.of(
                    "TableName",
                    "Key",
                    "ConsistentRead",
                    "ReturnConsumedCapacity",
                    "AttributesToGet",
                    "ProjectionExpression",
                    "ExpressionAttributeNames"),
            (call, request) -> get(call, LegacyReads.modern(request)));

    ItemReads(ItemStore store, Tables tables, Expressions expressions) {
        this.store = store;
        this.tables = tables;
        this.expressions = expressions;
    }

    /** GetItem. */
    public Operation<GetItemRequest, GetItemResponse> get() {
        return get;
    }

    private GetItemResponse get(Call call, GetItemRequest request) {
        String capacity = Settings.capacity(request.returnConsumedCapacityAsString());
        Map<String, AttributeValue> key = Keys.parameter(request.hasKey(), request.key());
        BoundProjection projection = projection(request);
        Table table = tables.active(call, request.tableName());
        StoredItem item = store.get(call.arrivedNanos(), table, Keys.ofParameter(table.keys(), key));
        boolean consistent = Boolean.TRUE.equals(request.consistentRead());
        return call.answer(GetItemResponse.builder()
                        .item(item == null ? null : projected(projection, item))
                        .consumedCapacity(Capacity.read(capacity, table, item == null ? 0 : item.bytes(), consistent)))
                .build();
    }

    private @Nullable BoundProjection projection(GetItemRequest request) {
        Placeholders placeholders = Placeholders.of(
                request.hasExpressionAttributeNames() ? request.expressionAttributeNames() : null, null);
        if (request.projectionExpression() == null) {
            placeholders.checkAbsent("ProjectionExpression");
            return null;
        }
        BoundProjection bound =
                expressions.projection(request.projectionExpression()).bind(placeholders);
        placeholders.checkAllUsed();
        return bound;
    }

    private static Map<String, AttributeValue> projected(@Nullable BoundProjection projection, StoredItem item) {
        return projection == null ? item.attributes() : projection.apply(item.attributes());
    }
}
