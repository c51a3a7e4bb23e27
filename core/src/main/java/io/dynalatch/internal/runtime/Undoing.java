package io.dynalatch.internal.runtime;

import io.dynalatch.LockEvent;
import io.dynalatch.LockName;
import io.dynalatch.StoreUnavailableException;
import io.dynalatch.internal.dynamo.Answer;
import io.dynalatch.protocol.LeaseTerms;
import io.dynalatch.protocol.Moment;
import io.dynalatch.spi.TaskScheduler.Scheduled;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** Frees, in the background, rows that acquires of this client occupied for nobody. */
final class Undoing {
    private static final int TRIES_MAX = 3;

    private final LockRuntime runtime;

    @SuppressWarnings("CollectionUndefinedEquality") // identity is what is meant
    private final Set<CompletableFuture<?>> running = ConcurrentHashMap.newKeySet();

    private final Set<String> freeing = ConcurrentHashMap.newKeySet();

    Undoing(LockRuntime runtime) {
        this.runtime = runtime;
    }

    /** What is under way, for the client's close to wait for. */
    List<CompletableFuture<?>> running() {
        return List.copyOf(running);
    }

    @SuppressWarnings("CollectionUndefinedEquality") // identity is what is meant
    void begin(CompletableFuture<?> work) {
        running.add(work);
        CompletableFuture<Void> end = work.handle((value, thrown) -> {
            running.remove(work);
            return null;
        });
        assert end != null;
    }

    void free(LockName name, String holdId, List<String> recordVersions, boolean cleanUp) {
        // Every look at an orphan asks for this; one request at a time is enough.
        if (!freeing.add(holdId)) {
            return;
        }
        CompletableFuture<Void> end = new CompletableFuture<>();
        begin(end.whenComplete((nothing, thrown) -> freeing.remove(holdId)));
        try {
            free(name, holdId, recordVersions, cleanUp, 1, end);
        } catch (Throwable thrown) {
            end.completeExceptionally(thrown);
        }
    }

    private void free(
            LockName name,
            String holdId,
            List<String> recordVersions,
            boolean cleanUp,
            int tries,
            CompletableFuture<Void> end) {
        LeaseTerms terms = runtime.settings().terms(runtime.settings().lease());
        Duration timeout = Duration.ofNanos(terms.timeoutNanos());
        Moment now = runtime.system().now();
        AtomicBoolean first = new AtomicBoolean(true);
        runtime.rows()
                .write(
                        "undoing an acquire",
                        name,
                        runtime.writer()
                                .release(
                                        name,
                                        holdId,
                                        recordVersions,
                                        runtime.system().draws().id(),
                                        cleanUp,
                                        Instant.ofEpochMilli(now.wallMillis()),
                                        timeout),
                        timeout,
                        answer -> {
                            if (!first.compareAndSet(true, false)) {
                                return;
                            }
                            boolean again = answer instanceof Answer.Failed failed
                                    && failed.cause() instanceof StoreUnavailableException
                                    && tries < TRIES_MAX;
                            if (again) {
                                Scheduled retry = runtime.schedule(
                                        timeout, () -> free(name, holdId, recordVersions, cleanUp, tries + 1, end));
                                assert retry != null;
                                return;
                            }
                            end.complete(null);
                            if (answer instanceof Answer.Applied) {
                                runtime.callbacks()
                                        .execute(() -> runtime.callbacks().tell(new LockEvent.OrphanFreed(name)));
                            }
                        });
    }
}
