package io.dynalatch.embedded.expression;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Keeps what was made last for each key and forgets what was not asked for longest. Thread-safe. */
final class BoundedCache<K, V> {
    private final int entriesMax;
    private final ReentrantLock lock = new ReentrantLock();

    /** Guarded by {@code lock}; in the order of use, oldest first. */
    private final Map<K, V> entries = new LinkedHashMap<>(16, 0.75f, true);

    BoundedCache(int entriesMax) {
        this.entriesMax = entriesMax;
    }

    /** The value for {@code key}; {@code make} runs outside the lock, so threads that ask at once may each run it. */
    V get(K key, Function<K, V> make) {
        V known = find(key);
        if (known != null) {
            return known;
        }
        V made = make.apply(key);
        keep(key, made);
        return made;
    }

    int size() {
        lock.lock();
        try {
            return entries.size();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable V find(K key) {
        lock.lock();
        try {
            return entries.get(key);
        } finally {
            lock.unlock();
        }
    }

    private void keep(K key, V value) {
        lock.lock();
        try {
            entries.put(key, value);
            if (entries.size() > entriesMax) {
                entries.remove(entries.keySet().iterator().next());
            }
        } finally {
            lock.unlock();
        }
    }
}
