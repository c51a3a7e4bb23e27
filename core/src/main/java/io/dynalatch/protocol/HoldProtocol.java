package io.dynalatch.protocol;

import io.dynalatch.protocol.HoldStep.Ending;
import io.dynalatch.protocol.HoldStep.News;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One hold of a lock, from its grant to its one end: heartbeats, doubt, loss, release. Decides only: the caller carries
 * the steps out and tells what came of them. Not thread-safe.
 *
 * <p>What keeps it safe: trust counts from the first sending of the write that is known to have been applied, never
 * from an answer, a retry, or a read that shows "still ours"; the deadline needs no answer from anybody; a write whose
 * answer was lost is recognised by its own record version.
 */
public final class HoldProtocol {
    // A heartbeat's condition names each unresolved one before it; DynamoDB allows 100 operands of IN.
    private static final int ATTEMPTED_MAX = 64;
    private static final int UNCONFIRMED_WRITES_MAX = 16;
    private static final int BACKOFF_DOUBLINGS_MAX = 3;
    private static final int FIRST_BACKOFF_PER_TIMEOUT = 8;
    private static final int RELEASE_TIMEOUTS = 3;
    private static final long NEVER = Long.MAX_VALUE;

    private static final Set<Ending> OVERTAKEN =
            EnumSet.of(Ending.RELEASED, Ending.TAKEN_OVER, Ending.DELETED, Ending.FORCED);

    private enum Phase {
        ACTIVE,
        RELEASING,
        ENDED
    }

    private final LeaseTerms terms;
    private final String holdId;
    private final List<Attempt> attempted = new ArrayList<>();
    private final List<String> releases = new ArrayList<>();
    private Phase phase = Phase.ACTIVE;
    private Attempt confirmed;
    private @Nullable String inFlight;
    private boolean reading;
    private boolean suspect;
    private int failures;
    private @Nullable Throwable cause;
    private long beatAtNanos;
    private Moment releaseAsked = new Moment(0, 0);
    private boolean releaseUnanswered;
    private boolean overtaken;

    /**
     * Begins a hold.
     *
     * @param terms its times
     * @param holdId the id that the row shows
     * @param granted the acquire that the row shows
     */
    public HoldProtocol(LeaseTerms terms, String holdId, Attempt granted) {
        this.terms = terms;
        this.holdId = holdId;
        this.confirmed = granted;
        this.beatAtNanos = granted.sentAt().nanos() + terms.periodNanos();
    }

    /**
     * Whether the hold may be trusted now. Call {@link #on} with {@link HoldEvent.Due} before, if {@link #due} says so.
     */
    public boolean held(Moment now) {
        return phase == Phase.ACTIVE && !suspect && terms.trusts(confirmed.sentAt(), now);
    }

    /** Whether heartbeats fail and the deadline is near. */
    public boolean suspect() {
        return phase == Phase.ACTIVE && suspect;
    }

    /** Whether a heartbeat that had to wait is to be sent still: not after the hold or its lease has ended. */
    public boolean wants(Attempt beat, Moment now) {
        return phase == Phase.ACTIVE && beat.recordVersion().equals(inFlight) && terms.trusts(confirmed.sentAt(), now);
    }

    public boolean ended() {
        return phase == Phase.ENDED;
    }

    /** Monotonic nanoseconds for which the hold may be trusted without another heartbeat; 0 unless held. */
    public long remainingNanos(Moment now) {
        return held(now) ? terms.trustLeftNanos(confirmed.sentAt(), now) : 0;
    }

    /** Whether there is something to decide by the time alone. */
    public boolean due(Moment now) {
        long wake = wakeNanos();
        boolean byTimer = wake != NEVER && now.nanos() - wake >= 0;
        return byTimer || (phase == Phase.ACTIVE && !terms.trusts(confirmed.sentAt(), now));
    }

    /** When to tell {@link HoldEvent.Due} next, in monotonic nanoseconds; {@link Long#MAX_VALUE} for never. */
    public long wakeNanos() {
        if (phase == Phase.ENDED) {
            return NEVER;
        }
        boolean idle = inFlight == null && !reading;
        if (phase == Phase.RELEASING) {
            return idle ? beatAtNanos : NEVER;
        }
        long wake = suspect ? deadlineNanos() : suspectNanos();
        return idle && attempted.size() < ATTEMPTED_MAX ? earlier(beatAtNanos, wake) : wake;
    }

