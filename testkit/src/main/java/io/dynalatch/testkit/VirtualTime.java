package io.dynalatch.testkit;

import io.dynalatch.spi.TaskScheduler.Scheduled;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * True time of a test, which advances only by running events. Everything runs in the calling thread; events of the same
 * instant run in an order drawn from the seed, so that one seed always gives the same run.
 *
 * <p>Code under test gets clocks and timers from a {@link VirtualProcess}; what belongs to no process, such as the
 * network, uses {@link #after}. What an event throws comes out of the call that ran it. Not thread-safe.
 */
public final class VirtualTime {
    /** More events than this at one instant are taken for a loop that never waits. */
    private static final int SAME_INSTANT_MAX = 100_000;

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.<Event>comparingLong(e -> e.atNanos).thenComparingLong(e -> e.order));
    private final Set<String> names = new HashSet<>();
    private final SplittableRandom random;
    private long nowNanos;
    private int sameInstant;

    private VirtualTime(long seed) {
        random = new SplittableRandom(seed);
    }

    /**
     * Starts at zero.
     *
     * @param seed decides the order of events of the same instant and the randomness of the processes
     * @return the time
     */
    public static VirtualTime seeded(long seed) {
        return new VirtualTime(seed);
    }

    /**
     * The true time.
     *
     * @return nanoseconds since the start
     */
    public long nowNanos() {
        return nowNanos;
    }

    /**
     * A process whose clocks run at the true rate.
     *
     * @param name unique in this time, also among killed processes
     * @return the process, running
     * @throws IllegalArgumentException if the name is in use
     */
    public VirtualProcess process(String name) {
        if (!names.add(name)) {
            throw new IllegalArgumentException("process name '" + name + "' is in use; give each process its own");
        }
        return new VirtualProcess(name, this, random.split());
    }

    /**
     * Randomness that depends on the seed and on what was drawn before.
     *
     * @return a generator of its own
     */
    public RandomGenerator random() {
        return random.split();
    }

    /**
     * Runs something at a later true time, whatever the processes do.
     *
     * @param delay zero or more
     * @param event what to run
     * @return a handle to give it up
     */
    public Scheduled after(Duration delay, Runnable event) {
        return at(Math.addExact(nowNanos, delay.toNanos()), event);
    }

    Scheduled at(long atNanos, Runnable task) {
        Event event = new Event(Math.max(atNanos, nowNanos), random.nextLong(), task);
        events.add(event);
        return () -> events.remove(event);
    }

    /**
     * Runs the next event and moves the time to it.
     *
     * @return false where there was none
     */
    public boolean step() {
        Event event = events.poll();
        if (event == null) {
            return false;
        }
        sameInstant = event.atNanos == nowNanos ? sameInstant + 1 : 0;
        if (sameInstant > SAME_INSTANT_MAX) {
            throw new IllegalStateException("more than " + SAME_INSTANT_MAX + " events at " + nowNanos
                    + " ns: something schedules itself without a delay");
        }
        nowNanos = event.atNanos;
        event.task.run();
        return true;
    }

    /**
     * Runs everything that is due within a time, and ends exactly then.
     *
     * @param duration zero or more, of true time
     */
    public void advance(Duration duration) {
        long endNanos = Math.addExact(nowNanos, duration.toNanos());
        while (dueBy(endNanos)) {
            step();
        }
        nowNanos = endNanos;
        sameInstant = 0;
    }

    /**
     * Runs events until a condition holds; it is looked at before the first and after each event.
     *
     * @param done the condition
     * @param max how much true time it may take
     * @throws AssertionError if it does not hold by then
     */
    public void runUntil(BooleanSupplier done, Duration max) {
        long endNanos = Math.addExact(nowNanos, max.toNanos());
        while (!done.getAsBoolean()) {
            if (!dueBy(endNanos)) {
                throw new AssertionError("not done within " + max + " of virtual time, and "
                        + (events.isEmpty() ? "nothing is left to run" : events.size() + " later events are left"));
            }
            step();
        }
    }

    /**
     * Runs events until a future is done.
     *
     * @param future what to wait for
     * @param max how much true time it may take
     * @param <T> what it answers
     * @return the answer
     * @throws AssertionError if it is not done by then
     * @throws java.util.concurrent.CompletionException if the future failed
     */
    public <T> T await(CompletableFuture<T> future, Duration max) {
        runUntil(future::isDone, max);
        return future.join();
    }

    /**
     * Runs events until none is left.
     *
     * @param eventsMax more than these are taken for a loop
     * @throws AssertionError if events are left then
     */
    public void runUntilIdle(int eventsMax) {
        for (int i = 0; i < eventsMax; i++) {
            if (!step()) {
                return;
            }
        }
        if (!events.isEmpty()) {
            throw new AssertionError(events.size() + " events are left after " + eventsMax + " were run");
        }
    }

    /**
     * How many events wait.
     *
     * @return zero or more
     */
    public int pending() {
        return events.size();
    }

    private boolean dueBy(long endNanos) {
        Event next = events.peek();
        return next != null && next.atNanos <= endNanos;
    }

    /** Compared by identity, so that cancelling removes this very one. */
    private static final class Event {
        private final long atNanos;
        private final long order;
        private final Runnable task;

        private Event(long atNanos, long order, Runnable task) {
            this.atNanos = atNanos;
            this.order = order;
            this.task = task;
        }
    }
}
