package io.dynalatch.internal.runtime;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The ids of acquires that ended without a grant and of holds that are over. A late copy of such a request may still
 * occupy a free lock, granted to nobody; this is how the client recognises it and frees it. Bounded in number and time.
 */
final class EndedHolds {
    private static final int MAX = 10_000;

    private final ReentrantLock guard = new ReentrantLock();
    private final Map<String, Long> untilNanos = new LinkedHashMap<>(); // guard; oldest first

    void remember(String holdId, long nowNanos, long forNanos) {
        guard.lock();
        try {
            untilNanos.put(holdId, nowNanos + forNanos);
            Iterator<Long> oldest = untilNanos.values().iterator();
            while (oldest.hasNext() && (oldest.next() - nowNanos < 0 || untilNanos.size() > MAX)) {
                oldest.remove();
            }
        } finally {
            guard.unlock();
        }
    }

    boolean contains(@Nullable String holdId) {
        if (holdId == null) {
            return false;
        }
        guard.lock();
        try {
            return untilNanos.containsKey(holdId);
        } finally {
            guard.unlock();
        }
    }
}
