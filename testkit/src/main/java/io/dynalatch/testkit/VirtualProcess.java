package io.dynalatch.testkit;

import io.dynalatch.spi.IdSource;
import io.dynalatch.spi.TaskScheduler;
import io.dynalatch.spi.TaskScheduler.Scheduled;
import io.dynalatch.spi.TimeSource;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A simulated process: clocks, timers, an executor, ids and randomness of its own, and a life that the test decides.
 * Its timers count by its own monotonic clock. Get one from {@link VirtualTime#process}. Not thread-safe.
 */
public final class VirtualProcess {
    private static final long START_EPOCH_NANOS = 1_800_000_000_000_000_000L;

    /** What a process can do at the moment. */
    public enum Life {
        /** It runs. */
        RUNNING,
        /** It is stopped, both clocks go on: a long garbage collection, a SIGSTOP. */
        PAUSED,
        /** It is stopped and so is its monotonic clock, the wall clock goes on: a suspended machine. */
        SUSPENDED,
        /** It never runs again; what it has sent may still arrive. */
        KILLED
    }

    private final String name;
    private final VirtualTime time;
    private final RandomGenerator random;
    private final VirtualClock monotonic;
    private final VirtualClock wall;
    private final Set<Timer> timers = new LinkedHashSet<>();
    private final Queue<Runnable> queue = new ArrayDeque<>();
    private Life life = Life.RUNNING;
    private long lastId;

    VirtualProcess(String name, VirtualTime time, RandomGenerator random) {
        this.name = name;
        this.time = time;
        this.random = random;
        monotonic = new VirtualClock(time, random.nextLong(1L << 50), false, this::requeue);
        wall = new VirtualClock(time, START_EPOCH_NANOS + time.nowNanos(), true, () -> {});
    }

    /**
     * The name.
     *
     * @return unique in its time
     */
    public String name() {
        return name;
    }

    /**
     * The monotonic clock, for the test to disturb.
     *
     * @return always the same
     */
    public VirtualClock monotonic() {
        return monotonic;
    }

    /**
     * The wall clock, for the test to disturb.
     *
     * @return always the same
     */
    public VirtualClock wall() {
        return wall;
    }

    /**
     * The monotonic clock, for the code under test.
     *
     * @return reads {@link #monotonic}
     */
    public TimeSource timeSource() {
        return monotonic::nanos;
    }

    /**
     * The wall clock, for the code under test.
     *
     * @return reads {@link #wall}, in UTC
     */
    public Clock wallClock() {
        return new Wall(ZoneOffset.UTC, wall);
    }

    /**
     * Timers, by the monotonic clock.
     *
     * @return a scheduler whose tasks run only while the process does, late ones at once when it goes on
     */
    public TaskScheduler scheduler() {
        return this::schedule;
    }

    /**
     * One thread of the process: runs tasks one after the other, each as an event of its own.
     *
     * @return always the same queue
     */
    public Executor executor() {
        return this::enqueue;
    }

    /**
     * Unique ids, readable in a time line: the name of the process and a number.
     *
     * @return a source whose ids no other process of this time makes
     */
    public IdSource ids() {
        return () -> name + "-" + ++lastId;
    }

    /**
     * The randomness of the process.
     *
     * @return depends on the seed of the time alone
     */
    public RandomGenerator random() {
        return random;
    }

    /**
     * What the process can do now.
     *
     * @return its life
     */
    public Life life() {
        return life;
    }

    /**
     * Whether the process runs.
     *
     * @return false while it is stopped, and for ever after a kill
     */
    public boolean running() {
        return life == Life.RUNNING;
    }

    /**
     * How many timers of {@link #scheduler} wait.
     *
     * @return zero or more; zero after a kill
     */
    public int pendingTimers() {
        return (int) timers.stream().filter(timer -> timer.counted).count();
    }

    /**
     * Runs something in the process as an event of its own, now, or when it goes on. That is how answers arrive.
     *
     * @param task dropped where the process is killed first
     */
    public void run(Runnable task) {
        add(new Timer(monotonic.nanos(), task, false));
    }

    /** Stops the process; its clocks go on. */
    public void pause() {
        stop(Life.PAUSED);
    }

    /** Stops the process and its monotonic clock. */
    public void suspend() {
        stop(Life.SUSPENDED);
        monotonic.stop();
    }

    /** Lets a paused or suspended process go on; what is overdue runs at once, in an order drawn from the seed. */
    public void resume() {
        if (life == Life.PAUSED || life == Life.SUSPENDED) {
            life = Life.RUNNING;
            monotonic.start();
        }
    }

    /** Ends the process for good. */
    public void kill() {
        life = Life.KILLED;
        timers.forEach(Timer::dequeue);
        timers.clear();
        queue.clear();
    }

    @Override
    public String toString() {
        return name + " " + life;
    }

    private void stop(Life next) {
        if (life != Life.RUNNING) {
            throw new IllegalStateException("process '" + name + "' must run to be stopped, but is " + life);
        }
        life = next;
    }

    private Scheduled schedule(Duration delay, Runnable task) {
        Timer timer = new Timer(Math.addExact(monotonic.nanos(), delay.toNanos()), task, true);
        add(timer);
        return () -> {
            timer.dequeue();
            timers.remove(timer);
        };
    }

    private void enqueue(Runnable task) {
        if (life == Life.KILLED) {
            return;
        }
        queue.add(task);
        if (queue.size() == 1) {
            run(this::runQueued);
        }
    }

    private void runQueued() {
        Runnable task = queue.element();
        try {
            task.run();
        } finally {
            queue.poll();
            if (!queue.isEmpty()) {
                run(this::runQueued);
            }
        }
    }

    private void add(Timer timer) {
        if (life != Life.KILLED) {
            timers.add(timer);
            timer.enqueue();
        }
    }

    /** Asks again when each timer is due, after the clock has changed or the process went on. */
    private void requeue() {
        List<Timer> all = new ArrayList<>(timers);
        all.forEach(Timer::dequeue);
        all.forEach(Timer::enqueue);
    }

    private final class Timer {
        private final long dueNanos;
        private final Runnable task;
        private final boolean counted;
        private @Nullable Scheduled event;

        private Timer(long dueNanos, Runnable task, boolean counted) {
            this.dueNanos = dueNanos;
            this.task = task;
            this.counted = counted;
        }

        private void enqueue() {
            long at = monotonic.trueNanosAt(dueNanos);
            if (at != VirtualClock.NEVER && running()) {
                event = time.at(at, this::fire);
            }
        }

        private void dequeue() {
            if (event != null) {
                event.cancel();
                event = null;
            }
        }

        /** Does nothing while the process is stopped; going on asks again. */
        private void fire() {
            event = null;
            if (running()) {
                timers.remove(this);
                task.run();
            }
        }
    }

    /** The process's wall clock in a zone. */
    private static final class Wall extends Clock {
        private final ZoneId zone;
        private final VirtualClock clock;

        private Wall(ZoneId zone, VirtualClock clock) {
            this.zone = zone;
            this.clock = clock;
        }

        @Override
        public ZoneId getZone() {
            return zone;
        }

        @Override
        public Clock withZone(ZoneId other) {
            return new Wall(other, clock);
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochSecond(0, clock.nanos());
        }
    }
}
