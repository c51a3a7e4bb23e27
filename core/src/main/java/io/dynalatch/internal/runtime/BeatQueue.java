package io.dynalatch.internal.runtime;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Lets heartbeats go in parallel up to a bound, the nearest deadline first. */
final class BeatQueue {
    /** A heartbeat that waits; compared by the difference, since monotonic times may run over. */
    private record Waiting(long deadlineNanos, Runnable send) {}

    private static final Comparator<Waiting> NEAREST_FIRST = (a, b) -> Long.signum(a.deadlineNanos - b.deadlineNanos);

    private final int parallelMax;
    private final Executor later;
    private final ReentrantLock guard = new ReentrantLock();
    private final PriorityQueue<Waiting> waiting = new PriorityQueue<>(NEAREST_FIRST); // guard
    private int running; // guard

    /**
     * Makes an empty queue.
     *
     * @param later sends what has waited. Never in the calling thread: where requests fail at once, each would make
     *     room for the next inside its own call, as deep as the queue is long
     */
    BeatQueue(int parallelMax, Executor later) {
        this.parallelMax = parallelMax;
        this.later = later;
    }

    /** Sends now, or when others have {@link #finished}. */
    void submit(long deadlineNanos, Runnable send) {
        guard.lock();
        try {
            if (running >= parallelMax) {
                waiting.add(new Waiting(deadlineNanos, send));
                return;
            }
            running++;
        } finally {
            guard.unlock();
        }
        send.run();
    }

    /** Makes room: a heartbeat was answered, or its time is over. Once for each that was sent. */
    void finished() {
        Waiting next = next();
        if (next != null) {
            later.execute(next.send);
        }
    }

    private @Nullable Waiting next() {
        guard.lock();
        try {
            Waiting next = waiting.poll();
            if (next == null) {
                running--;
            }
            return next;
        } finally {
            guard.unlock();
        }
    }
}
