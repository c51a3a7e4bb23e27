package io.dynalatch.benchmarks;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A lock client under comparison. */
interface Subject extends AutoCloseable {
    String name();

    /** Waits at most so long, beyond what the client adds by itself; null where somebody else has the lock. */
    @Nullable
    Held acquire(String lock, Duration wait) throws InterruptedException;

    /** Releases what is held. */
    @Override
    void close();

    /** A lock that the client has acquired. */
    interface Held {
        /** Whether the client itself says that it holds the lock. */
        boolean trusted();

        /** What the release says. */
        String release();
    }

    /** How a client is made. */
    @FunctionalInterface
    interface Factory {
        Subject make(Disturbed store, String table, Duration lease);
    }
}
