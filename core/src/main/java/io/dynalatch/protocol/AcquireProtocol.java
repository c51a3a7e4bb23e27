package io.dynalatch.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call to acquire a lock, from its first request to a grant or to giving up. Decides only: the caller carries the
 * steps out and tells what came of them. Not thread-safe.
 *
 * <p>What keeps it safe: a grant counts from the sending of the very attempt that the row shows; a lock is taken over
 * only by the record version that was watched for the row's whole lease; every attempt has a record version of its own,
 * so that one whose answer was lost is recognised, and one that was granted to nobody is undone.
 */
public final class AcquireProtocol {
    // A refusal that shows a free row means that the lock changed hands while we looked. More often in a row than this,
    // and others are faster: pause before the next try.
    private static final int RACES_MAX = 3;
    // A hold that has lasted for long will go on for about as long again: poll at an eighth of that.
    private static final long HELD_PER_PAUSE = 8;
    private static final int BACKOFF_DOUBLINGS_MAX = 6;
    // Undoing names each unresolved attempt in one condition; DynamoDB allows 100 operands of IN.
    private static final int UNRESOLVED_MAX = 32;

    private enum Next {
        WRITE,
        READ
    }

    private final AcquireTerms terms;
    private final List<Attempt> unresolved = new ArrayList<>();
    private String holdId;
    private Moment started = new Moment(0, 0);
    private @Nullable String inFlight;
    private @Nullable String refusedUnseen;
    private @Nullable String granted;
    private @Nullable Sighting sighting;
    private @Nullable String holder;
    private long holderSinceNanos;
    private Next next = Next.WRITE;
    private boolean answered;
    private boolean cancelled;
    private boolean ended;
    private int failures;
    private int races;

    public AcquireProtocol(AcquireTerms terms, String holdId) {
        this.terms = terms;
        this.holdId = holdId;
    }

    /** Whether a grant or giving up was the outcome; undoing may go on. */
    public boolean ended() {
        return ended;
    }

    /** The id that a hold made by the next attempt has. */
    public String holdId() {
        return holdId;
    }

    /**
     * Decides what to do.
     *
     * @param event what happened
     * @param now read before any step is carried out
     * @param draws ids and chance
     * @return what to do, in this order
     */
    public List<AcquireStep> on(AcquireEvent event, Moment now, Draws draws) {
        if (event instanceof AcquireEvent.Applied applied) {
            return applied(applied, now, draws);
        }
        if (ended) {
            return List.of();
        }
        if (event instanceof AcquireEvent.Begin begin) {
            started = now;
            sighting = begin.sighting();
            return write(now, draws);
        }
        if (event instanceof AcquireEvent.RefusedUnseen refused) {
            return refusedUnseen(refused.recordVersion(), now);
        }
        if (event instanceof AcquireEvent.Refused refused) {
            return refused(refused, now, draws);
        }
        if (event instanceof AcquireEvent.Seen seen) {
            noteAnswer();
            resolveRefused(seen.row());
            return seen(seen.row(), seen.sighting(), now, draws);
        }
        if (event instanceof AcquireEvent.WriteFailed failed) {
            return writeFailed(failed.recordVersion(), now, draws);
        }
        if (event instanceof AcquireEvent.ReadFailed) {
            next = Next.READ;
            return failed(now, draws);
        }
        if (event instanceof AcquireEvent.Rejected rejected) {
            return rejected(rejected.recordVersion());
        }
        return event instanceof AcquireEvent.Due ? due(now, draws) : cancel();
    }

    private List<AcquireStep> write(Moment now, Draws draws) {
        if (unresolved.size() >= UNRESOLVED_MAX) {
            return startAfresh(now, draws);
        }
        Attempt attempt = new Attempt(draws.id(), now);
        inFlight = attempt.recordVersion();
        unresolved.add(attempt);
        boolean expired = sighting != null && sighting.expired(now.nanos(), terms.allowance());
        String takeOver = expired ? Objects.requireNonNull(sighting).recordVersion() : null;
        return List.of(new AcquireStep.Write(attempt, holdId, takeOver, timeoutNanos(now)));
    }

    private List<AcquireStep> read(Moment now) {
        next = Next.READ;
        return List.of(new AcquireStep.Read(timeoutNanos(now)));
    }

