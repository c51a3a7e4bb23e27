package io.dynalatch.benchmarks;

import io.dynalatch.AcquireOptions;
import io.dynalatch.Acquisition;
import io.dynalatch.HeldLock;
import io.dynalatch.LockClient;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** This library, with its defaults but for the lease. */
final class Dynalatch implements Subject {
    private final LockClient client;

    Dynalatch(Disturbed store, String table, Duration lease) {
        client = LockClient.builder(store.client(), table).lease(lease).build();
    }

    @Override
    public String name() {
        return "dynalatch";
    }

    @Override
    public @Nullable Held acquire(String lock, Duration wait) throws InterruptedException {
        Acquisition acquisition = client.acquire(lock, AcquireOptions.maxWait(wait));
        return acquisition instanceof Acquisition.Granted granted ? new Hold(granted.lock()) : null;
    }

    @Override
    public void close() {
        client.close();
    }

    private record Hold(HeldLock lock) implements Held {
        @Override
        public boolean trusted() {
            return lock.isHeld();
        }

        @Override
        public String release() {
            return lock.release().toString();
        }
    }
}
