package io.dynalatch.internal.runtime;

import io.dynalatch.HeldLock;
import io.dynalatch.HoldState;
import io.dynalatch.LockEvent;
import io.dynalatch.LockLostException;
import io.dynalatch.LockName;
import io.dynalatch.Loss;
import io.dynalatch.LossReason;
import io.dynalatch.ReleaseOutcome;
import io.dynalatch.StoreException;
import io.dynalatch.StoreUnavailableException;
import io.dynalatch.internal.dynamo.Answer;
import io.dynalatch.internal.dynamo.GuardedRequest;
import io.dynalatch.internal.dynamo.RowImage;
import io.dynalatch.protocol.Attempt;
import io.dynalatch.protocol.HoldEvent;
import io.dynalatch.protocol.HoldProtocol;
import io.dynalatch.protocol.HoldStep;
import io.dynalatch.protocol.LeaseTerms;
import io.dynalatch.protocol.Moment;
import io.dynalatch.spi.TaskScheduler.Scheduled;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Carries out one hold of a lock. */
final class HoldDriver implements HeldLock {
    private static final Logger log = LoggerFactory.getLogger(HoldDriver.class);

    /** Somebody who waits for a heartbeat that was sent after he asked. */
    private record BeatWaiter(long askedNanos, CompletableFuture<Void> future) {}

    private final LockRuntime runtime;
    private final LockName name;
    private final LeaseTerms terms;
    private final String holdId;
    private final long token;
    private volatile boolean cleanUp;
    private final @Nullable ByteBuffer data;
    private final Notices notices;
    private final CompletableFuture<ReleaseOutcome> released = new CompletableFuture<>();
    private final CompletableFuture<Loss> lost = new CompletableFuture<>();
    private final ReentrantLock guard = new ReentrantLock();
    private final HoldProtocol protocol; // guard
    private final List<Consumer<? super Loss>> lossListeners = new ArrayList<>(); // guard
    private final List<BeatWaiter> beatWaiters = new ArrayList<>(); // guard
    private Scheduled timer = () -> {}; // guard
    private boolean releaseAsked; // guard
    private @Nullable Loss loss; // guard
    private @Nullable GuardedWrites writes; // guard; most holds need none

    HoldDriver(
            LockRuntime runtime,
            LockName name,
            LeaseTerms terms,
            String holdId,
            Attempt granted,
            @Nullable RowImage row) {
        this.runtime = runtime;
        this.name = name;
        this.terms = terms;
        this.holdId = holdId;
        if (row == null || row.token() == null) {
            throw new AssertionError("a granted row was shown and has a token");
        }
        this.token = row.token();
        this.cleanUp = !row.business();
        this.data = row.data();
        this.notices = new Notices(runtime.callbacks());
        this.protocol = new HoldProtocol(terms, holdId, granted);
    }

    /** Begins the heartbeats. */
    void start() {
        guard.lock();
        try {
            setTimer();
        } finally {
            guard.unlock();
        }
    }

    String holdId() {
        return holdId;
    }

    LeaseTerms terms() {
        return terms;
    }

    Notices notices() {
        return notices;
    }

    @Override
    public LockName name() {
        return name;
    }

    @Override
    public long token() {
        return token;
    }

    @Override
    public Optional<byte[]> data() {
        if (data == null) {
            return Optional.empty();
        }
        byte[] copy = new byte[data.remaining()];
        data.duplicate().get(copy);
        return Optional.of(copy);
    }

    @Override
    public HoldState state() {
        return stateAt(runtime.system().now());
    }

    /** The state at a moment; whatever is due by then is decided, and a loss told, before this returns. */
    private HoldState stateAt(Moment now) {
        HoldState state = peek(now);
        if (state == null) {
            feed(new HoldEvent.Due());
            state = peek(now);
        }
        if (state == HoldState.LOST) {
            notices.tellNow();
        }
        // Nothing is due any more, or it was decided at a later moment: then what that found is the answer.
        return state == null ? HoldState.SUSPECT : state;
    }

