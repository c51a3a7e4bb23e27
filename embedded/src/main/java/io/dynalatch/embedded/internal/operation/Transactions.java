package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.internal.store.ConflictException;
import io.dynalatch.embedded.internal.store.ItemKey;
import io.dynalatch.embedded.internal.store.Place;
import io.dynalatch.embedded.internal.store.StoredItem;
import io.dynalatch.embedded.internal.store.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;

/** What transactions that write and those that read have in common. */
final class Transactions {
    /** Why an action is part of a canceled transaction that was canceled for others. */
    static final CancellationReason NONE =
            CancellationReason.builder().code("None").build();

    /** Bounds of a transaction (AWS developer guide, Service quotas). */
    private static final long BYTES_MAX = 4L * 1024 * 1024;

    private static final int ACTIONS_MAX = 100;

    private Transactions() {}

    /**
     * Checks the actions one by one. A value that does not fit the keys of its table cancels the transaction, yet only
     * where nothing else is wrong with it.
     */
    static <A, C> List<C> checked(List<A> actions, Function<A, C> check) {
        checkCount(actions);
        List<C> checked = new ArrayList<>();
        Refusal canceled = null;
        for (int i = 0; i < actions.size(); i++) {
            try {
                checked.add(check.apply(actions.get(i)));
            } catch (Refusal refusal) {
                if (refusal.kind() != Refusal.Kind.MISMATCH) {
                    throw refusal;
                }
                canceled = canceled == null ? canceledBy(refusal, i, actions.size()) : canceled;
            }
        }
        if (canceled != null) {
            throw canceled;
        }
        return checked;
    }

    private static void checkCount(List<?> actions) {
        if (actions.isEmpty()) {
            throw Refusal.constraint("TransactItems", "Member must have length greater than or equal to 1");
        }
        if (actions.size() > ACTIONS_MAX) {
            throw Refusal.constraint("TransactItems", "Member must have length less than or equal to " + ACTIONS_MAX);
        }
    }

    /** A transaction that was canceled for one of its actions, before any other was looked at. */
    private static Refusal canceledBy(Refusal refusal, int position, int actions) {
        List<CancellationReason> reasons = new ArrayList<>(Collections.nCopies(actions, NONE));
        reasons.set(position, reason(refusal));
        return Refusal.canceled(reasons);
    }

    /** Refuses one that would write, or has read, too much. */
    static void checkSize(long bytes) {
        if (bytes > BYTES_MAX) {
            throw Refusal.validation("Transaction size cannot exceed " + BYTES_MAX + " bytes; bytes: " + bytes);
        }
    }

    static void checkDistinct(List<Place> places) {
        record Item(long tableId, ItemKey key) {}
        Set<Item> seen = new HashSet<>();
        for (Place place : places) {
            if (!seen.add(new Item(place.table().id(), place.key()))) {
                throw Refusal.validation("Transaction request cannot include multiple operations on one item");
            }
        }
    }

    /** Why an action cancels its transaction. */
    static CancellationReason reason(Refusal refusal) {
        boolean condition = refusal.kind() == Refusal.Kind.CONDITION_FAILED;
        return CancellationReason.builder()
                .code(condition ? "ConditionalCheckFailed" : "ValidationError")
                .message(refusal.text())
                .item(refusal.item())
                .build();
    }

    /** A transaction that meets others that run. */
    static Refusal conflict(int actions, ConflictException conflict) {
        List<CancellationReason> reasons = new ArrayList<>(Collections.nCopies(actions, NONE));
        for (int position : conflict.positions()) {
            reasons.set(
                    position,
                    CancellationReason.builder()
                            .code("TransactionConflict")
                            .message(Refusal.conflict().text())
                            .build());
        }
        return Refusal.canceled(reasons);
    }

    /** What it costs to read an item in a transaction: twice a consistent read. */
    static Capacity.Cost readCost(Table table, @Nullable StoredItem item) {
        return Capacity.readCost(table, item == null ? 0 : item.bytes(), true).doubled();
    }
}
