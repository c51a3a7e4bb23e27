package io.dynalatch.internal.runtime;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What one hold has to tell, in order. Usually told on the callback executor; a thread that is about to answer that the
 * hold is lost tells it first, so that nobody learns of a loss before the loss was told.
 */
final class Notices {
    private final Callbacks callbacks;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean telling = new AtomicBoolean();

    Notices(Callbacks callbacks) {
        this.callbacks = callbacks;
    }

    /** Adds to the end; call {@link #tellLater} or {@link #tellNow} afterwards, without holding a lock. */
    void add(Runnable notice) {
        waiting.add(notice);
    }

    void tellLater() {
        if (!waiting.isEmpty()) {
            callbacks.execute(this::tellNow);
        }
    }

    /** Tells all in this thread, unless another one is at it or this one is, further up. */
    void tellNow() {
        while (!waiting.isEmpty() && telling.compareAndSet(false, true)) {
            try {
                for (Runnable notice = waiting.poll(); notice != null; notice = waiting.poll()) {
                    callbacks.guarded(notice);
                }
            } finally {
                telling.set(false);
            }
        }
    }
}
