package io.dynalatch.internal.runtime;

import io.dynalatch.LockName;
import io.dynalatch.Watch;
import io.dynalatch.protocol.Row;
import io.dynalatch.protocol.Sighting;
import io.dynalatch.protocol.Times;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What a client has seen of other holders' rows, so that repeated tries, each too short to watch a whole lease, take a
 * dead lock within one lease of the first look. Bounded; the longest unused go first.
 */
final class Watches {
    private final double allowance;
    private final ReentrantLock guard = new ReentrantLock();
    private final Map<LockName, Sighting> sightings; // guard

    Watches(int max, double allowance) {
        this.allowance = allowance;
        this.sightings = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<LockName, Sighting> eldest) {
                return size() > max;
            }
        };
    }

    @Nullable
    Sighting of(LockName name) {
        guard.lock();
        try {
            return sightings.get(name);
        } finally {
            guard.unlock();
        }
    }

    /** Notes what a look showed; the sighting, or null where nobody has the lock. */
    @Nullable
    Sighting see(LockName name, Row row, long answeredNanos) {
        guard.lock();
        try {
            if (!row.held()) {
                sightings.remove(name);
                return null;
            }
            Sighting sighting = Sighting.of(sightings.get(name), row, answeredNanos, allowance);
            sightings.put(name, sighting);
            return sighting;
        } finally {
            guard.unlock();
        }
    }

    void forget(LockName name) {
        guard.lock();
        try {
            sightings.remove(name);
        } finally {
            guard.unlock();
        }
    }

    void resume(Watch watch, long nowNanos) {
        long since = nowNanos - Times.nanos(watch.watched());
        Sighting resumed = new Sighting(watch.recordVersion(), Times.nanos(watch.lease()), since, false);
        guard.lock();
        try {
            sightings.merge(watch.name(), resumed, Watches::longer);
        } finally {
            guard.unlock();
        }
    }

    /** What this client saw itself is newer than what it is told, unless both saw the same. */
    private static Sighting longer(Sighting own, Sighting resumed) {
        boolean same = own.recordVersion().equals(resumed.recordVersion()) && own.leaseNanos() == resumed.leaseNanos();
        return same && resumed.sinceNanos() - own.sinceNanos() < 0 ? resumed : own;
    }

    List<Watch> snapshot(long nowNanos) {
        guard.lock();
        try {
            return sightings.entrySet().stream()
                    .map(entry -> watch(entry.getKey(), entry.getValue(), nowNanos))
                    .toList();
        } finally {
            guard.unlock();
        }
    }

    private static Watch watch(LockName name, Sighting sighting, long nowNanos) {
        return new Watch(
                name,
                sighting.recordVersion(),
                Duration.ofNanos(sighting.leaseNanos()),
                Duration.ofNanos(Math.max(0, nowNanos - sighting.sinceNanos())));
    }
}
