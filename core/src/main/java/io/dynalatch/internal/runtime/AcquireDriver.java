package io.dynalatch.internal.runtime;

import io.dynalatch.AcquireOptions;
import io.dynalatch.AcquireUnknownException;
import io.dynalatch.Acquisition;
import io.dynalatch.HolderInfo;
import io.dynalatch.LockName;
import io.dynalatch.RequestRejectedException;
import io.dynalatch.StoreAccessException;
import io.dynalatch.StoreException;
import io.dynalatch.StoreUnavailableException;
import io.dynalatch.StoreUnavailableException.Kind;
import io.dynalatch.internal.dynamo.Answer;
import io.dynalatch.internal.dynamo.RowImage;
import io.dynalatch.internal.dynamo.RowWriter;
import io.dynalatch.protocol.AcquireEvent;
import io.dynalatch.protocol.AcquireProtocol;
import io.dynalatch.protocol.AcquireStep;
import io.dynalatch.protocol.AcquireTerms;
import io.dynalatch.protocol.Attempt;
import io.dynalatch.protocol.Moment;
import io.dynalatch.protocol.Sighting;
import io.dynalatch.spi.TaskScheduler.Scheduled;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/** Carries out one call to acquire a lock. */
final class AcquireDriver {
    private final LockRuntime runtime;
    private final LockName name;
    private final AcquireTerms terms;
    private final byte @Nullable [] data;
    private final HolderInfo holder;
    private final Moment started;
    private final CompletableFuture<Acquisition> outcome = new CompletableFuture<>();
    private final CompletableFuture<Void> settled = new CompletableFuture<>();
    // What the store showed of our own attempts, by record version; there are few, and they go with this object.
    private final Map<String, RowImage> shown = new ConcurrentHashMap<>();
    private final ReentrantLock guard = new ReentrantLock();
    private final AcquireProtocol protocol; // guard
    private Scheduled timer = () -> {}; // guard
    private volatile @Nullable RowImage last;
    private volatile @Nullable StoreException failure;
    private volatile boolean takenOver;
    private volatile boolean maybeApplied;

    AcquireDriver(LockRuntime runtime, LockName name, AcquireTerms terms, AcquireOptions options) {
        this.runtime = runtime;
        this.name = name;
        this.terms = terms;
        this.data = options.data().orElse(null);
        this.started = runtime.system().now();
        this.protocol = new AcquireProtocol(terms, runtime.system().draws().id());
        this.holder = runtime.holder(Thread.currentThread().getName());
    }

    CompletableFuture<Acquisition> start() {
        CompletableFuture<Void> end = outcome.handle((acquisition, thrown) -> {
            if (outcome.isCancelled()) {
                feed(new AcquireEvent.Cancelled());
            }
            return null;
        });
        assert end != null;
        feed(new AcquireEvent.Begin(runtime.watches().of(name)));
        return outcome;
    }

    /** Ends the call because the client is closed; completes when no write of it is under way any more. */
    CompletableFuture<Void> close() {
        if (outcome.completeExceptionally(runtime.closed())) {
            feed(new AcquireEvent.Cancelled());
        }
        return settled;
    }

    private void feed(AcquireEvent event) {
        List<AcquireStep> steps;
        guard.lock();
        try {
            steps = protocol.on(event, runtime.system().now(), runtime.system().draws());
            if (protocol.ended()) {
                timer.cancel();
            }
        } finally {
            guard.unlock();
        }
        steps.forEach(this::carryOut);
        settle();
    }

    private void carryOut(AcquireStep step) {
        if (step instanceof AcquireStep.Write write) {
            write(write);
        } else if (step instanceof AcquireStep.Read read) {
            runtime.read(name, Duration.ofNanos(read.timeoutNanos()), this::readAnswered);
        } else if (step instanceof AcquireStep.WaitFor wait) {
            waitFor(wait.nanos());
        } else if (step instanceof AcquireStep.Undo undo) {
            runtime.undo(name, undo.holdId(), undo.recordVersions());
        } else if (step instanceof AcquireStep.Grant grant) {
            grant(grant);
        } else if (step instanceof AcquireStep.GiveUp giveUp) {
            giveUp(giveUp.reason());
        }
    }

