package io.dynalatch.spi;

/**
 * Elapsed time, for measuring only; its zero means nothing and it never runs backwards.
 *
 * <p>Implementations are thread-safe and cheap: {@code isHeld()} reads one.
 */
@FunctionalInterface
public interface TimeSource {
    /**
     * Nanoseconds since a fixed point that only this source knows.
     *
     * @return nanoseconds; differences of two readings are meaningful, single readings are not
     */
    long nanos();
}