    /**
     * A try that does not wait has to be over within its patience, a waiter within its wait and one timeout: a request
     * that follows a late answer gets only what is left of that.
     */
    private long timeoutNanos(Moment now) {
        long whole = terms.lease().timeoutNanos();
        long all = terms.waits() ? Times.saturatedAdd(terms.maxWaitNanos(), whole) : terms.patienceNanos(answered);
        return Math.max(1, Math.min(whole, all - now.nanosSince(started)));
    }

    private List<AcquireStep> applied(AcquireEvent.Applied applied, Moment now, Draws draws) {
        String recordVersion = applied.recordVersion();
        Attempt attempt = applied.holdId().equals(holdId) ? attempt(recordVersion) : null;
        if (ended || attempt == null) {
            boolean ours = recordVersion.equals(granted);
            return ours ? List.of() : List.of(new AcquireStep.Undo(applied.holdId(), List.of(recordVersion)));
        }
        noteAnswer();
        inFlight = null;
        return cancelled ? end(AcquireStep.Reason.CANCELLED) : grant(attempt, now, draws);
    }

    private List<AcquireStep> grant(Attempt attempt, Moment now, Draws draws) {
        if (!terms.lease().trusts(attempt.sentAt(), now)) {
            return startAfresh(now, draws);
        }
        ended = true;
        granted = attempt.recordVersion();
        return List.of(new AcquireStep.Grant(attempt, holdId));
    }

    /** What the row shows of ours is of no use: free it and go on under a new id, since the old one is refused now. */
    private List<AcquireStep> startAfresh(Moment now, Draws draws) {
        List<AcquireStep> steps = new ArrayList<>(undo());
        unresolved.clear();
        holdId = draws.id();
        next = Next.WRITE;
        steps.addAll(failed(now, draws));
        return steps;
    }

    private void noteAnswer() {
        answered = true;
        failures = 0;
    }

    private List<AcquireStep> refusedUnseen(String recordVersion, Moment now) {
        noteAnswer();
        if (!recordVersion.equals(inFlight)) {
            return List.of();
        }
        inFlight = null;
        // It stays unresolved until the read: the SDK may have sent it twice, and what refused the second may be the
        // first.
        refusedUnseen = recordVersion;
        return cancelled ? end(AcquireStep.Reason.CANCELLED) : read(now);
    }

    private List<AcquireStep> refused(AcquireEvent.Refused refused, Moment now, Draws draws) {
        noteAnswer();
        boolean ours = refused.row().of(holdId);
        if (!ours) {
            resolve(refused.recordVersion());
        }
        boolean current = refused.recordVersion().equals(inFlight);
        if (current) {
            inFlight = null;
        }
        return current || ours ? seen(refused.row(), refused.sighting(), now, draws) : List.of();
    }

    private List<AcquireStep> rejected(@Nullable String recordVersion) {
        if (recordVersion != null) {
            resolve(recordVersion);
            if (!recordVersion.equals(inFlight)) {
                return List.of();
            }
            inFlight = null;
        }
        return end(cancelled ? AcquireStep.Reason.CANCELLED : AcquireStep.Reason.REJECTED);
    }

    private List<AcquireStep> seen(Row row, @Nullable Sighting seen, Moment now, Draws draws) {
        sighting = seen;
        if (row.of(holdId)) {
            return seenOurs(row, now, draws);
        }
        if (cancelled) {
            return end(AcquireStep.Reason.CANCELLED);
        }
        if (!row.held()) {
            return free(now, draws);
        }
        noteHolder(row, now);
        return busy(now, draws);
    }

    private List<AcquireStep> seenOurs(Row row, Moment now, Draws draws) {
        String version = row.recordVersion();
        Attempt attempt = version == null ? null : attempt(version);
        if (row.held() && attempt != null && !cancelled) {
            return grant(attempt, now, draws);
        }
        if (row.held() && attempt == null && version != null) {
            unresolved.add(new Attempt(version, now));
        }
        return cancelled ? end(AcquireStep.Reason.CANCELLED) : startAfresh(now, draws);
    }

