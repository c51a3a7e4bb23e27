package io.dynalatch.spi;

import java.time.Duration;

/**
 * Runs the library's own timed work: heartbeats, deadlines, polls.
 *
 * <p>The library hands over short tasks that neither wait nor call user code. An implementation is thread-safe, may run
 * tasks on any thread but never inside {@code schedule} itself, and goes on after a task has thrown.
 */
public interface TaskScheduler {
    /**
     * Runs a task once.
     *
     * @param delay how long to wait at least; zero or more
     * @param task what to run
     * @return a handle to give the task up
     */
    Scheduled schedule(Duration delay, Runnable task);

    /** A task that waits for its time. */
    @FunctionalInterface
    interface Scheduled {
        /** Gives the task up and forgets it; does nothing where it has run or was cancelled already. */
        void cancel();
    }
}
