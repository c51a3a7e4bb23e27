package io.dynalatch.internal.runtime;

import io.dynalatch.LockName;
import io.dynalatch.RequestRejectedException;
import io.dynalatch.StoreException;
import io.dynalatch.StoreUnavailableException;
import io.dynalatch.StoreUnavailableException.Kind;
import io.dynalatch.WriteRefusedException;
import io.dynalatch.WriteUnknownException;
import io.dynalatch.internal.dynamo.GuardedRequest;
import io.dynalatch.internal.dynamo.LockRows.Outcome;
import io.dynalatch.internal.dynamo.RowImage;
import io.dynalatch.protocol.HoldEvent;
import io.dynalatch.protocol.HoldStep;
import io.dynalatch.protocol.Row;
import io.dynalatch.spi.TaskScheduler.Scheduled;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * Sends the guarded writes of one hold, one after another. Each carries a heartbeat, so that its condition names the
 * hold's record versions, and whatever overtakes it makes it, and every late copy of it, refused for good. That decides
 * what had no answer: the very same request under the same token is sent again, and the store says that it was applied,
 * or refuses it for good. A refusal by the caller's own condition counts only when the write was overtaken.
 */
final class GuardedWrites {
    private static final String ACTION = "guarded write";
    private static final int TIMEOUTS_MAX = 3;
    private static final int FIRST_BACKOFF_PER_TIMEOUT = 8;
    private static final int BACKOFF_DOUBLINGS_MAX = 3;
    // With an action of the caller's on the lock's own row, a refusal need not mean the hold.
    private static final int GUARD_REFUSALS_MAX = 2;
    private static final Set<String> REPEATABLE =
            Set.of("TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded");
    private static final Set<String> FATAL = Set.of("ValidationError", "ItemCollectionSizeLimitExceeded");

    private final LockRuntime runtime;
    private final HoldDriver hold;
    private final ReentrantLock guard = new ReentrantLock();
    private final Queue<Waiting> waiting = new ArrayDeque<>(); // guard
    private @Nullable Waiting current; // guard

    /** A guarded write until its end; its fields are guarded by {@code guard}. */
    private static final class Waiting {
        private final GuardedRequest request;
        private final CompletableFuture<Void> future = new CompletableFuture<>();
        private @Nullable Sent sent;
        private @Nullable RuntimeException refusal;
        private @Nullable StoreException lastFailure;
        private boolean unanswered;
        private long firstSentNanos;
        private int failures;
        private int guardRefusals;

        private Waiting(GuardedRequest request) {
            this.request = request;
        }
    }

    /** What was sent, and is sent again byte for byte. */
    private record Sent(String recordVersion, List<String> accepted, TransactWriteItemsRequest request) {}

    GuardedWrites(LockRuntime runtime, HoldDriver hold) {
        this.runtime = runtime;
        this.hold = hold;
    }

    CompletableFuture<Void> add(GuardedRequest request) {
        Waiting write = new Waiting(request);
        guard.lock();
        try {
            waiting.add(write);
        } finally {
            guard.unlock();
        }
        runtime.writing(this, true);
        pump();
        return write.future;
    }

    /** Goes on where something can be done now; after each event of the hold. */
    void pump() {
        Runnable step = next();
        while (step != null) {
            step.run();
            step = next();
        }
    }

    private @Nullable Runnable next() {
        guard.lock();
        try {
            if (current == null) {
                current = waiting.poll();
            }
            Waiting write = current;
            if (write == null) {
                runtime.writing(this, false);
                return null;
            }
            RuntimeException refusal = write.refusal;
            if (refusal != null) {
                return settleRefusal(write, refusal);
            }
            if (write.sent != null) {
                return null; // its answer or its timer goes on
            }
            RuntimeException ended = hold.ended();
            if (ended != null) {
                return end(write, ended);
            }
            if (write.future.isDone()) {
                return end(write, null); // cancelled before anything was sent
            }
            return hold.free() ? () -> hold.feed(new HoldEvent.WriteAsked()) : null;
        } finally {
            guard.unlock();
        }
    }

    /** Whether the refusal is for good; a heartbeat that is applied makes it so. */
    private @Nullable Runnable settleRefusal(Waiting write, RuntimeException refusal) {
        Sent sent = write.sent;
        if (sent == null) {
            RuntimeException ended = hold.ended();
            return end(write, ended == null ? refusal : ended);
        }
        if (!hold.open(sent.recordVersion()) || hold.overtaken()) {
            return end(write, refusal);
        }
        if (hold.ended() != null) {
            return hold.releasing() ? null : end(write, unknown(write, refusal));
        }
        return hold.free() ? () -> hold.feed(new HoldEvent.BeatAsked()) : null;
    }

