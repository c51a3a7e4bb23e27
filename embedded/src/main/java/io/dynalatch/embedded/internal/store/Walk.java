package io.dynalatch.embedded.internal.store;

import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which items to read, in which order, and where to stop. The bounds are places in the order, the lower one part of the
 * walk and the upper one not; no place is ever between a key and the same key with a zero byte behind it, so that this
 * form says all that a sort-key condition can.
 *
 * @param index the index to walk in, or null for the table itself
 * @param low where the range begins
 * @param high where it ends, or null for the end of the order
 * @param backward whether to walk from the end to the beginning
 * @param segment the part of the partitions to read, or null for all
 * @param limit items at most; at least 1
 * @param bytesMax the page ends with the item that reaches this size
 * @param bytes what an item counts for
 */
public record Walk(
        @Nullable Index index,
        EntryKey low,
        @Nullable EntryKey high,
        boolean backward,
        @Nullable Segment segment,
        int limit,
        int bytesMax,
        ToIntFunction<StoredItem> bytes) {

    /** A part of a parallel scan: partitions are dealt out to {@code of} segments, counted from 0. */
    public record Segment(int number, int of) {
        /** Whether the items of that key's partition belong to this segment. */
        public boolean has(ItemKey key) {
            return Math.floorMod(key.partitionHash(), of) == number;
        }
    }

    /** All of a table or index. */
    public static Walk all(@Nullable Index index, int limit, int bytesMax, ToIntFunction<StoredItem> bytes) {
        return new Walk(index, EntryKey.inTable(ItemKey.FIRST), null, false, null, limit, bytesMax, bytes);
    }

    /** The same walk in a part of the order. */
    public Walk within(EntryKey from, EntryKey to, boolean turned) {
        return new Walk(index, from, to, turned, segment, limit, bytesMax, bytes);
    }

    /** The same walk over a part of the partitions, or over all where {@code part} is null. */
    public Walk inSegment(@Nullable Segment part) {
        return new Walk(index, low, high, backward, part, limit, bytesMax, bytes);
    }

    /** The same walk, from behind {@code place} on; {@code place} itself was read before. */
    public Walk after(EntryKey place) {
        return backward
                ? new Walk(index, low, place, true, segment, limit, bytesMax, bytes)
                : new Walk(index, place.next(), high, false, segment, limit, bytesMax, bytes);
    }

    /** Whether {@code place} is in the range. */
    public boolean covers(EntryKey place) {
        return place.compareTo(low) >= 0 && (high == null || place.compareTo(high) < 0);
    }

    /** Whether the walk is over a part of the partitions that {@code key} is not in. */
    boolean skips(ItemKey key) {
        return segment != null && !segment.has(key);
    }
}
