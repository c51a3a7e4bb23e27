package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.internal.store.Index;
import io.dynalatch.embedded.internal.store.StoredItem;
import io.dynalatch.embedded.internal.store.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;

/** What requests cost, in the units that the service bills. */
final class Capacity {
    private static final int READ_UNIT_BYTES = 4_096;
    private static final int WRITE_UNIT_BYTES = 1_024;

    private Capacity() {}

    /**
     * The cost of a write: the larger of the two images, at least one unit, and the same for each index whose entry
     * changes; an entry that moves is written twice.
     */
    static @Nullable ConsumedCapacity write(
            String asked, Table table, @Nullable StoredItem before, @Nullable StoredItem after) {
        if (asked.equals(Settings.NONE)) {
            return null;
        }
        Map<Index, Double> indexes = new LinkedHashMap<>();
        for (Index index : table.indexes()) {
            double units = writeIndex(table, index, before, after);
            if (units > 0) {
                indexes.put(index, units);
            }
        }
        int bytes = Math.max(before == null ? 0 : before.bytes(), after == null ? 0 : after.bytes());
        return told(asked, table, units(bytes, WRITE_UNIT_BYTES), indexes);
    }

    private static double writeIndex(
            Table table, Index index, @Nullable StoredItem before, @Nullable StoredItem after) {
        Entry old = Entry.of(table, index, before);
        Entry now = Entry.of(table, index, after);
        if (old == null || now == null) {
            return (old == null ? 0 : old.units()) + (now == null ? 0 : now.units());
        }
        if (old.attributes().equals(now.attributes())) {
            return 0;
        }
        return old.key(index).equals(now.key(index)) ? Math.max(old.units(), now.units()) : old.units() + now.units();
    }

    /** What an index has of an item. */
    private record Entry(Map<String, AttributeValue> attributes, double units) {
        static @Nullable Entry of(Table table, Index index, @Nullable StoredItem item) {
            if (item == null || !Entries.has(index, item.attributes())) {
                return null;
            }
            int bytes = Entries.bytes(table, index, item);
            return new Entry(Entries.entry(table, index, item), Capacity.units(bytes, WRITE_UNIT_BYTES));
        }

        Map<String, AttributeValue> key(Index index) {
            return Keys.project(index.keys().names(), attributes);
        }
    }

    /** The cost of a read of so many bytes: half where it need not be consistent, and never for nothing. */
    static @Nullable ConsumedCapacity read(String asked, Table table, long bytes, boolean consistent) {
        return told(asked, table, readUnits(bytes, consistent), Map.of());
    }

    /** The cost of a read of an index: its bytes, and each item that was fetched because the entry had too little. */
    static @Nullable ConsumedCapacity readIndex(
            String asked, Table table, Index index, long bytes, List<StoredItem> fetched, boolean consistent) {
        double fetchedUnits = fetched.stream()
                .mapToDouble(item -> readUnits(item.bytes(), consistent))
                .sum();
        return told(asked, table, fetchedUnits, Map.of(index, readUnits(bytes, consistent)));
    }

    private static double readUnits(long bytes, boolean consistent) {
        double units = units(bytes, READ_UNIT_BYTES);
        return consistent ? units : units / 2;
    }

    private static double units(long bytes, int unitBytes) {
        return Math.max(1, (bytes + unitBytes - 1) / unitBytes);
    }

    private static @Nullable ConsumedCapacity told(
            String asked, Table table, double units, Map<Index, Double> indexes) {
        if (asked.equals(Settings.NONE)) {
            return null;
        }
        double ofIndexes =
                indexes.values().stream().mapToDouble(Double::doubleValue).sum();
        ConsumedCapacity.Builder consumed =
                ConsumedCapacity.builder().tableName(table.name()).capacityUnits(units + ofIndexes);
        if (asked.equals(Settings.INDEXES)) {
            consumed.table(whole -> whole.capacityUnits(units))
                    .globalSecondaryIndexes(arms(indexes, true))
                    .localSecondaryIndexes(arms(indexes, false));
        }
        return consumed.build();
    }

    /** The cost of the indexes of one kind by name; null where there is none. */
    private static @Nullable Map<String, software.amazon.awssdk.services.dynamodb.model.Capacity> arms(
            Map<Index, Double> indexes, boolean global) {
        Map<String, software.amazon.awssdk.services.dynamodb.model.Capacity> arms = new LinkedHashMap<>();
        indexes.forEach((index, units) -> {
            if (index.global() == global) {
                arms.put(
                        index.name(),
                        software.amazon.awssdk.services.dynamodb.model.Capacity.builder()
                                .capacityUnits(units)
                                .build());
            }
        });
        return arms.isEmpty() ? null : arms;
    }
}
