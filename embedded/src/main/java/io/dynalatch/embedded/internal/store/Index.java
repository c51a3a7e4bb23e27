package io.dynalatch.embedded.internal.store;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A secondary index of a table.
 *
 * @param name its name, the table's only one of that name
 * @param global whether it is a global index; else a local one, which shares the table's partition key
 * @param keys its key attributes; an item that lacks one of them is not in the index
 * @param projection which attributes its entries have, beside the keys of the index and of the table
 * @param throughput provisioned throughput, or null where it is paid per request, and for local indexes
 * @param activeAt when it leaves the state CREATING, by the wall clock
 */
public record Index(
        String name,
        boolean global,
        KeySchema keys,
        Projection projection,
        Table.@Nullable Throughput throughput,
        Instant activeAt) {

    /**
     * The attributes of the entries.
     *
     * @param all whether it is the whole item; {@code names} is empty then
     * @param names attributes beside the keys, in the order of the request
     */
    public record Projection(boolean all, List<String> names) {
        /** Copies the list. */
        public Projection {
            names = List.copyOf(names);
        }
    }

    /** The same index with another throughput. */
    public Index withThroughput(Table.@Nullable Throughput changed) {
        return new Index(name, global, keys, projection, changed, activeAt);
    }
}
