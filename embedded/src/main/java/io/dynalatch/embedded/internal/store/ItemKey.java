package io.dynalatch.embedded.internal.store;

import java.util.Arrays;

/**
 * The key of an item in a form whose unsigned byte order is DynamoDB's order, so that a sorted map and an SQLite index
 * agree without knowing types. {@link KeyBytes} makes the bytes; they are never changed.
 */
public final class ItemKey implements Comparable<ItemKey> {
    /** Before every key of an item, whose partition key is never empty. */
    public static final ItemKey FIRST = new ItemKey(new byte[0], new byte[0]);

    /** Bytes of a partition key (AWS developer guide, Service quotas). */
    public static final int PARTITION_BYTES_MAX = 2_048;

    /** Bytes of a sort key (AWS developer guide, Service quotas). */
    public static final int SORT_BYTES_MAX = 1_024;

    static final byte[] NONE = {};

    private final byte[] partition;
    private final byte[] sort;

    /** Makes a key; {@code sort} is empty where the table has no sort key. Neither array may be changed afterwards. */
    public ItemKey(byte[] partition, byte[] sort) {
        this.partition = partition;
        this.sort = sort;
    }

    byte[] partition() {
        return partition;
    }

    int partitionHash() {
        return Arrays.hashCode(partition);
    }

    /** The first key behind this one. */
    ItemKey next() {
        return new ItemKey(partition, Arrays.copyOf(sort, sort.length + 1));
    }

    byte[] sort() {
        return sort;
    }

    @Override
    public int compareTo(ItemKey other) {
        int byPartition = Arrays.compareUnsigned(partition, other.partition);
        return byPartition != 0 ? byPartition : Arrays.compareUnsigned(sort, other.sort);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ItemKey key && compareTo(key) == 0;
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(partition) + Arrays.hashCode(sort);
    }
}
