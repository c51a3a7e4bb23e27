package io.dynalatch.embedded.internal.store;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps everything in memory. Keys are sorted so that scans have pages; the writes of one item exclude each other by
 * one of a fixed number of locks, so that writes of different items hardly ever meet. A joint change has the locks of
 * all its items, and marks the items before, so that other writes are refused as DynamoDB does.
 */
public final class MemoryItems implements ItemStore {
    private final ConcurrentNavigableMap<String, MemoryTable> tables = new ConcurrentSkipListMap<>();
    private final ReentrantLock tablesGuard = new ReentrantLock();
    private final MemoryStripes stripes = new MemoryStripes();
    private final RunningChanges running = new RunningChanges();
    private final MemoryTokens tokens = new MemoryTokens();
    private long lastTableId; // guarded by tablesGuard
    private volatile boolean closed;

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
            tables.put(table.name(), new MemoryTable(named));
            return named;
        } finally {
            tablesGuard.unlock();
        }
    }

    @Override
    public @Nullable Table find(long arrivedNanos, String name) {
        checkOpen();
        MemoryTable kept = tables.get(name);
        return kept == null ? null : kept.table();
    }

    @Override
    public Table alter(long arrivedNanos, Table table, UnaryOperator<Table> change) {
        tablesGuard.lock();
        try {
            MemoryTable kept = kept(table);
            Table changed = change.apply(kept.table());
            stripes.exclusively(() -> kept.alter(changed));
            return changed;
        } finally {
            tablesGuard.unlock();
        }
    }

    @Override
    public boolean drop(long arrivedNanos, Table table) {
        checkOpen();
        tablesGuard.lock();
        try {
            MemoryTable kept = tables.get(table.name());
            boolean found = kept != null && kept.table().id() == table.id();
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

    /** Under the item's lock, so that reads one after the other never see a joint change half made. */
    @Override
    public @Nullable StoredItem get(long arrivedNanos, Table table, ItemKey key) {
        ReentrantLock stripe = stripes.of(key);
        stripe.lock();
        try {
            return kept(table).items.get(key);
        } finally {
            stripe.unlock();
        }
    }

    @Override
    public List<@Nullable StoredItem> getAll(long arrivedNanos, List<Place> places) {
        running.check(places);
        return stripes.exclusively(places, () -> items(places, keptOf(places)));
    }

    private List<MemoryTable> keptOf(List<Place> places) {
        return places.stream().map(place -> kept(place.table())).toList();
    }

    private static List<@Nullable StoredItem> items(List<Place> places, List<MemoryTable> kept) {
        List<@Nullable StoredItem> items = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            items.add(kept.get(i).items.get(places.get(i).key()));
        }
        return Collections.unmodifiableList(items);
    }

    @Override
    public <T> T change(long arrivedNanos, Table table, ItemKey key, Change<T> change) {
        // Once is enough: a joint change that begins after this waits for the stripe.
        running.check(List.of(new Place(table, key)));
        ReentrantLock stripe = stripes.of(key);
        stripe.lock();
        try {
            MemoryTable kept = kept(table);
            StoredItem before = kept.items.get(key);
            Change.Decision<T> decision = change.decide(before);
            kept.apply(key, before, decision);
            return decision.answer();
        } finally {
            stripe.unlock();
        }
    }

    @Override
    public <T> T changeAll(long arrivedNanos, List<Place> places, @Nullable Token token, JointChange<T> change) {
        return tokens.once(token, remembered -> {
            Supplier<T> work = () -> stripes.exclusively(places, () -> decide(places, remembered, change));
            // What was made already changes nothing, so nothing can conflict with it.
            return remembered == null ? running.during(places, work) : work.get();
        });
    }

    private <T> T decide(List<Place> places, @Nullable String remembered, JointChange<T> change) {
        List<MemoryTable> kept = keptOf(places); // All of them before the first write, which none may fail after.
        List<@Nullable StoredItem> before = items(places, kept);
        JointChange.Decisions<T> decisions = change.decide(before, remembered);
        for (int i = 0; i < decisions.each().size(); i++) {
            kept.get(i)
                    .apply(places.get(i).key(), before.get(i), decisions.each().get(i));
        }
        return decisions.answer();
    }

    @Override
    public Page read(long arrivedNanos, Table table, Walk walk) {
        MemoryTable kept = kept(table);
        if (walk.index() == null) {
            ItemKey high = walk.high() == null ? null : walk.high().key();
            return page(range(kept.items, walk.low().key(), high), walk, Function.identity());
        }
        NavigableMap<EntryKey, StoredItem> entries = kept.entries(walk.index());
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

    private MemoryTable kept(Table table) {
        checkOpen();
        MemoryTable kept = tables.get(table.name());
        if (kept == null || kept.table().id() != table.id()) {
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
