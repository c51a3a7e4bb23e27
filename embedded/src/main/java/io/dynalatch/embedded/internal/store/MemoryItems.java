package io.dynalatch.embedded.internal.store;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;
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

    /** A table and its items. */
    private static final class Kept {
        final NavigableMap<ItemKey, StoredItem> items = new ConcurrentSkipListMap<>();
        volatile Table table; // written under tablesGuard

        Kept(Table table) {
            this.table = table;
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
            kept.table = change.apply(kept.table);
            return kept.table;
        } finally {
            tablesGuard.unlock();
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
            NavigableMap<ItemKey, StoredItem> items = kept(table).items;
            Change.Decision<T> decision = change.decide(items.get(key));
            if (decision.item() != null) {
                items.put(key, decision.item());
            } else if (decision.effect() == Change.Effect.REMOVE) {
                items.remove(key);
            }
            return decision.answer();
        } finally {
            stripe.unlock();
        }
    }

    @Override
    public Page scan(long arrivedNanos, Table table, @Nullable ItemKey after, int limit, int bytesMax) {
        NavigableMap<ItemKey, StoredItem> items = kept(table).items;
        List<StoredItem> page = new ArrayList<>();
        int bytes = 0;
        for (StoredItem item : (after == null ? items : items.tailMap(after, false)).values()) {
            page.add(item);
            bytes += item.bytes();
            if (page.size() == limit || bytes >= bytesMax) {
                return new Page(page, true);
            }
        }
        return new Page(page, false);
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
