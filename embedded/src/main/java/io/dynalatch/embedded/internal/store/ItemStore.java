package io.dynalatch.embedded.internal.store;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps tables and items. Every call is atomic and, once it has answered, durable as far as the store promises. All
 * implementations pass {@code ItemStoreContract}. Thread-safe.
 *
 * <p>{@code arrivedNanos} is what {@link #nowNanos} said when the request arrived; a store that has to wait for others
 * counts its bound from there, so that requests in a queue do not wait one after the other. Calls throw
 * {@link StoreException} where the store cannot do its work, {@link TableGoneException} where the table that the caller
 * looked up has been deleted since, and {@link IllegalStateException} after {@link #close}.
 */
public interface ItemStore extends AutoCloseable {
    /** Elapsed time of this store's own, for {@code arrivedNanos}; constant where the store never waits. */
    long nowNanos();

    /** Adds a table, and gives it back with its id; null where the name is taken. */
    @Nullable
    Table create(long arrivedNanos, Table table);

    /** The table of that name, or null. */
    @Nullable
    Table find(long arrivedNanos, String name);

    /**
     * Replaces what is kept about a table, except its id, name and keys; indexes that are new get their entries. What
     * {@code change} throws changes nothing.
     */
    Table alter(long arrivedNanos, Table table, UnaryOperator<Table> change);

    /** Removes a table with all its items; false where it was gone already. */
    boolean drop(long arrivedNanos, Table table);

    /** At most {@code limit} table names greater than {@code after}, ascending. */
    List<String> names(long arrivedNanos, String after, int limit);

    /** Counts the items of a table; costs a walk over all of them. */
    Totals totals(long arrivedNanos, Table table);

    /** The item, or null. */
    @Nullable
    StoredItem get(long arrivedNanos, Table table, ItemKey key);

    /**
     * Reads several items as they were at one moment; null for each that does not exist.
     *
     * @param places no two alike
     * @throws ConflictException where a joint change of one of them runs and the store does not wait for it
     */
    List<@Nullable StoredItem> getAll(long arrivedNanos, List<Place> places);

    /**
     * Reads an item, lets {@code change} decide, and writes, all as one.
     *
     * @throws ConflictException where a joint change of the item runs and the store does not wait for it
     */
    <T> T change(long arrivedNanos, Table table, ItemKey key, Change<T> change);

    /**
     * Reads several items, lets {@code change} decide, and writes all or none; nobody sees some of it without the rest,
     * except a {@link #read} that goes on meanwhile.
     *
     * @param places no two alike
     * @param token by which the change is remembered once it was made, whoever has the store open; or null
     * @throws ConflictException where a joint change of one of them runs and the store does not wait for it
     * @throws TokenInUseException where the first change with this token runs and the store does not wait for it
     */
    <T> T changeAll(long arrivedNanos, List<Place> places, @Nullable Token token, JointChange<T> change);

    /** Reads items in the order of a table or of one of its indexes. */
    Page read(long arrivedNanos, Table table, Walk walk);

    /**
     * Reads items of a table in key order.
     *
     * @param after the key to start behind, or null for the first page
     * @param limit items at most
     * @param bytesMax the page ends with the item that reaches this size
     */
    default Page scan(long arrivedNanos, Table table, @Nullable ItemKey after, int limit, int bytesMax) {
        Walk all = Walk.all(null, limit, bytesMax, StoredItem::bytes);
        return read(arrivedNanos, table, after == null ? all : all.after(EntryKey.inTable(after)));
    }

    /** Ends the store; calls that run are finished first. Can be called twice. */
    @Override
    void close();

    /** How many items a table has, and their size in bytes. */
    record Totals(long items, long bytes) {}

    /**
     * Some items of a table, or of an index.
     *
     * @param items in the order of the walk, whole even where an index has less
     * @param stopped whether the page ended by a bound, not at the end of the range
     */
    record Page(List<StoredItem> items, boolean stopped) {}
}
