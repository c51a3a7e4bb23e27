package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.Values;
import io.dynalatch.embedded.internal.store.ItemKey;
import io.dynalatch.embedded.internal.store.KeyBytes;
import io.dynalatch.embedded.internal.store.KeySchema;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Finds the key in items and in {@code Key} parameters, and checks it. */
final class Keys {
    static final String MISMATCH = "The provided key element does not match the schema";

    private static final int PARTITION_BYTES_MAX = ItemKey.PARTITION_BYTES_MAX;
    private static final int SORT_BYTES_MAX = ItemKey.SORT_BYTES_MAX;
    private static final byte[] NONE = {};
    private static final String INVALID = "One or more parameter values were invalid: ";

    private Keys() {}

    /** The normalised {@code Key} parameter of a request. */
    static Map<String, AttributeValue> parameter(boolean present, Map<String, AttributeValue> key) {
        if (!present) {
            throw Refusal.constraint("Key", "Member must not be null");
        }
        return Values.normaliseItem(key);
    }

    /** The key that a normalised {@code Key} parameter names: exactly the key attributes, of the right types. */
    static ItemKey ofParameter(KeySchema keys, Map<String, AttributeValue> key) {
        if (key.size() != (keys.sort() == null ? 1 : 2)) {
            throw Refusal.mismatch(MISMATCH);
        }
        byte[] partition = bytes(keys.partition(), matching(keys.partition(), key), PARTITION_BYTES_MAX);
        KeySchema.Attribute sort = keys.sort();
        return new ItemKey(partition, sort == null ? NONE : bytes(sort, matching(sort, key), SORT_BYTES_MAX));
    }

    private static AttributeValue matching(KeySchema.Attribute attribute, Map<String, AttributeValue> key) {
        AttributeValue value = key.get(attribute.name());
        if (value == null || !typed(attribute, value)) {
            throw Refusal.mismatch(MISMATCH);
        }
        return value;
    }

    /** The key of a normalised item that is to be stored. */
    static ItemKey ofItem(KeySchema keys, Map<String, AttributeValue> item) {
        byte[] partition = bytes(keys.partition(), contained(keys.partition(), item), PARTITION_BYTES_MAX);
        KeySchema.Attribute sort = keys.sort();
        return new ItemKey(partition, sort == null ? NONE : bytes(sort, contained(sort, item), SORT_BYTES_MAX));
    }

    private static AttributeValue contained(KeySchema.Attribute attribute, Map<String, AttributeValue> item) {
        AttributeValue value = item.get(attribute.name());
        if (value == null) {
            throw Refusal.mismatch(INVALID + "Missing the key " + attribute.name() + " in the item");
        }
        if (!typed(attribute, value)) {
            throw Refusal.mismatch(INVALID + "Type mismatch for key " + attribute.name() + " expected: "
                    + attribute.type() + " actual: " + Values.type(value));
        }
        return value;
    }

    /** Some attributes of a stored item, all of them keys. */
    static Map<String, AttributeValue> project(Set<String> names, Map<String, AttributeValue> item) {
        Map<String, AttributeValue> key = new HashMap<>();
        for (String name : names) {
            key.put(name, present(name, item.get(name)));
        }
        return key;
    }

    private static AttributeValue present(String name, @Nullable AttributeValue value) {
        if (value == null) {
            throw new IllegalStateException("a stored item lacks its key attribute '" + name + "'");
        }
        return value;
    }

    /** Whether a value is of the type that a key attribute has. */
    static boolean typed(KeySchema.Attribute attribute, AttributeValue value) {
        return Values.type(value).name().equals(attribute.type().toString());
    }

    /** Whether a value is one of the two that no key may have. */
    static boolean empty(AttributeValue value) {
        return value.s() != null
                ? value.s().isEmpty()
                : value.b() != null && value.b().asByteArrayUnsafe().length == 0;
    }

    /** The ordered bytes of a value of the right type; refuses an empty one and one that is too long. */
    static byte[] bytes(KeySchema.Attribute attribute, AttributeValue value, int bytesMax) {
        byte[] bytes = switch (attribute.type()) {
            case S -> KeyBytes.of(value.s());
            case B -> value.b().asByteArray();
            default -> KeyBytes.of(new BigDecimal(value.n()));
        };
        if (empty(value)) {
            throw Refusal.validation(
                    "One or more parameter values are not valid. The AttributeValue for a key attribute"
                            + " cannot contain an empty " + (value.b() == null ? "string" : "binary") + " value. Key: "
                            + attribute.name());
        }
        if (bytes.length > bytesMax) {
            throw Refusal.validation(tooLong(bytesMax));
        }
        return bytes;
    }

    /** In the words of the service, the missing blank included. */
    private static String tooLong(int bytesMax) {
        return bytesMax == PARTITION_BYTES_MAX
                ? INVALID + "Size of hashkey has exceeded the maximum size limit of2048 bytes"
                : INVALID + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes";
    }
}
