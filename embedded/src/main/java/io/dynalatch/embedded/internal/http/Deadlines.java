package io.dynalatch.embedded.internal.http;

import io.dynalatch.embedded.internal.system.SystemAdapter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Bounds how long threads wait for slow clients. An interrupt closes the channel that a thread reads from or writes to,
 * which ends the wait. Thread-safe.
 */
final class Deadlines implements AutoCloseable {
    private static final int LOOKS_PER_LIMIT = 4;

    private final long limitNanos;
    private final Map<Thread, Deadline> running = new ConcurrentHashMap<>();
    private final ScheduledExecutorService ticker;

    /** Starts to look after threads, in a daemon thread of its own. */
    Deadlines(Duration limit, String threadName) {
        limitNanos = limit.toNanos();
        ticker = SystemAdapter.ticker(threadName, limit.dividedBy(LOOKS_PER_LIMIT), this::look);
    }

    /** Runs a task that talks with a client. */
    void bounded(Runnable task) {
        Deadline deadline = new Deadline();
        running.put(deadline.thread, deadline);
        try {
            task.run();
        } finally {
            deadline.stop();
            running.remove(deadline.thread);
        }
    }

    /** Does work within such a task whose time is not the client's: afterwards it has all of its time again. */
    <T> T unbounded(Supplier<T> work) {
        Deadline deadline = running.get(Thread.currentThread());
        if (deadline == null) {
            return work.get();
        }
        deadline.stop();
        try {
            return work.get();
        } finally {
            deadline.start();
        }
    }

    private void look() {
        long now = SystemAdapter.nanos();
        running.values().forEach(deadline -> deadline.look(now));
    }

    @Override
    public void close() {
        ticker.shutdownNow();
    }

    private final class Deadline {
        private final Thread thread = Thread.currentThread();
        private final ReentrantLock lock = new ReentrantLock();
        private long begunNanos = SystemAdapter.nanos(); // guarded by lock
        private boolean counts = true; // guarded by lock

        private void look(long now) {
            lock.lock();
            try {
                if (counts && now - begunNanos > limitNanos) {
                    thread.interrupt();
                }
            } finally {
                lock.unlock();
            }
        }

        private void start() {
            lock.lock();
            try {
                begunNanos = SystemAdapter.nanos();
                counts = true;
            } finally {
                lock.unlock();
            }
        }

        /** The thread is not interrupted from then on, nor left interrupted by a look that came just before. */
        private void stop() {
            lock.lock();
            try {
                counts = false;
            } finally {
                lock.unlock();
            }
            boolean ignored = Thread.interrupted();
        }
    }
}