    /**
     * The same, seen from {@code now}: where the wall clock shows that the machine was suspended, the trust ends sooner
     * than the monotonic clock alone would say.
     */
    public long wakeNanos(Moment now) {
        long wake = wakeNanos();
        if (phase != Phase.ACTIVE) {
            return wake;
        }
        return earlier(wake, now.nanos() + Math.max(0, terms.trustLeftNanos(confirmed.sentAt(), now)));
    }

    // Monotonic times may run over the end of the number range; only their differences are compared.
    private static long earlier(long a, long b) {
        return a - b <= 0 ? a : b;
    }

    private long deadlineNanos() {
        return confirmed.sentAt().nanos() + terms.trustNanos();
    }

    /** Half-way between the time when a heartbeat was due and the deadline. */
    private long suspectNanos() {
        return confirmed.sentAt().nanos() + (terms.periodNanos() + terms.trustNanos()) / 2;
    }

    /**
     * Decides what to do.
     *
     * @param event what happened
     * @param now read before any step is carried out
     * @param draws ids and chance
     * @return what to do, in this order
     */
    public List<HoldStep> on(HoldEvent event, Moment now, Draws draws) {
        if (phase == Phase.ENDED) {
            return List.of();
        }
        if (event instanceof HoldEvent.Abandoned) {
            return end(Ending.CLOSED, cause);
        }
        if (phase == Phase.RELEASING) {
            return releasing(event, now, draws);
        }
        if (!terms.trusts(confirmed.sentAt(), now)) {
            return end(terms.ranOut(confirmed.sentAt(), now) ? Ending.EXPIRED : Ending.CLOCK_JUMP, cause);
        }
        if (event instanceof HoldEvent.Due) {
            return due(now, draws);
        }
        if (event instanceof HoldEvent.BeatAsked) {
            return inFlight == null && !reading ? beat(now, draws) : List.of();
        }
        if (event instanceof HoldEvent.WriteAsked) {
            return write(now, draws);
        }
        if (event instanceof HoldEvent.WriteCancelled cancelled) {
            return cancelled(cancelled.recordVersion());
        }
        if (event instanceof HoldEvent.BeatApplied applied) {
            return applied(applied.recordVersion(), now);
        }
        if (event instanceof HoldEvent.BeatRefused refused) {
            return refused(refused, now, draws);
        }
        if (event instanceof HoldEvent.BeatFailed failed) {
            return failed(failed.recordVersion(), failed.cause(), now, draws);
        }
        if (event instanceof HoldEvent.RowSeen seen) {
            reading = false;
            return found(seen.row(), now, draws);
        }
        if (event instanceof HoldEvent.ReadFailed failed) {
            reading = false;
            return retry(failed.cause(), now, draws);
        }
        return event instanceof HoldEvent.ReleaseAsked ? startRelease(now, draws) : List.of();
    }

    private List<HoldStep> due(Moment now, Draws draws) {
        List<HoldStep> steps = new ArrayList<>();
        if (!suspect && now.nanos() - suspectNanos() >= 0) {
            suspect = true;
            steps.add(new HoldStep.Tell(News.SUSPECTED, cause));
        }
        if (inFlight == null && !reading && now.nanos() - beatAtNanos >= 0) {
            steps.addAll(beat(now, draws));
        }
        return steps;
    }

    private List<HoldStep> beat(Moment now, Draws draws) {
        if (attempted.size() >= ATTEMPTED_MAX) {
            return List.of();
        }
        List<String> accepted = accepted();
        return List.of(new HoldStep.Beat(attempt(now, draws), accepted));
    }

    /** One write of a hold at a time: two would conflict in the store, and the later one could be refused. */
    private List<HoldStep> write(Moment now, Draws draws) {
        if (!free()) {
            return List.of();
        }
        if (attempted.size() >= UNCONFIRMED_WRITES_MAX) {
            return beat(now, draws); // Writes that are cancelled one after another must leave room for heartbeats.
        }
        List<String> accepted = accepted();
        return List.of(new HoldStep.Write(attempt(now, draws), accepted));
    }