    private @Nullable HoldState peek(Moment now) {
        guard.lock();
        try {
            if (loss != null) {
                return HoldState.LOST;
            }
            if (releaseAsked) {
                return HoldState.RELEASED;
            }
            if (protocol.held(now)) {
                return HoldState.HELD;
            }
            return protocol.suspect() && !protocol.due(now) ? HoldState.SUSPECT : null;
        } finally {
            guard.unlock();
        }
    }

    @Override
    public void requireHeld() {
        HoldState state = state();
        if (state == HoldState.RELEASED) {
            throw alreadyReleased();
        }
        if (state != HoldState.HELD) {
            throw new LockLostException(lossOrSuspicion());
        }
    }

    private Loss lossOrSuspicion() {
        guard.lock();
        try {
            return loss == null ? new Loss(name, token, LossReason.EXPIRED, null) : loss;
        } finally {
            guard.unlock();
        }
    }

    private IllegalStateException alreadyReleased() {
        return new IllegalStateException("lock '" + name + "' with token " + token + " was released; acquire it again");
    }

    @Override
    public Duration remaining() {
        Moment now = runtime.system().now();
        if (stateAt(now) != HoldState.HELD) {
            return Duration.ZERO;
        }
        guard.lock();
        try {
            return Duration.ofNanos(protocol.remainingNanos(now));
        } finally {
            guard.unlock();
        }
    }

    @Override
    public void onLost(Consumer<? super Loss> listener) {
        guard.lock();
        try {
            Loss known = loss;
            if (known == null) {
                lossListeners.add(listener);
                return;
            }
            notices.add(() -> listener.accept(known));
        } finally {
            guard.unlock();
        }
        notices.tellLater();
    }

    @Override
    public CompletableFuture<Loss> lost() {
        return lost.copy();
    }

    @Override
    public void heartbeat() throws InterruptedException {
        LockRuntime.join(beat());
    }

    @Override
    public CompletableFuture<Void> heartbeatAsync() {
        return runtime.callbacks().exposed(beat(), nothing -> {});
    }

    private CompletableFuture<Void> beat() {
        HoldState state = state();
        if (state == HoldState.RELEASED) {
            return CompletableFuture.failedFuture(alreadyReleased());
        }
        if (state == HoldState.LOST) {
            return CompletableFuture.failedFuture(new LockLostException(lossOrSuspicion()));
        }
        CompletableFuture<Void> confirmed = new CompletableFuture<>();
        guard.lock();
        try {
            if (protocol.ended()) {
                // It ended since the look at its state, and nobody completes waiters any more.
                return CompletableFuture.failedFuture(loss == null ? alreadyReleased() : new LockLostException(loss));
            }
            beatWaiters.add(new BeatWaiter(runtime.system().now().nanos(), confirmed));
        } finally {
            guard.unlock();
        }
        feed(new HoldEvent.BeatAsked());
        return confirmed;
    }

    @Override
    public ConditionCheck conditionCheck() {
        return runtime.writer().check(name, holdId, token);
    }

    @Override
    public void write(List<TransactWriteItem> actions) throws InterruptedException {
        LockRuntime.join(written(actions));
    }

    @Override
    public CompletableFuture<Void> writeAsync(List<TransactWriteItem> actions) {
        // A copy: cancelling it must not take back what may be on its way.
        return runtime.callbacks().exposed(written(actions).copy(), nothing -> {});
    }

    private CompletableFuture<Void> written(List<TransactWriteItem> actions) {
        GuardedRequest request =
                GuardedRequest.of(runtime.settings().table(), runtime.settings().names(), name, actions);
        HoldState state = state();
        if (state == HoldState.RELEASED) {
            return CompletableFuture.failedFuture(alreadyReleased());
        }
        if (state == HoldState.LOST) {
            return CompletableFuture.failedFuture(new LockLostException(lossOrSuspicion()));
        }
        GuardedWrites queue;
        guard.lock();
        try {
            if (writes == null) {
                writes = new GuardedWrites(runtime, this);
            }
            queue = writes;
        } finally {
            guard.unlock();
        }
        return queue.add(request);
    }

