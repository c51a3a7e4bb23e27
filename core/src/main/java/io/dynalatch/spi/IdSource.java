package io.dynalatch.spi;

/**
 * Makes the ids of holds and record versions.
 *
 * <p>Safety rests on their uniqueness: two clients that draw the same id can both believe that they hold a lock.
 * Implementations are thread-safe.
 */
@FunctionalInterface
public interface IdSource {
    /**
     * A new id.
     *
     * @return 1 to 64 characters, never returned before by any source of any process
     */
    String next();
}
