package io.dynalatch.internal.runtime;

import io.dynalatch.LockEvent;
import io.dynalatch.LockName;
import io.dynalatch.StoreUnavailableException;
import io.dynalatch.internal.dynamo.Answer;
import io.dynalatch.spi.TaskScheduler.Scheduled;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Frees, in the background, rows that acquires of this client occupied for nobody. */
final class Undoing {
    private static final int TRIES_MAX = 3;
    private static final String ACTION = "undoing an acquire";

    /** A hold that was granted to nobody; {@code end} completes when all was done that can be. */
    private record Orphan(LockName name, String holdId, boolean cleanUp, CompletableFuture<Void> end) {}

    private final LockRuntime runtime;

    @SuppressWarnings("CollectionUndefinedEquality") // identity is what is meant
    private final Set<CompletableFuture<?>> running = ConcurrentHashMap.newKeySet();

    private final ReentrantLock guard = new ReentrantLock();
    // Every look at an orphan asks for it to be freed, and one request at a time is enough. By hold id: the record
    // versions that were asked for since that request was sent, which may have been too early for them.
    private final Map<String, Set<String>> freeing = new HashMap<>(); // guard

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
        guard.lock();
        try {
            Set<String> under = freeing.get(holdId);
            if (under != null) {
                under.addAll(recordVersions);
                return;
            }
            freeing.put(holdId, new HashSet<>());
        } finally {
            guard.unlock();
        }
        CompletableFuture<Void> end = new CompletableFuture<>();
        begin(end);
        send(new Orphan(name, holdId, cleanUp, end), recordVersions, 1);
    }

    private void send(Orphan orphan, List<String> recordVersions, int tries) {
        AtomicBoolean first = new AtomicBoolean(true);
        Consumer<Answer> once = answer -> {
            if (first.compareAndSet(true, false)) {
                answered(orphan, recordVersions, tries, answer);
            }
        };
        try {
            write(orphan, recordVersions, once);
        } catch (Throwable thrown) {
            once.accept(new Answer.Failed(runtime.failures().of(ACTION, orphan.name(), thrown)));
        }
    }

    private void write(Orphan orphan, List<String> recordVersions, Consumer<Answer> tell) {
        Instant now = Instant.ofEpochMilli(runtime.system().now().wallMillis());
        String version = runtime.system().draws().id();
        UpdateItemRequest release = runtime.writer()
                .release(orphan.name(), orphan.holdId(), recordVersions, version, orphan.cleanUp(), now, timeout());
        runtime.rows().write(ACTION, orphan.name(), release, timeout(), tell);
    }

    private Duration timeout() {
        return Duration.ofNanos(
                runtime.settings().terms(runtime.settings().lease()).timeoutNanos());
    }

    private void answered(Orphan orphan, List<String> recordVersions, int tries, Answer answer) {
        boolean again = answer instanceof Answer.Failed failed
                && failed.cause() instanceof StoreUnavailableException
                && tries < TRIES_MAX;
        if (again) {
            Scheduled retry = runtime.schedule(timeout(), () -> send(orphan, recordVersions, tries + 1));
            assert retry != null;
            return;
        }
        boolean freed = answer instanceof Answer.Applied;
        List<String> more = askedMeanwhile(orphan.holdId(), freed);
        if (!more.isEmpty()) {
            send(orphan, more, 1);
            return;
        }
        orphan.end().complete(null);
        if (freed) {
            runtime.callbacks().execute(() -> runtime.callbacks().tell(new LockEvent.OrphanFreed(orphan.name())));
        }
    }

    /** What is to be freed still; nothing where this hold was found and freed, since it can be made only once. */
    private List<String> askedMeanwhile(String holdId, boolean freed) {
        guard.lock();
        try {
            Set<String> asked = freeing.getOrDefault(holdId, Set.of());
            if (freed || asked.isEmpty()) {
                freeing.remove(holdId);
                return List.of();
            }
            freeing.put(holdId, new HashSet<>());
            return List.copyOf(asked);
        } finally {
            guard.unlock();
        }
    }
}