    /** The request of a guarded write that this hold has decided to send. */
    TransactWriteItemsRequest guarded(HoldStep.Write write, GuardedRequest request) {
        if (request.adopts()) {
            cleanUp = false;
        }
        Duration timeout = Duration.ofNanos(terms.timeoutNanos());
        Attempt attempt = write.attempt();
        return request.build(
                runtime.writer()
                        .heartbeat(
                                name,
                                holdId,
                                write.accepted(),
                                attempt.recordVersion(),
                                cleanUp,
                                leaseEnd(attempt),
                                timeout),
                runtime.system().draws().id(),
                timeout);
    }

    /** Whether nothing of this hold is on its way. */
    boolean free() {
        return guarded(protocol::free);
    }

    /** Whether a guarded write with this record version may still be applied. */
    boolean open(String recordVersion) {
        return guarded(() -> protocol.open(recordVersion));
    }

    /** Whether the row is known to show something else than this hold, so that nothing of it can be applied. */
    boolean overtaken() {
        return guarded(() -> protocol.overtaken());
    }

    /** Whether a release is under way. */
    boolean releasing() {
        return guarded(() -> releaseAsked && !protocol.ended());
    }

    /** Why nothing more can be done under this hold, or null while it goes on. */
    @Nullable
    RuntimeException ended() {
        return guarded(() -> loss != null ? new LockLostException(loss) : releaseAsked ? alreadyReleased() : null);
    }

    private <T extends @Nullable Object> T guarded(Supplier<T> look) {
        guard.lock();
        try {
            return look.get();
        } finally {
            guard.unlock();
        }
    }

    @Override
    public ReleaseOutcome release() {
        return LockRuntime.joinUninterruptibly(released());
    }

    @Override
    public CompletableFuture<ReleaseOutcome> releaseAsync() {
        // A copy: whoever cancels his future must not take the outcome from others who wait for this release.
        return runtime.callbacks().exposed(released().copy(), outcome -> {});
    }

    /** The outcome of the release that is under way; a later one finds the hold ended. */
    CompletableFuture<ReleaseOutcome> released() {
        guard.lock();
        try {
            if (loss != null || released.isDone()) {
                return CompletableFuture.completedFuture(ReleaseOutcome.ALREADY_LOST);
            }
            if (releaseAsked) {
                return released;
            }
            releaseAsked = true;
        } finally {
            guard.unlock();
        }
        feed(new HoldEvent.ReleaseAsked());
        return released;
    }

    /** Gives up waiting for a release, because the client is closed. */
    void abandon() {
        feed(new HoldEvent.Abandoned());
    }

    void feed(HoldEvent event) {
        List<HoldStep> steps;
        GuardedWrites queue;
        guard.lock();
        try {
            steps = protocol.on(event, runtime.system().now(), runtime.system().draws());
            steps.forEach(this::note);
            setTimer();
            queue = writes;
        } finally {
            guard.unlock();
        }
        steps.forEach(this::carryOut);
        notices.tellLater();
        if (queue != null) {
            queue.pump();
        }
    }

    private void setTimer() {
        timer.cancel();
        Moment now = runtime.system().now();
        long wake = protocol.wakeNanos(now);
        if (wake == Long.MAX_VALUE) {
            timer = () -> {};
            return;
        }
        long delay = Math.max(0, wake - now.nanos());
        timer = runtime.schedule(Duration.ofNanos(delay), this::due);
    }

    /** Whatever is thrown here, be it an Error, the heartbeats of this hold go on. */
    private void due() {
        try {
            feed(new HoldEvent.Due());
        } catch (Throwable thrown) {
            log.error("heartbeat could not be decided lock={} token={}", name, token, thrown);
            Scheduled again = runtime.schedule(Duration.ofNanos(terms.timeoutNanos()), this::due);
            assert again != null;
        }
    }

    /** What changes this object's own state, under the guard and in the order of the decisions. */
    private void note(HoldStep step) {
        if (step instanceof HoldStep.Tell tell) {
            notices.add(() -> runtime.callbacks().tell(event(tell)));
        } else if (step instanceof HoldStep.End end) {
            end(end);
        }
    }

    private LockEvent event(HoldStep.Tell tell) {
        return switch (tell.news()) {
            case BEAT_FAILED -> new LockEvent.HeartbeatFailed(name, token, failure(tell.cause()));
            case RECOVERED -> new LockEvent.HeartbeatRecovered(name, token);
            case SUSPECTED -> new LockEvent.Suspected(name, token, tell.cause());
            case REASSURED -> new LockEvent.Reassured(name, token);
        };
    }

