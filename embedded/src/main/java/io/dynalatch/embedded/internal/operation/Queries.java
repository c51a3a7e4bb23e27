package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.BoundCondition;
import io.dynalatch.embedded.expression.BoundProjection;
import io.dynalatch.embedded.expression.ConditionExpression;
import io.dynalatch.embedded.expression.ExpressionKind;
import io.dynalatch.embedded.expression.Expressions;
import io.dynalatch.embedded.expression.KeyCondition;
import io.dynalatch.embedded.expression.Placeholders;
import io.dynalatch.embedded.internal.store.EntryKey;
import io.dynalatch.embedded.internal.store.Index;
import io.dynalatch.embedded.internal.store.KeySchema;
import io.dynalatch.embedded.internal.store.Table;
import io.dynalatch.embedded.internal.store.Walk;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Reads of one partition of a table or index, page by page, in the order of the sort key. */
public final class Queries {
    private final Tables tables;
    private final Pages pages;
    private final Expressions expressions;

    private final Operation<QueryRequest, QueryResponse> query = new Operation<>(
            "Query",
            Set.of(
                    "TableName",
                    "IndexName",
                    "Select",
                    "AttributesToGet",
                    "Limit",
                    "ConsistentRead",
                    "KeyConditions",
                    "QueryFilter",
                    "ConditionalOperator",
                    "ScanIndexForward",
                    "ExclusiveStartKey",
                    "ReturnConsumedCapacity",
                    "ProjectionExpression",
                    "FilterExpression",
                    "KeyConditionExpression",
                    "ExpressionAttributeNames",
                    "ExpressionAttributeValues"),
            (call, request) -> query(call, LegacyReads.modern(request)));

    /** The filter of a query, and the attributes that it looks at. */
    private record Filter(BoundCondition condition, Set<String> attributes) {
        void checkNoKeys(KeySchema keys) {
            for (String key : keys.names()) {
                if (attributes.contains(key)) {
                    throw Refusal.validation("Filter Expression can only contain non-primary key attributes: Primary"
                            + " key attribute: " + key);
                }
            }
        }
    }

    Queries(Tables tables, Pages pages, Expressions expressions) {
        this.tables = tables;
        this.pages = pages;
        this.expressions = expressions;
    }

    /** Query. */
    public Operation<QueryRequest, QueryResponse> query() {
        return query;
    }

    private QueryResponse query(Call call, QueryRequest request) {
        String capacity = Settings.capacity(request.returnConsumedCapacityAsString());
        int limit = Pages.limit(request.limit());
        if (request.keyConditionExpression() == null) {
            throw Refusal.validation(
                    "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.");
        }
        Placeholders placeholders = Placeholders.of(
                request.hasExpressionAttributeNames() ? request.expressionAttributeNames() : null,
                request.hasExpressionAttributeValues() ? request.expressionAttributeValues() : null);
        Filter filter = filter(request, placeholders);
        BoundProjection projection = request.projectionExpression() == null
                ? null
                : expressions.projection(request.projectionExpression()).bind(placeholders);
        List<KeyCondition> conditions =
                expressions.keyCondition(request.keyConditionExpression()).bind(placeholders);
        placeholders.checkAllUsed();
        Table table = tables.active(call, request.tableName());
        boolean consistent = Boolean.TRUE.equals(request.consistentRead());
        Index index = pages.index(table, request.indexName(), consistent);
        KeySchema keys = index == null ? table.keys() : index.keys();
        if (filter != null) {
            filter.checkNoKeys(keys);
        }
        Selection selection = Selection.of(request.selectAsString(), projection, table, index);
        KeyRange range = KeyRange.of(keys, conditions);
        Walk all = Pages.walk(table, index, limit).within(range.low(), range.high(), backward(request));
        Walk walk = walk(request, table, index, all);
        BoundCondition condition = filter == null ? null : filter.condition();
        Pages.Answer answer =
                pages.read(call, new Pages.Plan(table, index, walk, condition, selection, capacity, consistent));
        return call.answer(QueryResponse.builder()
                        .items(answer.items())
                        .count(answer.count())
                        .scannedCount(answer.scannedCount())
                        .lastEvaluatedKey(answer.lastKey())
                        .consumedCapacity(answer.capacity()))
                .build();
    }

    private @Nullable Filter filter(QueryRequest request, Placeholders placeholders) {
        if (request.filterExpression() == null) {
            return null;
        }
        ConditionExpression filter = expressions.condition(ExpressionKind.FILTER, request.filterExpression());
        return new Filter(filter.bind(placeholders), filter.attributes(placeholders));
    }

    private static boolean backward(QueryRequest request) {
        return Boolean.FALSE.equals(request.scanIndexForward());
    }

    private static Walk walk(QueryRequest request, Table table, @Nullable Index index, Walk all) {
        if (!request.hasExclusiveStartKey()) {
            return all;
        }
        EntryKey start = Pages.place(table, index, request.exclusiveStartKey());
        if (!all.covers(start)) {
            throw Refusal.validation(
                    "The provided starting key is outside query boundaries based on provided conditions");
        }
        return all.after(start);
    }
}
