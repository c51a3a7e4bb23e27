package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.KeyCondition;
import io.dynalatch.embedded.internal.store.EntryKey;
import io.dynalatch.embedded.internal.store.ItemKey;
import io.dynalatch.embedded.internal.store.KeySchema;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The part of one partition that a key condition selects.
 *
 * @param low the first place that may be in it
 * @param high the first place behind it
 */
record KeyRange(EntryKey low, EntryKey high) {
    private static final String INVALID = "One or more parameter values were invalid: ";
    private static final byte[] NONE = {};

    static KeyRange of(KeySchema keys, List<KeyCondition> conditions) {
        KeyCondition partition = find(conditions, keys.partition());
        if (partition == null) {
            throw missed(keys.partition());
        }
        if (partition.test() != KeyCondition.Test.EQUAL) {
            throw Refusal.validation("Query key condition not supported");
        }
        byte[] bytes = bytes(keys.partition(), partition.values().get(0), ItemKey.PARTITION_BYTES_MAX);
        if (conditions.size() == 1) {
            return new KeyRange(place(bytes, NONE), place(next(bytes), NONE));
        }
        KeySchema.Attribute sort = keys.sort();
        if (sort == null) {
            throw Refusal.validation("Query key condition not supported");
        }
        KeyCondition sorted = find(conditions, sort);
        if (sorted == null) {
            throw missed(sort);
        }
        List<byte[]> values = sorted.values().stream()
                .map(value -> bytes(sort, value, ItemKey.SORT_BYTES_MAX))
                .toList();
        byte[] high = high(sorted.test(), values);
        return new KeyRange(
                place(bytes, low(sorted.test(), values.get(0))),
                high == null ? place(next(bytes), NONE) : place(bytes, high));
    }

    private static @Nullable KeyCondition find(List<KeyCondition> conditions, KeySchema.Attribute attribute) {
        return conditions.stream()
                .filter(condition -> condition.attribute().equals(attribute.name()))
                .findFirst()
                .orElse(null);
    }

    private static Refusal missed(KeySchema.Attribute attribute) {
        return Refusal.validation("Query condition missed key schema element: " + attribute.name());
    }

    private static byte[] bytes(KeySchema.Attribute attribute, AttributeValue value, int bytesMax) {
        if (!Keys.typed(attribute, value)) {
            throw Refusal.validation(INVALID + "Condition parameter type does not match schema type");
        }
        return Keys.bytes(attribute, value, bytesMax);
    }

    private static byte[] low(KeyCondition.Test test, byte[] first) {
        return switch (test) {
            case EQUAL, AT_LEAST, BETWEEN, BEGINS_WITH -> first;
            case GREATER -> next(first);
            case LESS, AT_MOST -> NONE;
        };
    }

    /** Null where the range ends with the partition. */
    private static byte @Nullable [] high(KeyCondition.Test test, List<byte[]> values) {
        return switch (test) {
            case EQUAL, AT_MOST, BETWEEN -> next(values.get(values.size() - 1));
            case LESS -> values.get(0);
            case BEGINS_WITH -> behindPrefix(values.get(0));
            case GREATER, AT_LEAST -> null;
        };
    }

    /** The first bytes behind these: nothing is between them and the same with a zero byte more. */
    private static byte[] next(byte[] bytes) {
        return Arrays.copyOf(bytes, bytes.length + 1);
    }

    /** The first bytes behind all that begin with these, or null where only greater bytes could be. */
    private static byte @Nullable [] behindPrefix(byte[] prefix) {
        int length = prefix.length;
        while (length > 0 && prefix[length - 1] == -1) {
            length--;
        }
        if (length == 0) {
            return null;
        }
        byte[] behind = Arrays.copyOf(prefix, length);
        behind[length - 1]++;
        return behind;
    }

    private static EntryKey place(byte[] partition, byte[] sort) {
        return EntryKey.inTable(new ItemKey(partition, sort));
    }
}
