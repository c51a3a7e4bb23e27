package io.dynalatch.embedded.internal.store;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** A table in memory, its items and the entries of its indexes by the name of the index. */
final class MemoryTable {
    final NavigableMap<ItemKey, StoredItem> items = new ConcurrentSkipListMap<>();
    private volatile Table table; // written while nobody can change an item
    private volatile Map<String, NavigableMap<EntryKey, StoredItem>> entries; // likewise

    MemoryTable(Table table) {
        this.table = table;
        this.entries = entries(table, Map.of());
    }

    Table table() {
        return table;
    }

    /** The entries of an index, or null where the table has no index of that name. */
    @Nullable
    NavigableMap<EntryKey, StoredItem> entries(Index index) {
        return entries.get(index.name());
    }

    /** Replaces what is known of the table; only while nobody can change an item. */
    void alter(Table changed) {
        entries = entries(changed, entries);
        table = changed;
    }

    /** Entries for each index of {@code wanted}: those of before where it is the same index, else made anew. */
    private Map<String, NavigableMap<EntryKey, StoredItem>> entries(
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

    /** Does to an item what was decided; under the key's stripe. The one place where items change. */
    void apply(ItemKey key, @Nullable StoredItem before, Change.Decision<?> decision) {
        if (decision.effect() != Change.Effect.KEEP) {
            store(key, before, decision.item());
        }
    }

    /**
     * Makes {@code after} what is stored under a key, in the table and in its indexes. New entries are there before old
     * ones go, so that no reader misses an item that moves.
     */
    private void store(ItemKey key, @Nullable StoredItem before, @Nullable StoredItem after) {
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
