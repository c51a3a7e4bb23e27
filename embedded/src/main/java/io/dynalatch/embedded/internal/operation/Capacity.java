package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.internal.store.StoredItem;
import io.dynalatch.embedded.internal.store.Table;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;

/** What requests cost, in the units that the service bills. */
final class Capacity {
    private static final int READ_UNIT_BYTES = 4_096;
    private static final int WRITE_UNIT_BYTES = 1_024;

    private Capacity() {}

    /** The cost of a write: the larger of the two images, at least one unit. */
    static @Nullable ConsumedCapacity write(
            String asked, Table table, @Nullable StoredItem before, @Nullable StoredItem after) {
        int bytes = Math.max(before == null ? 0 : before.bytes(), after == null ? 0 : after.bytes());
        return told(asked, table, units(bytes, WRITE_UNIT_BYTES));
    }

    /** The cost of a read of so many bytes: half where it need not be consistent, and never for nothing. */
    static @Nullable ConsumedCapacity read(String asked, Table table, long bytes, boolean consistent) {
        double units = units(bytes, READ_UNIT_BYTES);
        return told(asked, table, consistent ? units : units / 2);
    }

    private static double units(long bytes, int unitBytes) {
        return Math.max(1, (bytes + unitBytes - 1) / unitBytes);
    }

    private static @Nullable ConsumedCapacity told(String asked, Table table, double units) {
        if (asked.equals(Settings.NONE)) {
            return null;
        }
        ConsumedCapacity.Builder consumed =
                ConsumedCapacity.builder().tableName(table.name()).capacityUnits(units);
        if (asked.equals(Settings.INDEXES)) {
            consumed.table(whole -> whole.capacityUnits(units));
        }
        return consumed.build();
    }
}
