package io.dynalatch.embedded;

import java.time.Duration;

/**
 * Elapsed time and timers of an engine: they carry out the sweep of expired items and the delays of {@link Faults}. The
 * system's by default; a test hands in virtual time, and everything runs in its thread. Implementations are
 * thread-safe, unless everything that uses the engine runs in one thread.
 */
public interface EngineTime {
    /** Nanoseconds since a fixed point that means nothing; never runs backwards. */
    long nanos();

    /**
     * Runs a task once, on any thread, but never inside this call.
     *
     * @param delay how long to wait at least; zero or more
     * @param task throws nothing
     * @return gives the task up; does nothing where it has run already
     */
    Runnable after(Duration delay, Runnable task);

    /**
     * Lets the calling thread wait. Only blocking clients and HTTP endpoints ask for it, and only for faults that
     * delay; virtual time may advance by that much instead.
     *
     * @param delay zero or more
     */
    void sleep(Duration delay) throws InterruptedException;
}
