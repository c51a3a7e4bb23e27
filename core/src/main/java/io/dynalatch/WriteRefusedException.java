package io.dynalatch;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;

/**
 * A guarded write was cancelled for what the caller's own actions ran into: a condition of theirs, or something that
 * the store objects to. Nothing was written, nothing of it can be written later, and the lock is not lost by it.
 */
public final class WriteRefusedException extends DynalatchException {
    private static final long serialVersionUID = 1L;

    private final transient List<CancellationReason> reasons;

    /**
     * Makes the exception.
     *
     * @param message what was asked, of what, expected, found, what to do
     * @param cause what the SDK reported
     * @param reasons one for each of the caller's actions, in their order
     */
    public WriteRefusedException(String message, Throwable cause, List<CancellationReason> reasons) {
        super(message, cause);
        this.reasons = List.copyOf(reasons);
    }

    /**
     * Why, action by action: a code ({@code None} for those that were not the reason), and the item that was found
     * where the action asked for it ({@code returnValuesOnConditionCheckFailure}).
     *
     * @return one for each of the caller's actions, in their order; immutable
     */
    public List<CancellationReason> reasons() {
        return reasons;
    }
}