    private void write(AcquireStep.Write write) {
        Attempt attempt = write.attempt();
        takenOver = write.takeOver() != null;
        RowWriter.Acquire acquire = new RowWriter.Acquire(
                runtime.settings().owner(),
                Duration.ofNanos(terms.lease().leaseNanos()),
                attempt.recordVersion(),
                write.holdId(),
                write.takeOver(),
                data == null ? null : SdkBytes.fromByteArray(data),
                holder);
        Instant now = Instant.ofEpochMilli(attempt.sentAt().wallMillis());
        Duration timeout = Duration.ofNanos(write.timeoutNanos());
        try {
            runtime.rows()
                    .write(
                            "acquire",
                            name,
                            runtime.writer().acquire(name, acquire, now, timeout),
                            timeout,
                            answer -> writeAnswered(write.holdId(), attempt.recordVersion(), answer));
        } catch (Throwable thrown) {
            // Nothing was sent, or nobody knows; the protocol treats it as unanswered.
            failure = runtime.failures().of("acquire", name, thrown);
            maybeApplied = true;
            later(new AcquireEvent.WriteFailed(attempt.recordVersion()));
        }
    }

    private void writeAnswered(String holdId, String version, Answer answer) {
        if (answer instanceof Answer.Applied applied) {
            applied(holdId, version, applied.row());
        } else if (answer instanceof Answer.Unreadable unreadable) {
            unusable(unreadable.cause());
        } else if (answer instanceof Answer.Refused refused) {
            RowImage row = refused.row();
            feed(
                    row == null
                            ? new AcquireEvent.RefusedUnseen(version)
                            : new AcquireEvent.Refused(version, row.row(), see(row)));
        } else if (answer instanceof Answer.Failed failed) {
            failure = failed.cause();
            boolean later = failed.cause() instanceof StoreUnavailableException;
            if (maybeApplied(failed.cause())) {
                maybeApplied = true;
            }
            feed(later ? new AcquireEvent.WriteFailed(version) : new AcquireEvent.Rejected(version));
        }
    }

    private void applied(String holdId, String version, @Nullable RowImage row) {
        if (row == null || row.token() == null) {
            unusable(new RequestRejectedException(
                    "acquire of lock '" + name + "' in table '"
                            + runtime.settings().table()
                            + "': expected the row in the answer (ReturnValues ALL_NEW), found none; this endpoint cannot be"
                            + " used for locks",
                    null));
            return;
        }
        shown.put(version, row);
        feed(new AcquireEvent.Applied(holdId, version));
    }

    /** A write was applied, but there is no token to grant: told as a rejection that leaves the write to be undone. */
    private void unusable(StoreException why) {
        failure = why;
        feed(new AcquireEvent.Rejected(null));
    }

    private static boolean maybeApplied(StoreException cause) {
        return cause instanceof StoreUnavailableException unavailable
                && unavailable.kind() != Kind.THROTTLED
                && unavailable.kind() != Kind.CONTENDED;
    }

    private void readAnswered(Answer answer) {
        if (answer instanceof Answer.Found found) {
            feed(new AcquireEvent.Seen(found.row().row(), see(found.row())));
        } else if (answer instanceof Answer.Failed failed) {
            failure = failed.cause();
            boolean later = failed.cause() instanceof StoreUnavailableException;
            feed(later ? new AcquireEvent.ReadFailed() : new AcquireEvent.Rejected(null));
        }
    }

    private @Nullable Sighting see(RowImage image) {
        last = image;
        String version = image.row().recordVersion();
        guard.lock();
        try {
            if (version != null && image.row().of(protocol.holdId())) {
                shown.put(version, image);
            }
        } finally {
            guard.unlock();
        }
        return runtime.see(name, image);
    }

