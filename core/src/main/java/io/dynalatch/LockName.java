package io.dynalatch;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The name of a lock: the value of the table's partition key, and of its sort key where it has one.
 *
 * @param value the partition key; 1 to 2,048 bytes of UTF-8
 * @param sort the sort key, 1 to 1,024 bytes of UTF-8, or null where the table has no sort key
 */
public record LockName(String value, @Nullable String sort) {
    // Amazon DynamoDB Developer Guide, "Constraints": partition key values 1 to 2048 bytes, sort key values 1 to 1024.
    private static final int VALUE_BYTES_MAX = 2048;
    private static final int SORT_BYTES_MAX = 1024;

    /** Checks the lengths. */
    public LockName {
        requireBytes("lock name", value, VALUE_BYTES_MAX);
        if (sort != null) {
            requireBytes("sort key of lock '" + value + "'", sort, SORT_BYTES_MAX);
        }
    }

    /**
     * A name for tables without a sort key.
     *
     * @param value the partition key; 1 to 2,048 bytes of UTF-8
     * @return the name
     * @throws IllegalArgumentException if the length is out of bounds
     */
    public static LockName of(String value) {
        return new LockName(value, null);
    }

    /**
     * A name for tables with a sort key. Two names are the same lock only if both parts are equal.
     *
     * @param value the partition key; 1 to 2,048 bytes of UTF-8
     * @param sort the sort key; 1 to 1,024 bytes of UTF-8
     * @return the name
     * @throws IllegalArgumentException if a length is out of bounds
     */
    public static LockName of(String value, String sort) {
        return new LockName(value, sort);
    }

    private static void requireBytes(String what, String text, int max) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException(what + " is empty; expected 1 to " + max + " bytes of UTF-8");
        }
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > max) {
            throw new IllegalArgumentException(
                    what + " has " + bytes + " bytes of UTF-8, expected 1 to " + max + "; use a shorter one");
        }
    }

    // Written out: what the compiler makes for a record links at its first call, which delays a short-lived process.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LockName name && value.equals(name.value) && Objects.equals(sort, name.sort);
    }

    @Override
    public int hashCode() {
        return 31 * value.hashCode() + Objects.hashCode(sort);
    }

    /** The value, followed by a slash and the sort key where there is one; for people, not for parsing. */
    @Override
    public String toString() {
        return sort == null ? value : value + "/" + sort;
    }
}