    private StoreException failure(@Nullable Throwable cause) {
        return runtime.failures().of("heartbeat", name, cause == null ? new IllegalStateException("unknown") : cause);
    }

    private void end(HoldStep.End end) {
        runtime.ended(this);
        switch (end.ending()) {
            case RELEASED -> releaseEnded(ReleaseOutcome.RELEASED);
            case RELEASE_UNKNOWN -> releaseEnded(ReleaseOutcome.UNKNOWN);
            default -> lossEnded(LossReason.valueOf(end.ending().name()), end.cause());
        }
    }

    private void releaseEnded(ReleaseOutcome outcome) {
        lossListeners.clear();
        notices.add(() -> runtime.callbacks().tell(new LockEvent.Released(name, token, outcome)));
    }

    private void lossEnded(LossReason reason, @Nullable Throwable cause) {
        Loss ended = new Loss(name, token, reason, cause);
        loss = ended;
        List<Consumer<? super Loss>> listeners = List.copyOf(lossListeners);
        lossListeners.clear();
        for (Consumer<? super Loss> listener : listeners) {
            notices.add(() -> listener.accept(ended));
        }
        notices.add(() -> lost.complete(ended));
        notices.add(() -> runtime.callbacks().tell(new LockEvent.Lost(name, ended)));
    }

    private void carryOut(HoldStep step) {
        if (step instanceof HoldStep.Beat beat) {
            long deadline = beat.attempt().sentAt().nanos() + terms.trustNanos();
            runtime.beats().submit(deadline, () -> sendBeat(beat));
        } else if (step instanceof HoldStep.Write write) {
            Objects.requireNonNull(writes).send(write);
        } else if (step instanceof HoldStep.Read) {
            Duration timeout = Duration.ofNanos(terms.timeoutNanos());
            runtime.holdRows().read(name, runtime.writer().read(name, timeout), timeout, this::readAnswered);
        } else if (step instanceof HoldStep.Release release) {
            sendRelease(release);
        } else if (step instanceof HoldStep.Confirmed confirmed) {
            beatConfirmed(confirmed.sentNanos());
        } else if (step instanceof HoldStep.End end) {
            complete(end);
        }
    }

    private void sendBeat(HoldStep.Beat beat) {
        if (!wanted(beat)) {
            runtime.beats().finished();
            return;
        }
        AtomicBoolean first = new AtomicBoolean(true);
        Attempt attempt = beat.attempt();
        Duration timeout = Duration.ofNanos(terms.timeoutNanos());
        send(
                () -> runtime.holdRows()
                        .write(
                                "heartbeat",
                                name,
                                runtime.writer()
                                        .heartbeat(
                                                name,
                                                holdId,
                                                beat.accepted(),
                                                attempt.recordVersion(),
                                                cleanUp,
                                                leaseEnd(attempt),
                                                timeout),
                                timeout,
                                answer -> {
                                    if (first.compareAndSet(true, false)) {
                                        runtime.beats().finished();
                                    }
                                    feed(beatEvent(attempt.recordVersion(), answer));
                                }),
                thrown -> {
                    if (first.compareAndSet(true, false)) {
                        runtime.beats().finished();
                    }
                    return new HoldEvent.BeatFailed(attempt.recordVersion(), failure(thrown));
                });
    }

    private boolean wanted(HoldStep.Beat beat) {
        guard.lock();
        try {
            return protocol.wants(beat.attempt(), runtime.system().now());
        } finally {
            guard.unlock();
        }
    }

    private void sendRelease(HoldStep.Release release) {
        Attempt attempt = release.attempt();
        Duration timeout = Duration.ofNanos(release.timeoutNanos());
        send(
                () -> runtime.holdRows()
                        .write(
                                "release",
                                name,
                                runtime.writer()
                                        .release(
                                                name,
                                                holdId,
                                                release.accepted(),
                                                attempt.recordVersion(),
                                                cleanUp,
                                                leaseEnd(attempt),
                                                timeout),
                                timeout,
                                answer -> feed(releaseEvent(attempt.recordVersion(), answer))),
                thrown -> new HoldEvent.ReleaseFailed(
                        attempt.recordVersion(), runtime.failures().of("release", name, thrown), false));
    }

