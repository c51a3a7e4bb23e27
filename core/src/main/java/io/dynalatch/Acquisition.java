package io.dynalatch;

import java.time.Duration;
import java.util.function.Function;

/** What a call to acquire a lock came to. */
public sealed interface Acquisition {
    /**
     * The lock is held by the caller now.
     *
     * @param lock the hold, to be released by the caller
     */
    record Granted(HeldLock lock) implements Acquisition {}

    /**
     * Somebody else has the lock.
     *
     * @param holder what is known about the holder
     * @param waited how long the call waited; zero for {@code tryAcquire}
     */
    record Busy(LockView holder, Duration waited) implements Acquisition {}

    /**
     * Calls the function that fits.
     *
     * @param <T> what the functions answer
     * @param granted called with the hold
     * @param busy called with what is known about the other holder
     * @return what the function answered
     */
    default <T> T match(Function<? super HeldLock, ? extends T> granted, Function<? super Busy, ? extends T> busy) {
        if (this instanceof Granted g) {
            return granted.apply(g.lock());
        }
        return busy.apply((Busy) this);
    }

    /**
     * The lock, for callers to whom a busy lock is an error.
     *
     * @return the hold
     * @throws LockBusyException if somebody else has the lock
     */
    default HeldLock orThrow() {
        return match(lock -> lock, busy -> {
            throw new LockBusyException(busy.holder(), busy.waited());
        });
    }

    /**
     * Whether the lock was granted.
     *
     * @return true for {@link Granted}
     */
    default boolean granted() {
        return this instanceof Granted;
    }
}
