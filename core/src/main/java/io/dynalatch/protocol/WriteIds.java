package io.dynalatch.protocol;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The ids of the last writes of an item, each under the version that its write made. They stand beside the version and
 * are written as a whole with it.
 *
 * @param byVersion version to write id, oldest first; at most {@value #RETAINED} entries; unmodifiable
 */
public record WriteIds(SortedMap<Long, String> byVersion) {
    /**
     * How many entries are kept. A writer whose answer was lost can decide as long as fewer than this many versions
     * followed its own.
     */
    public static final int RETAINED = 8;

    public WriteIds {
        byVersion = Collections.unmodifiableSortedMap(newest(byVersion));
    }

    private static TreeMap<Long, String> newest(Map<Long, String> entries) {
        TreeMap<Long, String> kept = new TreeMap<>(entries);
        while (kept.size() > RETAINED) {
            kept.pollFirstEntry();
        }
        return kept;
    }

    public static WriteIds none() {
        return new WriteIds(new TreeMap<>());
    }

    /** The id of the write that made this version, or null where none is kept. */
    public @Nullable String of(long version) {
        return byVersion.get(version);
    }

    /**
     * These ids and that of the write that makes {@code version}. Entries of that version and later ones are dropped:
     * they tell of a numbering that has ended, and would be taken for the writes to come.
     */
    public WriteIds with(long version, String id) {
        TreeMap<Long, String> entries = new TreeMap<>(byVersion.headMap(version));
        entries.put(version, id);
        return new WriteIds(entries);
    }
}
