package io.dynalatch.internal.runtime;

import io.dynalatch.LockEvent;
import io.dynalatch.LockListener;
import io.dynalatch.internal.dynamo.Failures;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls user code, on its own executor, and survives whatever it throws. */
final class Callbacks {
    private static final Logger log = LoggerFactory.getLogger(Callbacks.class);

    private final Executor executor;
    private final List<LockListener> listeners;
    private final AtomicLong failures = new AtomicLong();

    Callbacks(Executor executor, List<LockListener> listeners) {
        this.executor = executor;
        this.listeners = List.copyOf(listeners);
    }

    long failures() {
        return failures.get();
    }

    /** Runs in the executor; where that is shut down, the next look at the hold does it ({@link Notices}). */
    void execute(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException shutDown) {
            log.debug("callback executor refused a task", shutDown);
        }
    }

    void tell(LockEvent event) {
        for (LockListener listener : listeners) {
            guarded(() -> listener.onEvent(event));
        }
    }

    void guarded(Runnable userCode) {
        try {
            userCode.run();
        } catch (Throwable thrown) {
            failures.incrementAndGet();
            log.warn("a callback threw; it hurts nothing but itself", thrown);
        }
    }

    /**
     * A future for the user: completed on the callback executor, so that what the user hangs on it never runs on a
     * thread of ours. Cancelling it cancels the inner one.
     *
     * @param undelivered called with a value that came too late for a cancelled future
     */
    <T> CompletableFuture<T> exposed(CompletableFuture<T> inner, Consumer<? super T> undelivered) {
        CompletableFuture<T> outer = new CompletableFuture<>();
        CompletableFuture<Void> forward = inner.handle((value, thrown) -> {
            Runnable deliver = () -> deliver(outer, value, thrown, undelivered);
            try {
                executor.execute(deliver);
            } catch (RejectedExecutionException shutDown) {
                deliver.run();
            }
            return null;
        });
        CompletableFuture<T> back = outer.whenComplete((value, thrown) -> {
            if (outer.isCancelled()) {
                inner.cancel(false);
            }
        });
        assert forward != null && back != null;
        return outer;
    }

    private static <T> void deliver(
            CompletableFuture<T> future, T value, Throwable thrown, Consumer<? super T> undelivered) {
        if (thrown != null) {
            future.completeExceptionally(Failures.unwrap(thrown));
        } else if (!future.complete(value)) {
            undelivered.accept(value);
        }
    }
}
