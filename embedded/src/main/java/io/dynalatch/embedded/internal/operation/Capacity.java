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
     * What a request costs at one table.
     *
     * @param units for the table itself
     * @param indexes for each index that it costs something at
     */
    record Cost(Table table, double units, Map<Index, Double> indexes) {
        Cost doubled() {
            return plus(this);
        }

        /** The sum of two costs at the same table. */
        Cost plus(Cost other) {
            Map<Index, Double> sums = new LinkedHashMap<>(indexes);
            other.indexes.forEach((index, more) -> sums.merge(index, more, Double::sum));
            return new Cost(table, units + other.units, sums);
        }

        double total() {
            return units
                    + indexes.values().stream().mapToDouble(Double::doubleValue).sum();
        }
    }

    /** Which units an answer names beside their sum; transactions alone do. */
    enum Kind {
        READ,
        WRITE
    }

    /**
     * The cost of a write: the larger of the two images, at least one unit, and the same for each index whose entry
     * changes; an entry that moves is written twice.
     */
    static @Nullable ConsumedCapacity write(
            String asked, Table table, @Nullable StoredItem before, @Nullable StoredItem after) {
        return asked.equals(Settings.NONE) ? null : told(asked, writeCost(table, before, after), null);
    }

    /** The same, to be added to others. */
    static Cost writeCost(Table table, @Nullable StoredItem before, @Nullable StoredItem after) {
        Map<Index, Double> indexes = new LinkedHashMap<>();
        for (Index index : table.indexes()) {
            double units = writeIndex(table, index, before, after);
            if (units > 0) {
                indexes.put(index, units);
            }
        }
        int bytes = Math.max(before == null ? 0 : before.bytes(), after == null ? 0 : after.bytes());
        return new Cost(table, units(bytes, WRITE_UNIT_BYTES), indexes);
    }

    /**
     * What a request costs that works on several items, table by table.
     *
     * @param kind the units to name, or null to name none
     */
    static @Nullable List<ConsumedCapacity> together(String asked, List<Cost> costs, @Nullable Kind kind) {
        if (asked.equals(Settings.NONE)) {
            return null;
        }
        Map<Long, Cost> sums = new LinkedHashMap<>();
        costs.forEach(cost -> sums.merge(cost.table().id(), cost, Cost::plus));
        return sums.values().stream().map(cost -> told(asked, cost, kind)).toList();
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
        return asked.equals(Settings.NONE) ? null : told(asked, readCost(table, bytes, consistent), null);
    }

    /** The same, to be added to others. */
    static Cost readCost(Table table, long bytes, boolean consistent) {
        return new Cost(table, readUnits(bytes, consistent), Map.of());
    }

    /** The cost of a read of an index: its bytes, and each item that was fetched because the entry had too little. */
    static @Nullable ConsumedCapacity readIndex(
            String asked, Table table, Index index, long bytes, List<StoredItem> fetched, boolean consistent) {
        if (asked.equals(Settings.NONE)) {
            return null;
        }
        double fetchedUnits = fetched.stream()
                .mapToDouble(item -> readUnits(item.bytes(), consistent))
                .sum();
        return told(asked, new Cost(table, fetchedUnits, Map.of(index, readUnits(bytes, consistent))), null);
    }

    private static double readUnits(long bytes, boolean consistent) {
        double units = units(bytes, READ_UNIT_BYTES);
        return consistent ? units : units / 2;
    }

    private static double units(long bytes, int unitBytes) {
        return Math.max(1, (bytes + unitBytes - 1) / unitBytes);
    }

    private static ConsumedCapacity told(String asked, Cost cost, @Nullable Kind kind) {
        ConsumedCapacity.Builder consumed = ConsumedCapacity.builder()
                .tableName(cost.table().name())
                .capacityUnits(cost.total())
                .readCapacityUnits(kind == Kind.READ ? cost.total() : null)
                .writeCapacityUnits(kind == Kind.WRITE ? cost.total() : null);
        if (asked.equals(Settings.INDEXES)) {
            consumed.table(arm(cost.units(), kind))
                    .globalSecondaryIndexes(arms(cost.indexes(), true, kind))
                    .localSecondaryIndexes(arms(cost.indexes(), false, kind));
        }
        return consumed.build();
    }

    /** The cost of the indexes of one kind by name; null where there is none. */
    private static @Nullable Map<String, software.amazon.awssdk.services.dynamodb.model.Capacity> arms(
            Map<Index, Double> indexes, boolean global, @Nullable Kind kind) {
        Map<String, software.amazon.awssdk.services.dynamodb.model.Capacity> arms = new LinkedHashMap<>();
        indexes.forEach((index, units) -> {
            if (index.global() == global) {
                arms.put(index.name(), arm(units, kind));
            }
        });
        return arms.isEmpty() ? null : arms;
    }

    private static software.amazon.awssdk.services.dynamodb.model.Capacity arm(double units, @Nullable Kind kind) {
        return software.amazon.awssdk.services.dynamodb.model.Capacity.builder()
                .capacityUnits(units)
                .readCapacityUnits(kind == Kind.READ ? units : null)
                .writeCapacityUnits(kind == Kind.WRITE ? units : null)
                .build();
    }
}
