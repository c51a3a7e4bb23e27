package io.dynalatch.embedded.internal.store;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table as a store keeps it.
 *
 * @param id given by the store and never used again, so that a table made anew under an old name is told apart; 0
 *     before the store has it
 * @param name its name
 * @param keys its key attributes
 * @param indexes its secondary indexes, in the order in which they were asked for
 * @param throughput provisioned throughput, or null where it is paid per request
 * @param createdAt when it was made, by the wall clock
 * @param activeAt when it leaves the state CREATING, by the wall clock
 * @param billing how it has been paid since when, or null where it was never asked to be paid per request
 * @param deletionProtected whether DeleteTable is refused
 * @param tags what users have noted about it, in the order of the notes
 * @param timeToLive what was last asked for, or null where nothing ever was
 */
public record Table(
        long id,
        String name,
        KeySchema keys,
        List<Index> indexes,
        @Nullable Throughput throughput,
        Instant createdAt,
        Instant activeAt,
        @Nullable Billing billing,
        boolean deletionProtected,
        Map<String, String> tags,
        @Nullable TimeToLive timeToLive) {

    /** Copies the collections. */
    public Table {
        indexes = List.copyOf(indexes);
        tags = Collections.unmodifiableMap(new LinkedHashMap<>(tags));
    }

    /** Read and write units per second; described, never enforced. */
    public record Throughput(long readUnits, long writeUnits) {}

    /** When a table was last switched to being paid per request, by the wall clock. */
    public record Billing(Instant perRequestAt) {}

    /**
     * The time-to-live setting.
     *
     * @param attribute the attribute, or null where time to live was switched off
     * @param changedAt when it was asked for, by the wall clock
     */
    public record TimeToLive(@Nullable String attribute, Instant changedAt) {}

    /** A table without anything that is optional. */
    public static Table plain(
            String name, KeySchema keys, @Nullable Throughput throughput, Instant createdAt, Instant activeAt) {
        return new Table(0, name, keys, List.of(), throughput, createdAt, activeAt, null, false, Map.of(), null);
    }

    /** The index of that name, or null. */
    public @Nullable Index index(String wanted) {
        return indexes.stream()
                .filter(index -> index.name().equals(wanted))
                .findFirst()
                .orElse(null);
    }

    /** The same table under the id that its store gave it. */
    Table withId(long given) {
        return new Table(
                given,
                name,
                keys,
                indexes,
                throughput,
                createdAt,
                activeAt,
                billing,
                deletionProtected,
                tags,
                timeToLive);
    }

    /** The same table with other indexes. */
    public Table withIndexes(List<Index> changed) {
        return new Table(
                id, name, keys, changed, throughput, createdAt, activeAt, billing, deletionProtected, tags, timeToLive);
    }

    /** The same table, paid in another way. */
    public Table withThroughput(@Nullable Throughput changed, @Nullable Billing since) {
        return new Table(
                id, name, keys, indexes, changed, createdAt, activeAt, since, deletionProtected, tags, timeToLive);
    }

    /** The same table, protected from being deleted or not. */
    public Table withDeletionProtected(boolean changed) {
        return new Table(id, name, keys, indexes, throughput, createdAt, activeAt, billing, changed, tags, timeToLive);
    }

    /** The same table with other tags. */
    public Table withTags(Map<String, String> changed) {
        return new Table(
                id,
                name,
                keys,
                indexes,
                throughput,
                createdAt,
                activeAt,
                billing,
                deletionProtected,
                changed,
                timeToLive);
    }

    /** The same table with another time-to-live setting. */
    public Table withTimeToLive(TimeToLive changed) {
        return new Table(
                id, name, keys, indexes, throughput, createdAt, activeAt, billing, deletionProtected, tags, changed);
    }
}
