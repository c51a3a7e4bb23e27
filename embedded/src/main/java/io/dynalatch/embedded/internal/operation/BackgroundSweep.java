package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.EngineTime;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for expired items again and again, until it is closed. */
public final class BackgroundSweep implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BackgroundSweep.class);

    private final Engine engine;
    private final EngineTime time;
    private final Duration delay;
    private final Duration pause;
    private final ReentrantLock guard = new ReentrantLock();
    private boolean closed; // guarded by guard
    private Runnable cancel = () -> {}; // guarded by guard

    private BackgroundSweep(Engine engine, EngineTime time, Duration delay, Duration pause) {
        this.engine = engine;
        this.time = time;
        this.delay = delay;
        this.pause = pause;
    }

    /**
     * Starts; the first look comes after the first pause.
     *
     * @param engine whose items
     * @param time counts the pauses
     * @param delay from the expiry of an item to its deletion
     * @param pause between two looks
     */
    public static BackgroundSweep start(Engine engine, EngineTime time, Duration delay, Duration pause) {
        BackgroundSweep sweep = new BackgroundSweep(engine, time, delay, pause);
        sweep.next();
        return sweep;
    }

    private void next() {
        guard.lock();
        try {
            if (!closed) {
                cancel = time.after(pause, this::look);
            }
        } finally {
            guard.unlock();
        }
    }

    private void look() {
        try {
            int deleted = engine.sweepExpired(delay);
            log.debug("expired items deleted count={}", deleted);
        } catch (RuntimeException e) {
            // A file that is busy now may be free at the next look.
            if (!closed()) {
                log.warn("sweep of expired items failed, next try in {}", pause, e);
            }
        } finally {
            next();
        }
    }

    private boolean closed() {
        guard.lock();
        try {
            return closed;
        } finally {
            guard.unlock();
        }
    }

    /** No look begins from now on; one that goes on fails with its store. */
    @Override
    public void close() {
        guard.lock();
        try {
            closed = true;
            cancel.run();
        } finally {
            guard.unlock();
        }
    }
}
