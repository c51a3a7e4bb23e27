package io.dynalatch.embedded.internal.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A table as a store keeps it.
 *
 * @param id given by the store and never used again, so that a table made anew under an old name is told apart; 0
 *     before the store has it
 * @param name its name
 * @param keys its key attributes
 * @param throughput provisioned throughput, or null where it is paid per request
 * @param createdAt when it was made, by the wall clock
 * @param activeAt when it leaves the state CREATING, by the wall clock
 * @param timeToLive what was last asked for, or null where nothing ever was
 */
public record Table(
        long id,
        String name,
        KeySchema keys,
        @Nullable Throughput throughput,
        Instant createdAt,
        Instant activeAt,
        @Nullable TimeToLive timeToLive) {

    /** Read and write units per second; described, never enforced. */
    public record Throughput(long readUnits, long writeUnits) {}

    /**
     * The time-to-live setting.
     *
     * @param attribute the attribute, or null where time to live was switched off
     * @param changedAt when it was asked for, by the wall clock
     */
    public record TimeToLive(@Nullable String attribute, Instant changedAt) {}

    /** The same table under the id that its store gave it. */
    Table withId(long given) {
        return new Table(given, name, keys, throughput, createdAt, activeAt, timeToLive);
    }

    /** The same table with another time-to-live setting. */
    public Table withTimeToLive(TimeToLive changed) {
        return new Table(id, name, keys, throughput, createdAt, activeAt, changed);
    }
}
