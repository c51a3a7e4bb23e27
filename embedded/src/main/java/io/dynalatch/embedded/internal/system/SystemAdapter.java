package io.dynalatch.embedded.internal.system;

import java.time.Clock;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Clocks and threads of this machine. Everything else gets them handed in. */
public final class SystemAdapter {
    /** Calls that may wait for the thread of a file engine; beyond that a call is refused, not kept. */
    private static final int QUEUED_MAX = 10_000;

    private static final long IDLE_SECONDS = 10;

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
}
