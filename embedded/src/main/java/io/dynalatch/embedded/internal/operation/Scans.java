package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.internal.store.ItemKey;
import io.dynalatch.embedded.internal.store.ItemStore;
import io.dynalatch.embedded.internal.store.StoredItem;
import io.dynalatch.embedded.internal.store.Table;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Reads of whole tables, page by page. The order is that of the keys, which the service does not promise. */
public final class Scans {
    private static final int PAGE_BYTES_MAX = 1_048_576;
    private static final String COUNT = "COUNT";

    private final ItemStore store;
    private final Tables tables;

    private final Operation<ScanRequest, ScanResponse> scan = new Operation<>(
            "Scan",
            Set.of("TableName", "Limit", "Select", "ExclusiveStartKey", "ConsistentRead", "ReturnConsumedCapacity"),
            this::scan);

    Scans(ItemStore store, Tables tables) {
        this.store = store;
        this.tables = tables;
    }

    /** Scan. */
    public Operation<ScanRequest, ScanResponse> scan() {
        return scan;
    }

    private ScanResponse scan(Call call, ScanRequest request) {
        String capacity = Settings.capacity(request.returnConsumedCapacityAsString());
        boolean countsOnly = countsOnly(request.selectAsString());
        int limit = limit(request.limit());
        Table table = tables.active(call, request.tableName());
        ItemStore.Page page = store.scan(call.arrivedNanos(), table, start(request, table), limit, PAGE_BYTES_MAX);
        List<Map<String, AttributeValue>> items =
                page.items().stream().map(StoredItem::attributes).toList();
        long bytes = page.items().stream().mapToLong(StoredItem::bytes).sum();
        boolean consistent = Boolean.TRUE.equals(request.consistentRead());
        return call.answer(ScanResponse.builder()
                        .items(countsOnly ? null : items)
                        .count(items.size())
                        .scannedCount(items.size())
                        .lastEvaluatedKey(
                                page.stopped() ? Keys.project(table.keys(), items.get(items.size() - 1)) : null)
                        .consumedCapacity(Capacity.read(capacity, table, bytes, consistent)))
                .build();
    }

    private static @Nullable ItemKey start(ScanRequest request, Table table) {
        if (!request.hasExclusiveStartKey()) {
            return null;
        }
        try {
            return Keys.ofParameter(table.keys(), Keys.parameter(true, request.exclusiveStartKey()));
        } catch (Refusal e) {
            throw Refusal.validation("The provided starting key is invalid: " + e.text());
        }
    }

    private static int limit(@Nullable Integer asked) {
        if (asked != null && asked < 1) {
            throw Refusal.constraint("Limit", "Member must have value greater than or equal to 1");
        }
        return asked == null ? Integer.MAX_VALUE : asked;
    }

    private static boolean countsOnly(@Nullable String select) {
        if (select == null || select.equals("ALL_ATTRIBUTES")) {
            return false;
        }
        if (!select.equals(COUNT)) {
            throw Unsupported.parameter("Scan", "Select=" + select);
        }
        return true;
    }
}
