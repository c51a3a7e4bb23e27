package io.dynalatch.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a hold wants done. */
public sealed interface HoldStep {
    /**
     * Send a heartbeat: set the attempt's record version where the row shows this hold with one of the accepted ones.
     *
     * @param attempt the record version to set; its time was read before this step was made
     * @param accepted the last confirmed record version and all attempted since; the first is the confirmed one
     */
    record Beat(Attempt attempt, List<String> accepted) implements HoldStep {}

    /** Send a guarded write, which sets the attempt's record version under the condition of a heartbeat. */
    record Write(Attempt attempt, List<String> accepted) implements HoldStep {}

    /** Send a consistent read. */
    record Read() implements HoldStep {}

    /**
     * Send a release, conditioned like a heartbeat.
     *
     * @param timeoutNanos how long to await the answer
     */
    record Release(Attempt attempt, List<String> accepted, long timeoutNanos) implements HoldStep {}

    /** A heartbeat that was sent at {@code sentNanos} at the earliest is confirmed. */
    record Confirmed(long sentNanos) implements HoldStep {}

    /** Tell the listeners. */
    record Tell(News news, @Nullable Throwable cause) implements HoldStep {}

    /** The hold is over. The last step of every hold, exactly once. */
    record End(Ending ending, @Nullable Throwable cause) implements HoldStep {}

    /** What listeners are told before the end. */
    enum News {
        BEAT_FAILED,
        RECOVERED,
        SUSPECTED,
        REASSURED
    }

    /** How a hold ends. */
    enum Ending {
        EXPIRED,
        CLOCK_JUMP,
        TAKEN_OVER,
        DELETED,
        FORCED,
        CLOSED,
        RELEASED,
        RELEASE_UNKNOWN
    }
}
