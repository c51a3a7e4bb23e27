package io.dynalatch.embedded;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Time that the test advances: wall clock, elapsed time and timers, all in the calling thread. */
final class ManualTime extends Clock implements EngineTime {
    static final Instant START = Instant.parse("2026-03-01T12:00:00.250Z");

    private final PriorityQueue<Timer> timers = new PriorityQueue<>(Comparator.comparingLong(timer -> timer.atNanos));
    private long nowNanos;

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
        long end = nowNanos + duration.toNanos();
        while (!timers.isEmpty() && timers.peek().atNanos <= end) {
            Timer due = timers.remove();
            nowNanos = Math.max(nowNanos, due.atNanos);
            due.task.run();
        }
        nowNanos = end;
    }

    /** How many timers wait. */
    int waiting() {
        return timers.size();
    }

    @Override
    public long nanos() {
        return nowNanos;
    }

    @Override
    public Runnable after(Duration delay, Runnable task) {
        Timer timer = new Timer(nowNanos + delay.toNanos(), task);
        timers.add(timer);
        return () -> timers.remove(timer);
    }

    @Override
    public void sleep(Duration delay) {
        advance(delay);
    }

    @Override
    public Instant instant() {
        return START.plusNanos(nowNanos);
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
