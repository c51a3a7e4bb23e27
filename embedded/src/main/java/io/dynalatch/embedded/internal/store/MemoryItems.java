package io.dynalatch.embedded.internal.store;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps everything in memory. Keys are sorted so that scans have pages; the writes of one item exclude each other by
 * one of a fixed number of locks, so that writes of different items hardly ever meet.
 */
public final class MemoryItems implements ItemStore {
    private static final int STRIPES = 64;

    private final ConcurrentNavigableMap<String, Kept> tables = new ConcurrentSkipListMap<>();
    private final ReentrantLock tablesGuard = new ReentrantLock();
    private final ReentrantLock[] stripes = new ReentrantLock[STRIPES];
    private long lastTableId; // guarded by tablesGuard
    private volatile boolean closed;

    /** A table, its items and the entries of its indexes by the name of the index. */
    private static final class Kept {
        final NavigableMap<ItemKey, StoredItem> items = new ConcurrentSkipListMap<>();
        volatile Table table; // written under tablesGuard and all stripes
        volatile Map<String, NavigableMap<EntryKey, StoredItem>> entries; // written under tablesGuard and all stripes

        Kept(Table table) {
            this.table = table;
            this.entries = entries(table, Map.of());
        }

        /** Entries for each index of {@code wanted}: those of before where it is the same index, else made anew. */
        Map<String, NavigableMap<EntryKey, StoredItem>> entries(
                Table wanted, Map<String, NavigableMap<EntryKey, StoredItem>> before) {
            Map<String, NavigableMap<EntryKey, StoredItem>> all = new HashMap<>();
            for (Index index : wanted.indexes()) {
                NavigableMap<EntryKey, StoredItem> known = before.get(index.name());
                all.put(index.name(), known == null ? filled(index) : known);
            }
            return all;
        }

        private NavigableMap<EntryKey, StoredItem> filled(Index index) {
            NavigableMap<EntryKey, StoredItem> filled = new ConcurrentSkipListMap<>();
            items.forEach((key, item) -> {
                EntryKey entry = EntryKey.inIndex(index, key, item);
                if (entry != null) {
                    filled.put(entry, item);
                }
            });
            return filled;
        }

        /**
         * Makes {@code after} what is stored under a key, in the table and in its indexes; under the key's stripe. New
         * entries are there before old ones go, so that no reader misses an item that moves.
         */
        void store(ItemKey key, @Nullable StoredItem before, @Nullable StoredItem after) {
            if (after == null) {
                items.remove(key);
            } else {
                items.put(key, after);
            }
            for (Index index : table.indexes()) {
                NavigableMap<EntryKey, StoredItem> changed = entries.get(index.name());
                EntryKey now = EntryKey.inIndex(index, key, after);
                EntryKey old = EntryKey.inIndex(index, key, before);
                if (changed != null && after != null && now != null) {
                    changed.put(now, after);
                }
                if (changed != null && old != null && !old.equals(now)) {
                    changed.remove(old);
                }
            }
        }
    }

