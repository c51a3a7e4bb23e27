package io.dynalatch.embedded;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When an engine deletes by itself what has expired in tables with time to live. Until then expired items are read,
 * match conditions and can be renewed, as on DynamoDB. {@link EmbeddedDynamoDb#sweepExpired} works with each of them.
 *
 * <p>{@link #NEVER} is the default: the engine starts no thread then, and no item goes away because one of several
 * processes on a file has a wrong wall clock.
 */
public final class TtlSweep {
    /** Nothing is deleted. */
    public static final TtlSweep NEVER = new TtlSweep(null);

    /** The engine looks once a second, and deletes what has expired. */
    public static final TtlSweep AT_ONCE = new TtlSweep(Duration.ZERO);

    private static final Duration PAUSE_MIN = Duration.ofSeconds(1);
    private static final Duration PAUSE_MAX = Duration.ofMinutes(1);
    private static final int LOOKS = 10;
    private static final Duration DELAY_MAX = Duration.ofDays(30);

    private final @Nullable Duration delay;

    private TtlSweep(@Nullable Duration delay) {
        this.delay = delay;
    }

    /**
     * Deletes what expired some time ago, as DynamoDB does, which takes up to two days (AWS developer guide, Time to
     * Live).
     *
     * @param delay from the expiry of an item to its deletion, by the wall clock; 1 s to 30 days; kept to a tenth of
     *     it, at most to a minute
     * @throws IllegalArgumentException for a delay outside its bounds
     */
    public static TtlSweep late(Duration delay) {
        if (delay.compareTo(PAUSE_MIN) < 0 || delay.compareTo(DELAY_MAX) > 0) {
            throw new IllegalArgumentException("the delay of a late sweep must be between " + PAUSE_MIN + " and "
                    + DELAY_MAX + ", but was " + delay);
        }
        return new TtlSweep(delay);
    }

    /** From expiry to deletion; null where nothing is deleted. */
    @Nullable
    Duration delay() {
        return delay;
    }

    /** The time between two looks. */
    static Duration pause(Duration delay) {
        Duration tenth = delay.dividedBy(LOOKS);
        return tenth.compareTo(PAUSE_MIN) < 0 ? PAUSE_MIN : tenth.compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : tenth;
    }

    @Override
    public String toString() {
        return delay == null ? "never" : delay.isZero() ? "at once" : "late by " + delay;
    }
}