    /** Takes the write out of the queue; the step tells its caller. */
    private Runnable end(Waiting write, @Nullable RuntimeException thrown) {
        current = null;
        return () -> {
            if (thrown == null) {
                write.future.complete(null);
            } else {
                write.future.completeExceptionally(thrown);
            }
        };
    }

    /** Carries out what the hold has decided. */
    void send(HoldStep.Write step) {
        String version = step.attempt().recordVersion();
        Waiting write;
        Sent sent = null;
        guard.lock();
        try {
            write = current;
            if (write != null && write.sent == null) {
                sent = new Sent(version, step.accepted(), hold.guarded(step, write.request));
                write.sent = sent;
                if (write.firstSentNanos == 0) {
                    write.firstSentNanos = step.attempt().sentAt().nanos();
                }
            }
        } finally {
            guard.unlock();
        }
        if (write == null || sent == null) {
            hold.feed(new HoldEvent.WriteCancelled(version));
        } else {
            send(write, sent);
        }
    }

    private void send(Waiting write, Sent sent) {
        try {
            runtime.holdRows()
                    .transact(ACTION, name(), sent.request(), timeout(), outcome -> answered(write, sent, outcome));
        } catch (Throwable thrown) {
            answered(write, sent, new Outcome.Failed(runtime.failures().of(ACTION, name(), thrown)));
        }
    }

    private LockName name() {
        return hold.name();
    }

    private Duration timeout() {
        return Duration.ofNanos(hold.terms().timeoutNanos());
    }

    private void answered(Waiting write, Sent sent, Outcome outcome) {
        if (outcome instanceof Outcome.Applied) {
            finish(write, sent);
            hold.feed(new HoldEvent.BeatApplied(sent.recordVersion()));
        } else if (outcome instanceof Outcome.Cancelled cancelled) {
            cancelled(write, sent, cancelled);
        } else if (outcome instanceof Outcome.Failed failed) {
            failed(write, sent, failed.cause());
        }
        pump();
    }

    private void finish(Waiting write, Sent sent) {
        Runnable tell = null;
        guard.lock();
        try {
            if (underWay(write, sent)) {
                tell = end(write, null);
            }
        } finally {
            guard.unlock();
        }
        if (tell != null) {
            tell.run();
        }
    }

    private void cancelled(Waiting write, Sent sent, Outcome.Cancelled cancelled) {
        CancellationReason own = write.request.guard(cancelled.reasons());
        RowImage row = row(own);
        if (isRefusal(own) && !(write.request.merged() && shows(row, sent))) {
            guardRefused(write, sent, cancelled, row);
            return;
        }
        hold.feed(new HoldEvent.WriteCancelled(sent.recordVersion()));
        Set<String> codes =
                cancelled.reasons().stream().map(CancellationReason::code).collect(Collectors.toSet());
        boolean again =
                codes.stream().noneMatch(FATAL::contains) && codes.stream().anyMatch(REPEATABLE::contains);
        if (again) {
            again(write, sent, runtime.failures().contended(ACTION, name(), cancelled.cause()));
        } else {
            refuse(write, sent, refused(write, cancelled));
        }
    }

    private @Nullable RowImage row(CancellationReason reason) {
        try {
            return runtime.holdRows().row(name(), reason);
        } catch (StoreException unreadable) {
            return null; // the read that follows tells what is wrong with it
        }
    }

    private static boolean isRefusal(CancellationReason reason) {
        return "ConditionalCheckFailed".equals(reason.code());
    }

    /** Whether the row shows that it was not the hold that the store objected to. */
    private boolean shows(@Nullable RowImage row, Sent sent) {
        return row != null
                && row.row().held()
                && row.row().of(hold.holdId())
                && sent.accepted().contains(row.row().recordVersion());
    }