    private List<AcquireStep> free(Moment now, Draws draws) {
        races++;
        if (races <= RACES_MAX) {
            return write(now, draws);
        }
        next = Next.WRITE;
        if (!terms.waits() || waitOver(now)) {
            return end(AcquireStep.Reason.BUSY);
        }
        return List.of(
                new AcquireStep.WaitFor(Math.min((long) (terms.pollMinNanos() * draws.fraction()), waitLeft(now))));
    }

    private void noteHolder(Row row, Moment now) {
        String id = row.holdId() != null ? row.holdId() : row.recordVersion();
        if (!Objects.equals(id, holder)) {
            holder = id;
            holderSinceNanos = now.nanos();
            races = 0;
        }
    }

    private List<AcquireStep> busy(Moment now, Draws draws) {
        if (!terms.waits() || waitOver(now)) {
            return end(AcquireStep.Reason.BUSY);
        }
        next = Next.READ;
        long heldNanos = now.nanos() - holderSinceNanos;
        long pause = Math.min(terms.pollMaxNanos(), Math.max(terms.pollMinNanos(), heldNanos / HELD_PER_PAUSE));
        long floor = terms.pollMinNanos() / 2;
        long jittered = floor + (long) ((pause - floor) * draws.fraction());
        long untilExpired = sighting == null ? Long.MAX_VALUE : sighting.untilExpired(now.nanos(), terms.allowance());
        return List.of(new AcquireStep.WaitFor(Math.min(Math.min(jittered, untilExpired), waitLeft(now))));
    }

    private boolean waitOver(Moment now) {
        return waitLeft(now) == 0;
    }

    private long waitLeft(Moment now) {
        return Math.max(0, terms.maxWaitNanos() - now.nanosSince(started));
    }

    private List<AcquireStep> writeFailed(String recordVersion, Moment now, Draws draws) {
        if (!recordVersion.equals(inFlight)) {
            return List.of();
        }
        inFlight = null;
        next = Next.WRITE;
        return cancelled ? end(AcquireStep.Reason.CANCELLED) : failed(now, draws);
    }

    private List<AcquireStep> failed(Moment now, Draws draws) {
        long left = terms.patienceNanos(answered) - now.nanosSince(started);
        if (left <= 0) {
            return end(AcquireStep.Reason.UNAVAILABLE);
        }
        long longest = terms.pollMinNanos() << Math.min(failures, BACKOFF_DOUBLINGS_MAX);
        failures++;
        long pause = (long) (Math.min(longest, terms.lease().timeoutNanos()) * draws.fraction());
        return List.of(new AcquireStep.WaitFor(Math.min(pause, left)));
    }

    private List<AcquireStep> due(Moment now, Draws draws) {
        if (inFlight != null) {
            return List.of();
        }
        if (terms.waits() && waitOver(now)) {
            return end(answered && failures == 0 ? AcquireStep.Reason.BUSY : AcquireStep.Reason.UNAVAILABLE);
        }
        boolean expired = sighting != null && sighting.expired(now.nanos(), terms.allowance());
        return next == Next.WRITE || expired ? write(now, draws) : read(now);
    }

    private List<AcquireStep> cancel() {
        cancelled = true;
        // A write that is under way decides first: undoing it before it is applied would be overtaken by it.
        return inFlight == null ? end(AcquireStep.Reason.CANCELLED) : List.of();
    }

    private List<AcquireStep> end(AcquireStep.Reason reason) {
        ended = true;
        List<AcquireStep> steps = new ArrayList<>();
        steps.add(new AcquireStep.GiveUp(reason));
        steps.addAll(undo());
        return steps;
    }

    private List<AcquireStep> undo() {
        if (unresolved.isEmpty()) {
            return List.of();
        }
        return List.of(new AcquireStep.Undo(
                holdId, unresolved.stream().map(Attempt::recordVersion).toList()));
    }

    private void resolveRefused(Row row) {
        if (refusedUnseen != null && !row.of(holdId)) {
            resolve(refusedUnseen);
        }
        refusedUnseen = null;
    }

    private void resolve(String recordVersion) {
        unresolved.removeIf(attempt -> attempt.recordVersion().equals(recordVersion));
    }

    private @Nullable Attempt attempt(String recordVersion) {
        for (Attempt attempt : unresolved) {
            if (attempt.recordVersion().equals(recordVersion)) {
                return attempt;
            }
        }
        return null;
    }
}