    private List<HoldStep> cancelled(String recordVersion) {
        if (recordVersion.equals(inFlight)) {
            inFlight = null;
        }
        return List.of();
    }

    private Attempt attempt(Moment now, Draws draws) {
        Attempt attempt = new Attempt(draws.id(), now);
        attempted.add(attempt);
        inFlight = attempt.recordVersion();
        return attempt;
    }

    /** Whether a guarded write may be asked for now: no other write of this hold is on its way. */
    public boolean free() {
        return phase == Phase.ACTIVE && inFlight == null && !reading;
    }

    /** Whether a guarded write with this record version can still be applied, once it was sent. */
    public boolean open(String recordVersion) {
        return attempted(recordVersion) != null;
    }

    /** What the row may show if it is still ours. */
    private List<String> accepted() {
        List<String> versions = new ArrayList<>();
        versions.add(confirmed.recordVersion());
        attempted.forEach(attempt -> versions.add(attempt.recordVersion()));
        return List.copyOf(versions);
    }

    private List<HoldStep> applied(String recordVersion, Moment now) {
        Attempt attempt = attempted(recordVersion);
        return attempt == null ? List.of() : confirm(attempt, failures > 0, now);
    }

    /** The row has shown this attempt: trust counts from its own sending, whenever that was seen. */
    private List<HoldStep> confirm(Attempt attempt, boolean recovered, Moment now) {
        // Those sent before it can no longer be applied, since this one's version stood in the row; those sent after
        // can.
        attempted.subList(0, attempted.indexOf(attempt) + 1).clear();
        confirmed = attempt;
        if (inFlight != null && attempted(inFlight) == null) {
            inFlight = null;
        }
        failures = 0;
        cause = null;
        beatAtNanos = attempt.sentAt().nanos() + terms.periodNanos();
        List<HoldStep> steps = new ArrayList<>();
        if (recovered) {
            steps.add(new HoldStep.Tell(News.RECOVERED, null));
        }
        if (suspect && now.nanos() - suspectNanos() < 0) {
            suspect = false;
            steps.add(new HoldStep.Tell(News.REASSURED, null));
        }
        steps.add(new HoldStep.Confirmed(attempt.sentAt().nanos()));
        return steps;
    }

    private List<HoldStep> refused(HoldEvent.BeatRefused refused, Moment now, Draws draws) {
        if (attempted(refused.recordVersion()) == null) {
            return List.of();
        }
        if (refused.recordVersion().equals(inFlight)) {
            inFlight = null;
        }
        if (refused.row() != null) {
            return found(refused.row(), now, draws);
        }
        if (reading) {
            return List.of();
        }
        reading = true;
        return List.of(new HoldStep.Read());
    }

    /** What the row shows, after a refusal. */
    private List<HoldStep> found(Row row, Moment now, Draws draws) {
        if (!stillOurs(row)) {
            return end(lossBy(row), null);
        }
        Attempt attempt = attempted(row.recordVersion());
        if (attempt != null) {
            return confirm(attempt, true, now);
        }
        // The row shows what was confirmed before: nothing new, and above all no new lease.
        return retry(new IllegalStateException("heartbeat was refused although the row shows this hold"), now, draws);
    }

    private boolean stillOurs(Row row) {
        return row.held() && row.of(holdId) && accepted().contains(row.recordVersion());
    }

    private Ending lossBy(Row row) {
        if (row.standing() == Row.Standing.ABSENT) {
            return Ending.DELETED;
        }
        // Whoever changes a hold of ours without making one of its own has forced it.
        return row.of(holdId) || !row.held() ? Ending.FORCED : Ending.TAKEN_OVER;
    }

    private List<HoldStep> failed(String recordVersion, Throwable why, Moment now, Draws draws) {
        if (!recordVersion.equals(inFlight)) {
            return List.of();
        }
        inFlight = null;
        return retry(why, now, draws);
    }

    private List<HoldStep> retry(Throwable why, Moment now, Draws draws) {
        cause = why;
        beatAtNanos = now.nanos() + backoff(draws);
        return List.of(new HoldStep.Tell(News.BEAT_FAILED, why));
    }

    private long backoff(Draws draws) {
        long first = Math.max(1, terms.timeoutNanos() / FIRST_BACKOFF_PER_TIMEOUT);
        long half = (first << Math.min(failures, BACKOFF_DOUBLINGS_MAX)) / 2;
        failures++;
        return half + (long) (half * draws.fraction());
    }