    /**
     * Sends; what cannot even be sent counts as unanswered, and is told later, since the sender may be deep in a call.
     */
    private void send(Runnable request, Function<Throwable, HoldEvent> failed) {
        try {
            request.run();
        } catch (Throwable thrown) {
            HoldEvent event = failed.apply(thrown);
            Scheduled soon = runtime.schedule(Duration.ZERO, () -> feed(event));
            assert soon != null;
        }
    }

    private Instant leaseEnd(Attempt attempt) {
        return Instant.ofEpochMilli(attempt.sentAt().wallMillis()).plusNanos(terms.leaseNanos());
    }

    private HoldEvent beatEvent(String version, Answer answer) {
        if (answer instanceof Answer.Refused refused) {
            RowImage row = refused.row();
            return new HoldEvent.BeatRefused(version, row == null ? null : row.row());
        }
        return answer instanceof Answer.Failed failed
                ? new HoldEvent.BeatFailed(version, failed.cause())
                : new HoldEvent.BeatApplied(version);
    }

    private HoldEvent releaseEvent(String version, Answer answer) {
        if (answer instanceof Answer.Refused refused) {
            RowImage row = refused.row();
            return new HoldEvent.ReleaseRefused(version, row == null ? null : row.row());
        }
        if (answer instanceof Answer.Failed failed) {
            boolean forGood = !(failed.cause() instanceof StoreUnavailableException);
            return new HoldEvent.ReleaseFailed(version, failed.cause(), forGood);
        }
        return new HoldEvent.ReleaseApplied(version);
    }

    private void readAnswered(Answer answer) {
        if (answer instanceof Answer.Found found) {
            feed(new HoldEvent.RowSeen(found.row().row()));
        } else if (answer instanceof Answer.Failed failed) {
            feed(new HoldEvent.ReadFailed(failed.cause()));
        }
    }

    private void beatConfirmed(long sentNanos) {
        List<CompletableFuture<Void>> done = new ArrayList<>();
        boolean more;
        guard.lock();
        try {
            for (Iterator<BeatWaiter> each = beatWaiters.iterator(); each.hasNext(); ) {
                BeatWaiter waiter = each.next();
                if (sentNanos - waiter.askedNanos() >= 0) {
                    done.add(waiter.future());
                    each.remove();
                }
            }
            more = !beatWaiters.isEmpty();
        } finally {
            guard.unlock();
        }
        done.forEach(future -> future.complete(null));
        if (more) {
            feed(new HoldEvent.BeatAsked());
        }
    }

    private void complete(HoldStep.End end) {
        List<BeatWaiter> waiters;
        Loss known;
        guard.lock();
        try {
            waiters = List.copyOf(beatWaiters);
            beatWaiters.clear();
            known = loss;
        } finally {
            guard.unlock();
        }
        // Before the outcome is there: whoever waits for it may be the client's close, which ends the callbacks.
        notices.tellLater();
        waiters.forEach(waiter -> waiter.future()
                .completeExceptionally(known == null ? alreadyReleased() : new LockLostException(known)));
        Throwable cause = end.cause();
        if (known != null) {
            log.warn("lock lost lock={} token={} reason={}", name, token, known.reason(), cause);
            boolean abandoned = known.reason() == LossReason.CLOSED;
            released.complete(abandoned ? ReleaseOutcome.UNKNOWN : ReleaseOutcome.ALREADY_LOST);
        } else if (end.ending() == HoldStep.Ending.RELEASED) {
            released.complete(ReleaseOutcome.RELEASED);
        } else if (cause instanceof StoreException refused && !(cause instanceof StoreUnavailableException)) {
            released.completeExceptionally(refused);
        } else {
            released.complete(ReleaseOutcome.UNKNOWN);
        }
    }

    /** Why the hold was lost, or null while it was not. */
    @Nullable
    Loss loss() {
        guard.lock();
        try {
            return loss;
        } finally {
            guard.unlock();
        }
    }

    @Override
    public String toString() {
        return "lock '" + name + "' token " + token + " " + state();
    }
}
