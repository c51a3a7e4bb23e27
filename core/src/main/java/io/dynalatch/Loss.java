package io.dynalatch;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a hold was lost. */
public final class Loss {
    private final LockName name;
    private final long token;
    private final LossReason reason;
    private final @Nullable Throwable cause;

    /**
     * Describes a loss.
     *
     * @param name the lock
     * @param token the fencing token of the hold
     * @param reason why it ended
     * @param cause the last failure that led to it, or null where there was none
     */
    public Loss(LockName name, long token, LossReason reason, @Nullable Throwable cause) {
        this.name = name;
        this.token = token;
        this.reason = reason;
        this.cause = cause;
    }

    /**
     * The lock.
     *
     * @return its name
     */
    public LockName name() {
        return name;
    }

    /**
     * The fencing token of the hold.
     *
     * @return the token that no newer hold has
     */
    public long token() {
        return token;
    }

    /**
     * Why the hold ended.
     *
     * @return the reason
     */
    public LossReason reason() {
        return reason;
    }

    /**
     * The last failure that led to the loss.
     *
     * @return empty where the store answered all along, or answered nothing at all
     */
    public Optional<Throwable> cause() {
        return Optional.ofNullable(cause);
    }

    @Override
    public String toString() {
        return "lock '" + name + "' (token " + token + ") lost: " + reason + (cause == null ? "" : ", " + cause);
    }
}
