package io.dynalatch.embedded;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Time that the test advances: wall clock, elapsed time and timers. Waiting for it advances it. */
final class ManualTime extends Clock implements EngineTime {
    static final Instant START = Instant.parse("2026-03-01T12:00:00.250Z");

    private final PriorityQueue<Timer> timers = new PriorityQueue<>(Comparator.comparingLong(timer -> timer.atNanos));
    private long nowNanos; // guarded by timers

    /** Compared by identity, so that cancelling removes this very one. */
    private static final class Timer {
        private final long atNanos;
        private final Runnable task;

        private Timer(long atNanos, Runnable task) {
            this.atNanos = atNanos;
            this.task = task;
        }
    }

    /** Runs what is due within {@code duration}, and ends exactly then. */
    void advance(Duration duration) {
        long end = nanos() + duration.toNanos();
        while (step(end)) {
            // Whatever is due has run.
        }
        synchronized (timers) {
            nowNanos = Math.max(nowNanos, end);
        }
    }

    /** Runs timers until a future is done, and gives its answer or throws its failure. */
    <T> T await(CompletableFuture<T> future) {
        while (!future.isDone() && step(Long.MAX_VALUE)) {
            // The time is that of the timer.
        }
        if (!future.isDone()) {
            throw new AssertionError("no timer is left that could complete the future");
        }
        try {
            return future.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException told ? told : e;
        }
    }

    /** Runs the next timer that is due by then. */
    private boolean step(long endNanos) {
        Timer due;
        synchronized (timers) {
            due = timers.peek();
            if (due == null || due.atNanos > endNanos) {
                return false;
            }
            timers.remove();
            nowNanos = Math.max(nowNanos, due.atNanos);
        }
        due.task.run();
        return true;
    }

    /** How many timers wait. */
    int waiting() {
        synchronized (timers) {
            return timers.size();
        }
    }

    @Override
    public long nanos() {
        synchronized (timers) {
            return nowNanos;
        }
    }

    @Override
    public Runnable after(Duration delay, Runnable task) {
        synchronized (timers) {
            Timer timer = new Timer(nowNanos + delay.toNanos(), task);
            timers.add(timer);
            return () -> {
                synchronized (timers) {
                    timers.remove(timer);
                }
            };
        }
    }

    @Override
    public void sleep(Duration delay) {
        advance(delay);
    }

    @Override
    public Instant instant() {
        return START.plusNanos(nanos());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
