package io.dynalatch.embedded.internal.system;

import io.dynalatch.embedded.EngineTime;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Clocks and threads of this machine. Everything else gets them handed in. */
public final class SystemAdapter {
    /** Calls that may wait for the thread of a file engine; beyond that a call is refused, not kept. */
    private static final int QUEUED_MAX = 10_000;

    private static final long IDLE_SECONDS = 10;
    private static final long OFFER_MILLIS = 20;
    /** Far more than clients of one host open, and fewer than a process may have files. */
    private static final String HTTP_CONNECTIONS_MAX = "800";

    private SystemAdapter() {}

    /** The wall clock. */
    public static Clock wallClock() {
        return Clock.systemUTC();
    }

    /** Elapsed time; its zero means nothing. */
    public static long nanos() {
        return System.nanoTime();
    }

    /** A suffix that no other process of this host uses at the moment. */
    public static String uniqueSuffix() {
        return ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime());
    }

    /** An executor of one daemon thread, which ends when it is idle. One is enough: the file has one writer. */
    public static ExecutorService daemon(String threadName) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(QUEUED_MAX), task -> {
                    Thread thread = new Thread(task, threadName);
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    /**
     * An executor of daemon threads that end when they are idle. It keeps no queue: what finds no thread is refused,
     * but not before a thread that was just done had the time to take it.
     */
    public static ExecutorService threads(String name, int threadsMax) {
        AtomicInteger number = new AtomicInteger();
        return new ThreadPoolExecutor(
                0,
                threadsMax,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> {
                    Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                },
                SystemAdapter::offer);
    }

    private static void offer(Runnable task, ThreadPoolExecutor executor) {
        boolean taken = false;
        try {
            taken = !executor.isShutdown() && executor.getQueue().offer(task, OFFER_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException refused) {
            Thread.currentThread().interrupt();
        }
        if (!taken) {
            throw new RejectedExecutionException("all threads are busy");
        }
    }

    /** Runs {@code task} again and again in a daemon thread, with that pause, until it is shut down. */
    public static ScheduledExecutorService ticker(String threadName, Duration pause, Runnable task) {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, runnable -> {
            Thread thread = new Thread(runnable, threadName);
            thread.setDaemon(true);
            return thread;
        });
        var ignored = executor.scheduleWithFixedDelay(task, pause.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
        return executor;
    }

    /** Elapsed time of this machine, and a daemon thread for its timers, which starts with the first of them. */
    public static SystemTime time(String threadName) {
        return new SystemTime(threadName);
    }

    /**
     * Sets what the JDK's HTTP server only takes from system properties, where the user has not set it: answers that
     * are sent at once (else each takes 40 ms), and a bound of open connections. It reads them once per process.
     */
    public static void prepareHttpServer() {
        setDefault("sun.net.httpserver.nodelay", "true");
        setDefault("jdk.httpserver.maxConnections", HTTP_CONNECTIONS_MAX);
    }

    private static void setDefault(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /** Elapsed time of this machine, with one thread for timers. */
    public static final class SystemTime implements EngineTime, AutoCloseable {
        private final ScheduledThreadPoolExecutor timers;
        private final Set<FutureTask<?>> waiting = ConcurrentHashMap.newKeySet();

        private SystemTime(String threadName) {
            timers = new ScheduledThreadPoolExecutor(1, task -> {
                Thread thread = new Thread(task, threadName);
                thread.setDaemon(true);
                return thread;
            });
            timers.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
            timers.allowCoreThreadTimeOut(true);
            timers.setRemoveOnCancelPolicy(true);
        }

        @Override
        public long nanos() {
            return SystemAdapter.nanos();
        }

        /** After {@link #close} the task runs now. */
        @Override
        public Runnable after(Duration delay, Runnable task) {
            FutureTask<?> once = new FutureTask<>(task, null);
            waiting.add(once);
            try {
                Future<?> timer = timers.schedule(() -> run(once), delay.toNanos(), TimeUnit.NANOSECONDS);
                return () -> {
                    once.cancel(false);
                    waiting.remove(once);
                    timer.cancel(false);
                };
            } catch (RejectedExecutionException closed) {
                run(once);
                return () -> {};
            }
        }

        private void run(FutureTask<?> once) {
            waiting.remove(once);
            once.run();
        }

        @Override
        public void sleep(Duration delay) throws InterruptedException {
            TimeUnit.NANOSECONDS.sleep(delay.toNanos());
        }

        /** Ends the thread. What still waited runs now, in this thread, so that whoever hangs on it is told. */
        @Override
        public void close() {
            timers.shutdownNow();
            waiting.forEach(this::run);
        }
    }
}
