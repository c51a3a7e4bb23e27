package io.dynalatch;

/**
 * Work done under a lock.
 *
 * @param <T> what it answers
 * @param <X> what it throws; {@code RuntimeException} where nothing checked
 */
@FunctionalInterface
public interface LockBody<T, X extends Exception> {
    /**
     * Does the work.
     *
     * @param lock the hold, for its token and to check on it; released by the caller of this method
     * @return the answer
     * @throws X whatever the work throws
     */
    T run(HeldLock lock) throws X;
}
