package io.dynalatch.internal.runtime;

import io.dynalatch.spi.TaskScheduler;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one client, each kind of work on its own and made at its first use: timers, which neither wait nor
 * call user code; callbacks; requests of a blocking SDK client, those of holds apart.
 */
final class SystemThreads implements AutoCloseable {
    // One request each that may hang for a request timeout. Heartbeats wait for a free one, nearest deadline first.
    private static final int REQUESTS_MAX = 128;
    private static final int HOLD_REQUESTS_MAX = 128;
    private static final int IDLE_SECONDS = 10;
    // Before this version a virtual thread that waits in a monitor, as HttpURLConnection does, keeps its carrier.
    private static final int UNPINNED_FEATURE = 24;

    private final String table;
    private final ReentrantLock guard = new ReentrantLock();
    private @Nullable ScheduledThreadPoolExecutor timers; // guard
    private @Nullable ExecutorService requests; // guard
    private @Nullable ExecutorService holdRequests; // guard
    private @Nullable ExecutorService callbacks; // guard

    SystemThreads(String table) {
        this.table = table;
    }

    TaskScheduler scheduler() {
        guard.lock();
        try {
            if (timers == null) {
                timers = new ScheduledThreadPoolExecutor(1, named("timer"));
                timers.setRemoveOnCancelPolicy(true);
                timers.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
            }
            return new PoolScheduler(timers);
        } finally {
            guard.unlock();
        }
    }

    Executor requests() {
        guard.lock();
        try {
            if (requests == null) {
                requests = requestThreads(REQUESTS_MAX, "request");
            }
            return requests;
        } finally {
            guard.unlock();
        }
    }

    Executor holdRequests() {
        guard.lock();
        try {
            if (holdRequests == null) {
                holdRequests = requestThreads(HOLD_REQUESTS_MAX, "heartbeat");
            }
            return holdRequests;
        } finally {
            guard.unlock();
        }
    }

    private ExecutorService requestThreads(int max, String kind) {
        ExecutorService virtual = Runtime.version().feature() >= UNPINNED_FEATURE ? virtualThreads() : null;
        return virtual == null ? pool(max, named(kind)) : virtual;
    }

    Executor callbacks() {
        guard.lock();
        try {
            if (callbacks == null) {
                callbacks = pool(1, named("callback"));
            }
            return callbacks;
        } finally {
            guard.unlock();
        }
    }

    private static ExecutorService pool(int threads, ThreadFactory factory) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Virtual threads where the JVM has them, without needing it to compile; null where it has not. */
    private static @Nullable ExecutorService virtualThreads() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException none) {
            return null;
        }
    }

    private ThreadFactory named(String kind) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, "dynalatch-" + kind + "-" + table + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    public void close() {
        guard.lock();
        try {
            if (timers != null) {
                timers.shutdown();
            }
            if (requests != null) {
                requests.shutdown();
            }
            if (holdRequests != null) {
                holdRequests.shutdown();
            }
            if (callbacks != null) {
                callbacks.shutdown();
            }
        } finally {
            guard.unlock();
        }
    }

    private record PoolScheduler(ScheduledThreadPoolExecutor timers) implements TaskScheduler {
        @Override
        public Scheduled schedule(Duration delay, Runnable task) {
            try {
                Future<?> future = timers.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
                return () -> future.cancel(false);
            } catch (RejectedExecutionException closed) {
                return () -> {};
            }
        }
    }
}
