package io.dynalatch;

/** The lock is not held any more; the protected work must stop. */
public final class LockLostException extends DynalatchException {
    private static final long serialVersionUID = 1L;

    private final transient Loss loss;

    /**
     * Makes the exception.
     *
     * @param loss how the hold was lost
     */
    public LockLostException(Loss loss) {
        super(
                "lock '" + loss.name() + "' was lost (" + loss.reason() + "): the hold with token " + loss.token()
                        + " ended; stop the protected work and acquire again",
                loss.cause().orElse(null));
        this.loss = loss;
    }

    /**
     * How the hold was lost.
     *
     * @return lock, token, reason and cause
     */
    public Loss loss() {
        return loss;
    }
}
