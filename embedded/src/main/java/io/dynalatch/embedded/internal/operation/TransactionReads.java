package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.internal.store.ConflictException;
import io.dynalatch.embedded.internal.store.ItemStore;
import io.dynalatch.embedded.internal.store.Place;
import io.dynalatch.embedded.internal.store.StoredItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;

/** Reads of several items as they were at one moment. */
public final class TransactionReads {
    private static final Set<String> MEMBERS =
            Set.of("TableName", "Key", "ProjectionExpression", "ExpressionAttributeNames");

    private final ItemStore store;
    private final ReadRequests requests;

    private final Operation<TransactGetItemsRequest, TransactGetItemsResponse> get =
            new Operation<>("TransactGetItems", Set.of("TransactItems", "ReturnConsumedCapacity"), this::get);

    TransactionReads(ItemStore store, ReadRequests requests) {
        this.store = store;
        this.requests = requests;
    }

    /** TransactGetItems. */
    public Operation<TransactGetItemsRequest, TransactGetItemsResponse> get() {
        return get;
    }

    private TransactGetItemsResponse get(Call call, TransactGetItemsRequest request) {
        String capacity = Settings.capacity(request.returnConsumedCapacityAsString());
        List<ItemRead> reads = Transactions.checked(request.transactItems(), action -> read(call, action));
        List<Place> places = reads.stream().map(ItemRead::place).toList();
        Transactions.checkDistinct(places);
        List<@Nullable StoredItem> items;
        try {
            items = store.getAll(call.arrivedNanos(), places);
        } catch (ConflictException e) {
            throw Transactions.conflict(places.size(), e);
        }
        return answer(call, capacity, reads, items);
    }

    private ItemRead read(Call call, @Nullable TransactGetItem action) {
        if (action == null || action.get() == null) {
            throw Refusal.constraint("TransactItems.Get", "Member must not be null");
        }
        Members.checkKnown("TransactItems", action, Set.of("Get"));
        Get get = action.get();
        Members.checkKnown("TransactItems.Get", get, MEMBERS);
        return requests.get(
                call,
                GetItemRequest.builder()
                        .tableName(get.tableName())
                        .key(get.key())
                        .projectionExpression(get.projectionExpression())
                        .expressionAttributeNames(get.expressionAttributeNames())
                        .build());
    }

    private static TransactGetItemsResponse answer(
            Call call, String capacity, List<ItemRead> reads, List<@Nullable StoredItem> items) {
        List<ItemResponse> responses = new ArrayList<>();
        List<Capacity.Cost> costs = new ArrayList<>();
        long bytes = 0;
        for (int i = 0; i < reads.size(); i++) {
            StoredItem item = items.get(i);
            responses.add(ItemResponse.builder().item(reads.get(i).shown(item)).build());
            costs.add(Transactions.readCost(reads.get(i).table(), item));
            bytes += item == null ? 0 : item.bytes();
        }
        Transactions.checkSize(bytes);
        return call.answer(TransactGetItemsResponse.builder()
                        .responses(responses)
                        .consumedCapacity(Capacity.together(capacity, costs, Capacity.Kind.READ)))
                .build();
    }
}
