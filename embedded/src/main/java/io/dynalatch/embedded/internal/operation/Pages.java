package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.BoundCondition;
import io.dynalatch.embedded.internal.store.EntryKey;
import io.dynalatch.embedded.internal.store.Index;
import io.dynalatch.embedded.internal.store.ItemKey;
import io.dynalatch.embedded.internal.store.ItemStore;
import io.dynalatch.embedded.internal.store.StoredItem;
import io.dynalatch.embedded.internal.store.Table;
import io.dynalatch.embedded.internal.store.Walk;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;

/** Reads one page for a Query or Scan: it is bounded first, and filtered and cut down to what was asked for then. */
final class Pages {
    private static final int PAGE_BYTES_MAX = 1_048_576;
    private static final String START_INVALID = "The provided starting key is invalid";

    private final ItemStore store;
    private final Tables tables;

    /**
     * What to read.
     *
     * @param index the index that it is read from, or null for the table
     * @param filter which of the items that were read are answered, or null for all
     * @param capacity how much to tell about the cost
     */
    record Plan(
            Table table,
            @Nullable Index index,
            Walk walk,
            @Nullable BoundCondition filter,
            Selection selection,
            String capacity,
            boolean consistent) {}

    /**
     * What was read.
     *
     * @param items null where only their number was asked for
     * @param lastKey where the page stopped, or null where nothing is left
     */
    record Answer(
            @Nullable List<Map<String, AttributeValue>> items,
            int count,
            int scannedCount,
            @Nullable Map<String, AttributeValue> lastKey,
            @Nullable ConsumedCapacity capacity) {}

    Pages(ItemStore store, Tables tables) {
        this.store = store;
        this.tables = tables;
    }

    /** The index that a request names, or null where it names none. */
    @Nullable
    Index index(Table table, @Nullable String name, boolean consistent) {
        if (name == null) {
            return null;
        }
        Index index = table.index(name);
        if (index == null) {
            throw Refusal.validation("The table does not have the specified index: " + name);
        }
        if (index.global() && consistent) {
            throw Refusal.validation("Consistent reads are not supported on global secondary indexes");
        }
        if (!tables.ready(index)) {
            throw Refusal.validation("Cannot read from backfilling global secondary index: " + name);
        }
        return index;
    }

    /** The number of items to read at most. */
    static int limit(@Nullable Integer asked) {
        if (asked != null && asked < 1) {
            throw Refusal.constraint("Limit", "Member must have value greater than or equal to 1");
        }
        return asked == null ? Integer.MAX_VALUE : asked;
    }

    /** A walk over all of a table or index. */
    static Walk walk(Table table, @Nullable Index index, int limit) {
        ToIntFunction<StoredItem> bytes = index == null ? StoredItem::bytes : item -> Entries.bytes(table, index, item);
        return Walk.all(index, limit, PAGE_BYTES_MAX, bytes);
    }

    /** The place that an {@code ExclusiveStartKey} names. */
    static EntryKey place(Table table, @Nullable Index index, Map<String, AttributeValue> key) {
        Map<String, AttributeValue> start = Keys.parameter(true, key);
        if (!start.keySet().equals(keyNames(table, index))) {
            throw Refusal.validation(START_INVALID);
        }
        try {
            ItemKey item =
                    Keys.ofParameter(table.keys(), Keys.project(table.keys().names(), start));
            return index == null
                    ? EntryKey.inTable(item)
                    : new EntryKey(
                            Keys.ofParameter(
                                    index.keys(), Keys.project(index.keys().names(), start)),
                            item);
        } catch (Refusal e) {
            throw Refusal.validation(START_INVALID + ": " + e.text());
        }
    }

    private static Set<String> keyNames(Table table, @Nullable Index index) {
        Set<String> names = new LinkedHashSet<>(table.keys().names());
        if (index != null) {
            names.addAll(index.keys().names());
        }
        return names;
    }

    Answer read(Call call, Plan plan) {
        ItemStore.Page page = store.read(call.arrivedNanos(), plan.table(), plan.walk());
        List<Map<String, AttributeValue>> found = new ArrayList<>();
        for (StoredItem item : page.items()) {
            Map<String, AttributeValue> seen = seen(plan, item);
            if (plan.filter() == null || plan.filter().test(seen)) {
                found.add(plan.selection().shown(seen));
            }
        }
        return new Answer(
                plan.selection().countsOnly() ? null : found,
                found.size(),
                page.items().size(),
                page.stopped() ? lastKey(plan.table(), plan.index(), page) : null,
                capacity(plan, page));
    }

    private static Map<String, AttributeValue> seen(Plan plan, StoredItem item) {
        return plan.index() == null || plan.selection().wholeItems()
                ? item.attributes()
                : Entries.entry(plan.table(), plan.index(), item);
    }

    /** The key at which a page stopped. */
    static Map<String, AttributeValue> lastKey(Table table, @Nullable Index index, ItemStore.Page page) {
        StoredItem last = page.items().get(page.items().size() - 1);
        return Keys.project(keyNames(table, index), last.attributes());
    }

    private static @Nullable ConsumedCapacity capacity(Plan plan, ItemStore.Page page) {
        long bytes = page.items().stream()
                .mapToLong(item -> plan.walk().bytes().applyAsInt(item))
                .sum();
        if (plan.index() == null) {
            return Capacity.read(plan.capacity(), plan.table(), bytes, plan.consistent());
        }
        List<StoredItem> fetched = plan.selection().wholeItems() ? page.items() : List.of();
        return Capacity.readIndex(plan.capacity(), plan.table(), plan.index(), bytes, fetched, plan.consistent());
    }
}
