package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.BoundProjection;
import io.dynalatch.embedded.expression.Expressions;
import io.dynalatch.embedded.expression.Placeholders;
import io.dynalatch.embedded.internal.store.Table;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/** Checks reads of single items. */
final class ReadRequests {
    private final Tables tables;
    private final Expressions expressions;

    ReadRequests(Tables tables, Expressions expressions) {
        this.tables = tables;
        this.expressions = expressions;
    }

    ItemRead get(Call call, GetItemRequest request) {
        Map<String, AttributeValue> key = Keys.parameter(request.hasKey(), request.key());
        BoundProjection projection = projection(request);
        Table table = tables.active(call, request.tableName());
        return new ItemRead(table, Keys.ofParameter(table.keys(), key), projection);
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
}
