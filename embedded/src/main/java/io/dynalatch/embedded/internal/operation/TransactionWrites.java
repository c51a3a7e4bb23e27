package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.ExpressionException;
import io.dynalatch.embedded.internal.operation.ItemWrite.Result;
import io.dynalatch.embedded.internal.store.Change.Decision;
import io.dynalatch.embedded.internal.store.ConflictException;
import io.dynalatch.embedded.internal.store.ItemStore;
import io.dynalatch.embedded.internal.store.JointChange.Decisions;
import io.dynalatch.embedded.internal.store.Place;
import io.dynalatch.embedded.internal.store.StoredItem;
import io.dynalatch.embedded.internal.store.Token;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/**
 * Writes of several items as one. What can be refused without the stored items is refused first; then all conditions
 * are evaluated on the items as stored, and either all writes are made or none.
 */
public final class TransactionWrites {
    private static final int TOKEN_LENGTH_MAX = 36;

    private final ItemStore store;
    private final TransactionActions actions;
    private final Clock clock;

    private final Operation<TransactWriteItemsRequest, TransactWriteItemsResponse> write = new Operation<>(
            "TransactWriteItems",
            Set.of("TransactItems", "ReturnConsumedCapacity", "ReturnItemCollectionMetrics", "ClientRequestToken"),
            this::write);

    TransactionWrites(ItemStore store, WriteRequests requests, Clock clock) {
        this.store = store;
        this.actions = new TransactionActions(requests);
        this.clock = clock;
    }

    /** TransactWriteItems. */
    public Operation<TransactWriteItemsRequest, TransactWriteItemsResponse> write() {
        return write;
    }

    private TransactWriteItemsResponse write(Call call, TransactWriteItemsRequest request) {
        Asked asked = new Asked(
                Settings.capacity(request.returnConsumedCapacityAsString()),
                Settings.collectionMetrics(request.returnItemCollectionMetricsAsString()));
        Token token = token(request);
        List<ItemWrite> writes = actions.writes(call, request.transactItems());
        List<Place> places = writes.stream().map(ItemWrite::place).toList();
        Transactions.checkDistinct(places);
        try {
            return store.changeAll(call.arrivedNanos(), places, token, (before, remembered) -> {
                if (token != null && remembered != null) {
                    return Decisions.keep(repeated(call, asked, writes, before, token, remembered));
                }
                List<Result> results = results(writes, before);
                List<Decision<?>> decisions = new ArrayList<>();
                for (int i = 0; i < results.size(); i++) {
                    decisions.add(writes.get(i).decision(results.get(i), i));
                }
                return new Decisions<>(decisions, made(call, asked, writes, before, results));
            });
        } catch (ConflictException e) {
            throw Transactions.conflict(places.size(), e);
        }
    }

    /** What the answer is to tell. */
    private record Asked(String capacity, boolean metrics) {}

    private @Nullable Token token(TransactWriteItemsRequest request) {
        String name = request.clientRequestToken();
        if (name == null) {
            return null;
        }
        if (name.isEmpty()) {
            throw Refusal.constraint("ClientRequestToken", "Member must have length greater than or equal to 1");
        }
        if (name.length() > TOKEN_LENGTH_MAX) {
            throw Refusal.constraint(
                    "ClientRequestToken", "Member must have length less than or equal to " + TOKEN_LENGTH_MAX);
        }
        return new Token(name, Fingerprint.of(request.transactItems()), clock);
    }

    /** The results of all writes; where one is refused, all are tried, so that every reason is told. */
    private static List<Result> results(List<ItemWrite> writes, List<@Nullable StoredItem> before) {
        List<Result> results = new ArrayList<>();
        List<CancellationReason> reasons = new ArrayList<>();
        for (int i = 0; i < writes.size(); i++) {
            try {
                results.add(writes.get(i).on(before.get(i)));
                reasons.add(Transactions.NONE);
            } catch (Refusal e) {
                reasons.add(Transactions.reason(e));
            } catch (ExpressionException e) {
                reasons.add(Transactions.reason(Refusal.validation(String.valueOf(e.getMessage()))));
            }
        }
        if (results.size() < writes.size()) {
            throw Refusal.canceled(reasons);
        }
        return results;
    }

    private static TransactWriteItemsResponse made(
            Call call, Asked asked, List<ItemWrite> writes, List<@Nullable StoredItem> before, List<Result> results) {
        List<Capacity.Cost> costs = new ArrayList<>();
        List<ItemWrite> changes = new ArrayList<>();
        for (int i = 0; i < writes.size(); i++) {
            ItemWrite write = writes.get(i);
            costs.add(Capacity.writeCost(
                            write.table(), before.get(i), results.get(i).after())
                    .doubled());
            if (!write.checksOnly()) {
                changes.add(write);
            }
        }
        return call.answer(TransactWriteItemsResponse.builder()
                        .consumedCapacity(Capacity.together(asked.capacity(), costs, Capacity.Kind.WRITE))
                        .itemCollectionMetrics(ItemCollections.metrics(asked.metrics(), changes)))
                .build();
    }

    /** The answer to a transaction that was made already: it costs what reading the items does. */
    private static TransactWriteItemsResponse repeated(
            Call call,
            Asked asked,
            List<ItemWrite> writes,
            List<@Nullable StoredItem> now,
            Token token,
            String remembered) {
        if (!remembered.equals(token.content())) {
            throw Refusal.tokenMismatch();
        }
        List<Capacity.Cost> costs = new ArrayList<>();
        for (int i = 0; i < writes.size(); i++) {
            costs.add(Transactions.readCost(writes.get(i).table(), now.get(i)));
        }
        return call.answer(TransactWriteItemsResponse.builder()
                        .consumedCapacity(Capacity.together(asked.capacity(), costs, Capacity.Kind.READ)))
                .build();
    }
}