    /** Overtaken or lost: not applied, nor ever will be. What remains to be seen is whether the hold goes on. */
    private void guardRefused(Waiting write, Sent sent, Outcome.Cancelled cancelled, @Nullable RowImage image) {
        boolean callers;
        guard.lock();
        try {
            if (!underWay(write, sent)) {
                return;
            }
            write.sent = null;
            write.unanswered = false;
            write.guardRefusals++;
            callers = write.request.merged() && write.guardRefusals >= GUARD_REFUSALS_MAX;
            if (callers || late(write)) {
                write.refusal = callers
                        ? refused(write, cancelled)
                        : runtime.failures().contended(ACTION, name(), cancelled.cause());
            }
        } finally {
            guard.unlock();
        }
        Row row = image == null ? null : image.row();
        hold.feed(new HoldEvent.BeatRefused(sent.recordVersion(), row));
    }

    private void failed(Waiting write, Sent sent, StoreException cause) {
        hold.feed(
                cause instanceof RequestRejectedException
                        ? new HoldEvent.WriteCancelled(sent.recordVersion())
                        : new HoldEvent.BeatFailed(sent.recordVersion(), cause));
        if (cause instanceof StoreUnavailableException) {
            guard.lock();
            try {
                write.unanswered = true;
            } finally {
                guard.unlock();
            }
            again(write, sent, cause);
        } else {
            refuse(write, sent, cause);
        }
    }

    private void refuse(Waiting write, Sent sent, RuntimeException refusal) {
        guard.lock();
        try {
            if (underWay(write, sent)) {
                write.refusal = refusal;
            }
        } finally {
            guard.unlock();
        }
    }

    /** Sends the very same once more after a pause, unless the time is over. */
    private void again(Waiting write, Sent sent, StoreException cause) {
        long pause;
        guard.lock();
        try {
            if (!underWay(write, sent)) {
                return;
            }
            write.lastFailure = cause;
            if (write.failures > 0 && late(write)) { // a process that was stopped for long asks once more
                write.refusal = write.unanswered ? unknown(write, cause) : cause;
                return;
            }
            long first = Math.max(1, hold.terms().timeoutNanos() / FIRST_BACKOFF_PER_TIMEOUT);
            long half = (first << Math.min(write.failures++, BACKOFF_DOUBLINGS_MAX)) / 2;
            pause = half + (long) (half * runtime.system().draws().fraction());
        } finally {
            guard.unlock();
        }
        Scheduled timer = runtime.schedule(Duration.ofNanos(pause), () -> repeat(write, sent));
        assert timer != null;
    }

    private void repeat(Waiting write, Sent sent) {
        guard.lock();
        try {
            if (!underWay(write, sent) || write.refusal != null) {
                return;
            }
        } finally {
            guard.unlock();
        }
        send(write, sent);
    }

    /** Whether this is what is waited for; called under the guard. */
    private boolean underWay(Waiting write, Sent sent) {
        return current == write
                && write.sent != null
                && write.sent.recordVersion().equals(sent.recordVersion());
    }

    private boolean late(Waiting write) {
        long since = runtime.system().now().nanos() - write.firstSentNanos;
        return since >= TIMEOUTS_MAX * hold.terms().timeoutNanos();
    }

    private WriteRefusedException refused(Waiting write, Outcome.Cancelled cancelled) {
        List<CancellationReason> reasons = write.request.callers(cancelled.reasons());
        String objections = IntStream.range(0, reasons.size())
                .filter(i -> !"None".equals(reasons.get(i).code()))
                .mapToObj(i -> write.request.shown(i) + ": " + reasons.get(i).code())
                .collect(Collectors.joining(", "));
        return new WriteRefusedException(
                at() + " was refused: " + objections
                        + "; nothing was written and the lock is not lost by it: see reasons(), read, and decide anew",
                cancelled.cause(),
                reasons);
    }

    private WriteUnknownException unknown(Waiting write, Throwable cause) {
        Kind kind = write.lastFailure instanceof StoreUnavailableException failure ? failure.kind() : Kind.TIMEOUT;
        return new WriteUnknownException(
                kind,
                at() + " had no definite answer: it was applied once or not at all; read the items to find out",
                cause);
    }

    private String at() {
        return "guarded write under lock '" + name() + "' with token " + hold.token() + " in table '"
                + runtime.settings().table() + "'";
    }

    /** The client is closed: nobody goes on with what is under way. */
    void abandon() {
        while (true) { // ends with the queue, to which a closed client adds nothing
            Runnable tell;
            guard.lock();
            try {
                Waiting write = current == null ? waiting.poll() : current;
                if (write == null) {
                    return;
                }
                RuntimeException closed = runtime.closed();
                tell = end(write, write.sent == null ? closed : unknown(write, closed));
            } finally {
                guard.unlock();
            }
            tell.run();
        }
    }
}
