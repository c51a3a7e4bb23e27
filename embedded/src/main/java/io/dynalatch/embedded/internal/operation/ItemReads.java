package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.internal.store.ItemStore;
import io.dynalatch.embedded.internal.store.StoredItem;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** Reads of single items. Every read is consistent, whatever was asked for; what was asked for decides the cost. */
public final class ItemReads {
    private final ItemStore store;
    private final ReadRequests requests;

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

    ItemReads(ItemStore store, ReadRequests requests) {
        this.store = store;
        this.requests = requests;
    }

    /** GetItem. */
    public Operation<GetItemRequest, GetItemResponse> get() {
        return get;
    }

    private GetItemResponse get(Call call, GetItemRequest request) {
        String capacity = Settings.capacity(request.returnConsumedCapacityAsString());
        ItemRead read = requests.get(call, request);
        StoredItem item = store.get(call.arrivedNanos(), read.table(), read.key());
        boolean consistent = Boolean.TRUE.equals(request.consistentRead());
        return call.answer(GetItemResponse.builder()
                        .item(read.shown(item))
                        .consumedCapacity(
                                Capacity.read(capacity, read.table(), item == null ? 0 : item.bytes(), consistent)))
                .build();
    }
}
