package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.BoundCondition;
import io.dynalatch.embedded.expression.BoundProjection;
import io.dynalatch.embedded.expression.ConditionExpression;
import io.dynalatch.embedded.expression.ExpressionKind;
import io.dynalatch.embedded.expression.Expressions;
import io.dynalatch.embedded.expression.Placeholders;
import io.dynalatch.embedded.internal.store.EntryKey;
import io.dynalatch.embedded.internal.store.Index;
import io.dynalatch.embedded.internal.store.Table;
import io.dynalatch.embedded.internal.store.Walk;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Reads of whole tables, page by page. The order is that of the keys, which the service does not promise. */
public final class Scans {
    private static final int SEGMENTS_MAX = 1_000_000;

    private final Tables tables;
    private final Pages pages;
    private final Expressions expressions;

    private final Operation<ScanRequest, ScanResponse> scan = new Operation<>(
            "Scan",
            Set.of(
                    "TableName",
                    "IndexName",
                    "AttributesToGet",
                    "Limit",
                    "Select",
                    "ScanFilter",
                    "ConditionalOperator",
                    "ExclusiveStartKey",
                    "ReturnConsumedCapacity",
                    "TotalSegments",
                    "Segment",
                    "ProjectionExpression",
                    "FilterExpression",
                    "ExpressionAttributeNames",
                    "ExpressionAttributeValues",
                    "ConsistentRead"),
            (call, request) -> scan(call, LegacyReads.modern(request)));

    Scans(Tables tables, Pages pages, Expressions expressions) {
        this.tables = tables;
        this.pages = pages;
        this.expressions = expressions;
    }

    /** Scan. */
    public Operation<ScanRequest, ScanResponse> scan() {
        return scan;
    }

    private ScanResponse scan(Call call, ScanRequest request) {
        String capacity = Settings.capacity(request.returnConsumedCapacityAsString());
        int limit = Pages.limit(request.limit());
        Walk.Segment segment = segment(request.segment(), request.totalSegments());
        Placeholders placeholders = Placeholders.of(
                request.hasExpressionAttributeNames() ? request.expressionAttributeNames() : null,
                request.hasExpressionAttributeValues() ? request.expressionAttributeValues() : null);
        BoundCondition filter = filter(request, placeholders);
        BoundProjection projection = projection(request, placeholders);
        checkPlaceholders(filter != null || projection != null, placeholders);
        Table table = tables.active(call, request.tableName());
        boolean consistent = Boolean.TRUE.equals(request.consistentRead());
        Index index = pages.index(table, request.indexName(), consistent);
        Selection selection = Selection.of(request.selectAsString(), projection, table, index);
        Walk walk = walk(request, table, index, segment, limit);
        Pages.Answer answer =
                pages.read(call, new Pages.Plan(table, index, walk, filter, selection, capacity, consistent));
        return call.answer(ScanResponse.builder()
                        .items(answer.items())
                        .count(answer.count())
                        .scannedCount(answer.scannedCount())
                        .lastEvaluatedKey(answer.lastKey())
                        .consumedCapacity(answer.capacity()))
                .build();
    }

    private @Nullable BoundCondition filter(ScanRequest request, Placeholders placeholders) {
        if (request.filterExpression() == null) {
            return null;
        }
        ConditionExpression filter = expressions.condition(ExpressionKind.FILTER, request.filterExpression());
        return filter.bind(placeholders);
    }

    private @Nullable BoundProjection projection(ScanRequest request, Placeholders placeholders) {
        return request.projectionExpression() == null
                ? null
                : expressions.projection(request.projectionExpression()).bind(placeholders);
    }

    private static void checkPlaceholders(boolean expressions, Placeholders placeholders) {
        if (expressions) {
            placeholders.checkAllUsed();
        } else {
            placeholders.checkAbsent("FilterExpression");
        }
    }

    private static Walk walk(
            ScanRequest request, Table table, @Nullable Index index, Walk.@Nullable Segment segment, int limit) {
        Walk all = Pages.walk(table, index, limit).inSegment(segment);
        if (!request.hasExclusiveStartKey()) {
            return all;
        }
        EntryKey start = Pages.place(table, index, request.exclusiveStartKey());
        if (segment != null && !segment.has(start.key())) {
            throw Refusal.validation("The provided starting key is invalid: Invalid ExclusiveStartKey. Please use"
                    + " ExclusiveStartKey with correct Segment. TotalSegments: " + segment.of() + " Segment: "
                    + segment.number());
        }
        return all.after(start);
    }

    private static Walk.@Nullable Segment segment(@Nullable Integer segment, @Nullable Integer total) {
        if (segment == null && total == null) {
            return null;
        }
        if (segment == null) {
            throw Refusal.validation("The Segment parameter is required but was not present in the request when"
                    + " parameter TotalSegments is present");
        }
        if (total == null) {
            throw Refusal.validation("The TotalSegments parameter is required but was not present in the request when"
                    + " Segment parameter is present");
        }
        if (segment < 0) {
            throw Refusal.constraint("Segment", "Member must have value greater than or equal to 0");
        }
        if (total < 1 || total > SEGMENTS_MAX) {
            throw Refusal.constraint("TotalSegments", "Member must have value between 1 and " + SEGMENTS_MAX);
        }
        if (segment >= total) {
            throw Refusal.validation("The Segment parameter is zero-based and must be less than parameter"
                    + " TotalSegments: Segment: " + segment + " is not less than TotalSegments: " + total);
        }
        return new Walk.Segment(segment, total);
    }
}