    /** Makes an empty store. */
    public MemoryItems() {
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new ReentrantLock();
        }
    }

    @Override
    public long nowNanos() {
        return 0;
    }

    @Override
    public @Nullable Table create(long arrivedNanos, Table table) {
        checkOpen();
        tablesGuard.lock();
        try {
            if (tables.containsKey(table.name())) {
                return null;
            }
            Table named = table.withId(++lastTableId);
            tables.put(table.name(), new Kept(named));
            return named;
        } finally {
            tablesGuard.unlock();
        }
    }

    @Override
    public @Nullable Table find(long arrivedNanos, String name) {
        checkOpen();
        Kept kept = tables.get(name);
        return kept == null ? null : kept.table;
    }

    @Override
    public Table alter(long arrivedNanos, Table table, UnaryOperator<Table> change) {
        tablesGuard.lock();
        try {
            Kept kept = kept(table);
            Table changed = change.apply(kept.table);
            exclusively(() -> {
                kept.entries = kept.entries(changed, kept.entries);
                kept.table = changed;
            });
            return changed;
        } finally {
            tablesGuard.unlock();
        }
    }

    /** Runs something while nobody can change an item; the stripes are always locked in this order. */
    private void exclusively(Runnable work) {
        int locked = 0;
        try {
            while (locked < STRIPES) {
                stripes[locked].lock();
                locked++;
            }
            work.run();
        } finally {
            while (locked > 0) {
                locked--;
                stripes[locked].unlock();
            }
        }
    }

    @Override
    public boolean drop(long arrivedNanos, Table table) {
        checkOpen();
        tablesGuard.lock();
        try {
            Kept kept = tables.get(table.name());
            boolean found = kept != null && kept.table.id() == table.id();
            if (found) {
                tables.remove(table.name());
            }
            return found;
        } finally {
            tablesGuard.unlock();
        }
    }

    @Override
    public List<String> names(long arrivedNanos, String after, int limit) {
        checkOpen();
        return tables.tailMap(after, false).keySet().stream().limit(limit).toList();
    }

    @Override
    public Totals totals(long arrivedNanos, Table table) {
        long items = 0;
        long bytes = 0;
        for (StoredItem item : kept(table).items.values()) {
            items++;
            bytes += item.bytes();
        }
        return new Totals(items, bytes);
    }

    @Override
    public @Nullable StoredItem get(long arrivedNanos, Table table, ItemKey key) {
        return kept(table).items.get(key);
    }

    @Override
    public <T> T change(long arrivedNanos, Table table, ItemKey key, Change<T> change) {
        ReentrantLock stripe = stripes[Math.floorMod(key.hashCode(), STRIPES)];
        stripe.lock();
        try {
            Kept kept = kept(table);
            StoredItem before = kept.items.get(key);
            Change.Decision<T> decision = change.decide(before);
            if (decision.effect() != Change.Effect.KEEP) {
                kept.store(key, before, decision.item());
            }
            return decision.answer();
        } finally {
            stripe.unlock();
        }
    }

    @Override
    public Page read(long arrivedNanos, Table table, Walk walk) {
        Kept kept = kept(table);
        if (walk.index() == null) {
            ItemKey high = walk.high() == null ? null : walk.high().key();
            return page(range(kept.items, walk.low().key(), high), walk, Function.identity());
        }
        NavigableMap<EntryKey, StoredItem> entries =
                kept.entries.get(walk.index().name());
        if (entries == null) {
            throw new TableGoneException(table);
        }
        return page(range(entries, walk.low(), walk.high()), walk, EntryKey::key);
    }

    private static <K extends Comparable<K>> NavigableMap<K, StoredItem> range(
            NavigableMap<K, StoredItem> whole, K low, @Nullable K high) {
        if (high == null) {
            return whole.tailMap(low, true);
        }
        return low.compareTo(high) < 0 ? whole.subMap(low, true, high, false) : Collections.emptyNavigableMap();
    }

    private static <K> Page page(NavigableMap<K, StoredItem> range, Walk walk, Function<K, ItemKey> ordered) {
        PageBuilder page = new PageBuilder(walk);
        for (Map.Entry<K, StoredItem> entry : (walk.backward() ? range.descendingMap() : range).entrySet()) {
            if (!walk.skips(ordered.apply(entry.getKey())) && page.add(entry.getValue())) {
                return page.page(true);
            }
        }
        return page.page(false);
    }

    @Override
    public void close() {
        closed = true;
        tables.clear();
    }

    private Kept kept(Table table) {
        checkOpen();
        Kept kept = tables.get(table.name());
        if (kept == null || kept.table.id() != table.id()) {
            throw new TableGoneException(table);
        }
        return kept;
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the embedded engine is closed; open a new one");
        }
    }
}
