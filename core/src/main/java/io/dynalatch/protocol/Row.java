package io.dynalatch.protocol;

import org.jspecify.annotations.Nullable;

/**
 * What decides about a lock, read from its row.
 *
 * @param standing whether somebody has it
 * @param recordVersion the record version, or null where the row has none; never null for a held row
 * @param holdId the unique id of the last hold, or null where the row has none (another client's row)
 * @param leaseNanos the lease in the row; 0 unless held
 */
public record Row(
        Standing standing,
        @Nullable String recordVersion,
        @Nullable String holdId,
        long leaseNanos) {
    /** Whether somebody has the lock. */
    public enum Standing {
        /** There is no row. */
        ABSENT,
        /** There is a row that nobody locked: the user's own item. */
        UNLOCKED,
        /** The last holder released it. */
        RELEASED,
        /** Somebody's hold is on it, alive or not. */
        HELD
    }

    public Row {
        if (standing == Standing.HELD && (recordVersion == null || leaseNanos < 0)) {
            throw new IllegalArgumentException("a held row has a record version and a lease");
        }
    }

    public static Row absent() {
        return new Row(Standing.ABSENT, null, null, 0);
    }

    public boolean held() {
        return standing == Standing.HELD;
    }

    /** Whether the hold with this id is the last one on the row, released or not. */
    public boolean of(String id) {
        return id.equals(holdId);
    }
}
