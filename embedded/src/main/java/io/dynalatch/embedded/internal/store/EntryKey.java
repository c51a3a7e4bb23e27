package io.dynalatch.embedded.internal.store;

import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The place of an item in the order of a table or an index.
 *
 * @param key the key by which it is ordered
 * @param item the key of the item, by which those are ordered that have one key of an index in common;
 *     {@link ItemKey#FIRST} in a table itself
 */
public record EntryKey(ItemKey key, ItemKey item) implements Comparable<EntryKey> {
    /** The place in the table itself. */
    public static EntryKey inTable(ItemKey key) {
        return new EntryKey(key, ItemKey.FIRST);
    }

    /** The place of an item in an index, or null where the item is not in it. */
    static @Nullable EntryKey inIndex(Index index, ItemKey item, @Nullable StoredItem stored) {
        if (stored == null) {
            return null;
        }
        byte[] partition = bytes(index.keys().partition(), stored.attributes(), ItemKey.PARTITION_BYTES_MAX);
        KeySchema.Attribute sort = index.keys().sort();
        byte[] sorted = sort == null ? ItemKey.NONE : bytes(sort, stored.attributes(), ItemKey.SORT_BYTES_MAX);
        return partition == null || sorted == null ? null : new EntryKey(new ItemKey(partition, sorted), item);
    }

    /** Null for what cannot be a key, which an item that was there before its index may have. */
    private static byte @Nullable [] bytes(
            KeySchema.Attribute attribute, Map<String, AttributeValue> item, int bytesMax) {
        AttributeValue value = item.get(attribute.name());
        if (value == null) {
            return null;
        }
        byte[] bytes = switch (attribute.type()) {
            case S -> value.s() == null ? ItemKey.NONE : KeyBytes.of(value.s());
            case B -> value.b() == null ? ItemKey.NONE : value.b().asByteArray();
            default -> value.n() == null ? ItemKey.NONE : KeyBytes.of(new BigDecimal(value.n()));
        };
        return bytes.length == 0 || bytes.length > bytesMax ? null : bytes;
    }

    /** The first place behind this one. */
    EntryKey next() {
        return item.equals(ItemKey.FIRST) ? inTable(key.next()) : new EntryKey(key, item.next());
    }

    @Override
    public int compareTo(EntryKey other) {
        int byKey = key.compareTo(other.key);
        return byKey != 0 ? byKey : item.compareTo(other.item);
    }
}