    private List<HoldStep> startRelease(Moment now, Draws draws) {
        phase = Phase.RELEASING;
        releaseAsked = now;
        failures = 0;
        inFlight = null;
        reading = false;
        return release(now, draws);
    }

    private List<HoldStep> release(Moment now, Draws draws) {
        Attempt attempt = new Attempt(draws.id(), now);
        releases.add(attempt.recordVersion());
        inFlight = attempt.recordVersion();
        long left = RELEASE_TIMEOUTS * terms.timeoutNanos() - now.nanosSince(releaseAsked);
        return List.of(new HoldStep.Release(attempt, accepted(), Math.max(1, Math.min(terms.timeoutNanos(), left))));
    }

    private List<HoldStep> releasing(HoldEvent event, Moment now, Draws draws) {
        if (event instanceof HoldEvent.ReleaseApplied) {
            return end(Ending.RELEASED, null);
        }
        if (event instanceof HoldEvent.ReleaseRefused refused) {
            return releaseRefused(refused, now, draws);
        }
        if (event instanceof HoldEvent.RowSeen seen && reading) {
            reading = false;
            return releaseFound(seen.row(), now, draws);
        }
        if (event instanceof HoldEvent.ReadFailed failed && reading) {
            reading = false;
            return releaseRetry(failed.cause(), now, draws);
        }
        if (event instanceof HoldEvent.ReleaseFailed failed
                && failed.recordVersion().equals(inFlight)) {
            inFlight = null;
            releaseUnanswered = true;
            return failed.forGood()
                    ? end(Ending.RELEASE_UNKNOWN, failed.cause())
                    : releaseRetry(failed.cause(), now, draws);
        }
        boolean due = event instanceof HoldEvent.Due && inFlight == null && !reading;
        return due && now.nanos() - beatAtNanos >= 0 ? release(now, draws) : List.of();
    }

    private List<HoldStep> releaseRefused(HoldEvent.ReleaseRefused refused, Moment now, Draws draws) {
        if (refused.recordVersion().equals(inFlight)) {
            inFlight = null;
        }
        if (refused.row() != null) {
            return releaseFound(refused.row(), now, draws);
        }
        if (reading) {
            return List.of();
        }
        reading = true;
        return List.of(new HoldStep.Read());
    }

    private List<HoldStep> releaseFound(Row row, Moment now, Draws draws) {
        if (row.recordVersion() != null && releases.contains(row.recordVersion())) {
            return end(Ending.RELEASED, null);
        }
        if (stillOurs(row)) {
            return releaseRetry(
                    new IllegalStateException("release was refused although the row shows this hold"), now, draws);
        }
        if (!releaseUnanswered) {
            return end(lossBy(row), null);
        }
        // An earlier try had no answer. While our lease ran nobody could take the lock over, so that it must have been
        // that try which made room for what the row shows now.
        boolean ours = terms.trusts(confirmed.sentAt(), now);
        return end(ours ? Ending.RELEASED : Ending.RELEASE_UNKNOWN, cause);
    }

    private List<HoldStep> releaseRetry(Throwable why, Moment now, Draws draws) {
        cause = why;
        long pause = backoff(draws);
        if (now.nanosSince(releaseAsked) + pause >= RELEASE_TIMEOUTS * terms.timeoutNanos()) {
            return end(Ending.RELEASE_UNKNOWN, why);
        }
        beatAtNanos = now.nanos() + pause;
        return List.of();
    }

    /**
     * Whether the row is known to show something else than this hold, so that nothing more of it can be applied. Its
     * deadline alone says nothing about the row.
     */
    public boolean overtaken() {
        return overtaken;
    }

    private List<HoldStep> end(Ending ending, @Nullable Throwable why) {
        phase = Phase.ENDED;
        overtaken = OVERTAKEN.contains(ending);
        return List.of(new HoldStep.End(ending, why));
    }

    private @Nullable Attempt attempted(@Nullable String recordVersion) {
        for (Attempt attempt : attempted) {
            if (attempt.recordVersion().equals(recordVersion)) {
                return attempt;
            }
        }
        return null;
    }
}
