package io.dynalatch.embedded.internal.store;

import java.time.Clock;
import java.time.Duration;

/**
 * By which a store recognises that a joint change has been made already.
 *
 * @param name what the caller calls the change
 * @param content tells one change from another under the same name
 * @param clock by which its age is judged, which has to agree between all that use the store
 */
public record Token(String name, String content, Clock clock) {
    /** How long a change is remembered after it was made (AWS API reference, TransactWriteItems). */
    public static final Duration KEPT = Duration.ofMinutes(10);

    long nowMillis() {
        return clock.millis();
    }

    /** When what is remembered now is forgotten. */
    long untilMillis() {
        return clock.millis() + KEPT.toMillis();
    }
}
