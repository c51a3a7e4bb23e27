package io.dynalatch.embedded.internal.store;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A fixed number of locks that the items of all tables share, so that work on different items hardly ever meets.
 * Whoever needs several takes them in ascending order.
 */
final class MemoryStripes {
    private static final int COUNT = 64;

    private final ReentrantLock[] stripes = new ReentrantLock[COUNT];

    MemoryStripes() {
        for (int i = 0; i < COUNT; i++) {
            stripes[i] = new ReentrantLock();
        }
    }

    /** The lock of one item. */
    ReentrantLock of(ItemKey key) {
        return stripes[number(key)];
    }

    private static int number(ItemKey key) {
        return Math.floorMod(key.hashCode(), COUNT);
    }

    /** Works while nobody else can see or change these items. */
    <T> T exclusively(Collection<Place> places, Supplier<T> work) {
        int[] numbers = places.stream()
                .mapToInt(place -> number(place.key()))
                .distinct()
                .sorted()
                .toArray();
        return locked(numbers, work);
    }

    /** Works while nobody else can see or change any item. */
    void exclusively(Runnable work) {
        List<Object> unused = locked(IntStream.range(0, COUNT).toArray(), () -> {
            work.run();
            return List.of();
        });
    }

    private <T> T locked(int[] ascending, Supplier<T> work) {
        int locked = 0;
        try {
            while (locked < ascending.length) {
                stripes[ascending[locked]].lock();
                locked++;
            }
            return work.get();
        } finally {
            while (locked > 0) {
                locked--;
                stripes[ascending[locked]].unlock();
            }
        }
    }
}
