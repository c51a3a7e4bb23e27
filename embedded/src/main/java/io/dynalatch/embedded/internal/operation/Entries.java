package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.Values;
import io.dynalatch.embedded.internal.store.Index;
import io.dynalatch.embedded.internal.store.ItemKey;
import io.dynalatch.embedded.internal.store.KeySchema;
import io.dynalatch.embedded.internal.store.StoredItem;
import io.dynalatch.embedded.internal.store.Table;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What an index of a table shows of the items in it, and the checks of items that are to be in it. */
final class Entries {
    private static final String INVALID = "One or more parameter values were invalid: ";

    private Entries() {}

    /** The attributes that the entries have; null where they have all. */
    static @Nullable Set<String> attributes(Table table, Index index) {
        if (index.projection().all()) {
            return null;
        }
        Set<String> names = new LinkedHashSet<>(table.keys().names());
        names.addAll(index.keys().names());
        names.addAll(index.projection().names());
        return names;
    }

    /** The entry of an item that is in the index. */
    static Map<String, AttributeValue> entry(Table table, Index index, StoredItem item) {
        Set<String> names = attributes(table, index);
        if (names == null) {
            return item.attributes();
        }
        Map<String, AttributeValue> entry = new LinkedHashMap<>();
        for (String name : names) {
            AttributeValue value = item.attributes().get(name);
            if (value != null) {
                entry.put(name, value);
            }
        }
        return entry;
    }

    /** The size of the entry of an item that is in the index. */
    static int bytes(Table table, Index index, StoredItem item) {
        return index.projection().all() ? item.bytes() : (int) Values.itemBytes(entry(table, index, item));
    }

    /** Whether an item has all key attributes of the index. */
    static boolean has(Index index, Map<String, AttributeValue> item) {
        return item.keySet().containsAll(index.keys().names());
    }

    /** Refuses an item with an attribute that an index has for a key, but that cannot be one. */
    static void check(Table table, Map<String, AttributeValue> item) {
        for (Index index : table.indexes()) {
            check(index, index.keys().partition(), item, ItemKey.PARTITION_BYTES_MAX);
            KeySchema.Attribute sort = index.keys().sort();
            if (sort != null) {
                check(index, sort, item, ItemKey.SORT_BYTES_MAX);
            }
        }
    }

    /** Refuses the same in an item that was updated, but not what was there before the index was. */
    static void checkChanged(Table table, @Nullable StoredItem before, Map<String, AttributeValue> after) {
        if (table.indexes().isEmpty()) {
            return;
        }
        Map<String, AttributeValue> changed = new LinkedHashMap<>(after);
        if (before != null) {
            changed.entrySet().removeAll(before.attributes().entrySet());
        }
        check(table, changed);
    }

    private static void check(
            Index index, KeySchema.Attribute attribute, Map<String, AttributeValue> item, int bytesMax) {
        AttributeValue value = item.get(attribute.name());
        if (value == null) {
            return;
        }
        if (!Keys.typed(attribute, value)) {
            throw Refusal.mismatch(INVALID + "Type mismatch for Index Key " + attribute.name() + " Expected: "
                    + attribute.type() + " Actual: " + Values.type(value) + " IndexName: " + index.name());
        }
        if (Keys.empty(value)) {
            throw Refusal.validation("One or more parameter values are not valid. A value specified for a secondary"
                    + " index key is not supported. The AttributeValue for a key attribute cannot contain an empty "
                    + (value.b() == null ? "string" : "binary") + " value. IndexName: " + index.name() + ", IndexKey: "
                    + attribute.name());
        }
        Keys.bytes(attribute, value, bytesMax);
    }
}