    private void waitFor(long nanos) {
        guard.lock();
        try {
            timer.cancel();
            timer = protocol.ended()
                    ? () -> {}
                    : runtime.schedule(Duration.ofNanos(nanos), () -> feed(new AcquireEvent.Due()));
        } finally {
            guard.unlock();
        }
    }

    private void later(AcquireEvent event) {
        Scheduled soon = runtime.schedule(Duration.ZERO, () -> feed(event));
        assert soon != null;
    }

    private void grant(AcquireStep.Grant grant) {
        HoldDriver hold = new HoldDriver(
                runtime,
                name,
                terms.lease(),
                grant.holdId(),
                grant.attempt(),
                shown.get(grant.attempt().recordVersion()));
        runtime.granted(hold, takenOver, waited());
        if (!outcome.complete(new Acquisition.Granted(hold)) || runtime.isClosed()) {
            runtime.releaseUnwanted(hold);
        }
    }

    private Duration waited() {
        return Duration.ofNanos(Math.max(0, runtime.system().now().nanosSince(started)));
    }

    private void giveUp(AcquireStep.Reason reason) {
        guard.lock();
        try {
            runtime.remember(protocol.holdId(), terms.lease());
        } finally {
            guard.unlock();
        }
        switch (reason) {
            case BUSY -> {
                Duration waited = terms.waits() ? waited() : Duration.ZERO;
                RowImage row = last == null ? RowImage.absent() : last;
                outcome.complete(new Acquisition.Busy(runtime.view(name, row), waited));
            }
            case UNAVAILABLE -> outcome.completeExceptionally(unavailable());
            case REJECTED -> rejected();
            case CANCELLED -> outcome.cancel(false);
        }
    }

    /** After the last step of a decision: a given-up acquire has begun to undo what there is to undo. */
    private void settle() {
        guard.lock();
        try {
            if (!protocol.ended()) {
                return;
            }
        } finally {
            guard.unlock();
        }
        // Not before: a cancelled call may have a write under way, for which the client's close has to wait.
        runtime.ended(this);
        settled.complete(null);
    }

    private void rejected() {
        StoreException rejection = failure == null ? unavailable() : failure;
        if (!(rejection instanceof RequestRejectedException)) {
            outcome.completeExceptionally(rejection);
            return;
        }
        // A table with other keys is refused by DynamoDB without saying so; the table's description does say.
        Scheduled bound = runtime.schedule(
                Duration.ofNanos(terms.lease().timeoutNanos()), () -> outcome.completeExceptionally(rejection));
        CompletableFuture<Void> explained = runtime.validateTable().handle((valid, wrongTable) -> {
            bound.cancel();
            Throwable why = wrongTable == null ? rejection : runtime.failures().of("acquire", name, wrongTable);
            boolean better = !(why instanceof StoreUnavailableException || why instanceof StoreAccessException);
            outcome.completeExceptionally(better ? why : rejection);
            return null;
        });
        assert explained != null;
    }

    private StoreException unavailable() {
        StoreException cause = failure;
        Kind kind = cause instanceof StoreUnavailableException unavailable ? unavailable.kind() : Kind.TIMEOUT;
        String message =
                "acquire of lock '" + name + "' in table '" + runtime.settings().table()
                        + "': the store did not answer as it should for " + waited().toMillis() + " ms"
                        + (cause == null ? "" : " (last: " + cause.getMessage() + ")");
        if (!maybeApplied) {
            return new StoreUnavailableException(kind, message, cause);
        }
        return new AcquireUnknownException(
                kind,
                message
                        + "; whether it was applied is unknown, and it is being undone: if that fails, the row is free after "
                        + Duration.ofNanos(terms.lease().leaseNanos()).toMillis() + " ms",
                cause);
    }
}
