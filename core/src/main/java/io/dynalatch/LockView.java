package io.dynalatch;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A lock as one look at its row showed it. It is out of date at once; nothing may be decided by it.
 *
 * @param name the lock
 * @param state what this client can say about it
 * @param owner who holds it or held it last, or null where the row names nobody
 * @param lease the lease in the row, or null where it has none
 * @param token the fencing token of the last hold, or null where the row has none
 * @param recordVersion the record version, or null where the row has none
 * @param holder what the holder says about itself, or null where it says nothing
 * @param data a read-only copy of the data on the row, or null where it has none
 * @param watched how long this client has seen this record version unchanged; zero at the first look
 */
public record LockView(
        LockName name,
        LockState state,
        @Nullable String owner,
        @Nullable Duration lease,
        @Nullable Long token,
        @Nullable String recordVersion,
        @Nullable HolderInfo holder,
        @Nullable ByteBuffer data,
        Duration watched) {

    /** Keeps the data from being changed through this view. */
    public LockView {
        data = data == null ? null : data.asReadOnlyBuffer();
    }

    @Override
    public @Nullable ByteBuffer data() {
        return data == null ? null : data.asReadOnlyBuffer();
    }

    /**
     * One line for people: who, where, since when, which token, how sure.
     *
     * @return text without the lock's name and without its data
     */
    public String describe() {
        if (state == LockState.FREE) {
            return "free, nobody holds it";
        }
        StringBuilder text = new StringBuilder();
        text.append(state == LockState.RELEASED ? "free, released by " : "held by ");
        text.append(owner == null ? "somebody who left no name" : "'" + owner + "'");
        if (holder != null) {
            appendHolder(text, holder);
        }
        if (token != null) {
            text.append(", token ").append(token);
        }
        if (state != LockState.RELEASED && lease != null) {
            text.append(", lease ").append(lease.toMillis()).append(" ms");
            appendJudgement(text);
        }
        return text.toString();
    }

    private static void appendHolder(StringBuilder text, HolderInfo holder) {
        if (holder.host() != null) {
            text.append(" on host ").append(holder.host());
        }
        if (holder.processId() != null) {
            text.append(" pid ").append(holder.processId());
        }
        if (holder.application() != null) {
            text.append(" application ").append(holder.application());
        }
        if (holder.since() != null) {
            text.append(" since ").append(holder.since());
        }
    }

    private void appendJudgement(StringBuilder text) {
        switch (state) {
            case EXPIRED -> text.append(", unchanged for its whole lease: expired");
            case UNWATCHED ->
                text.append(", watched for ")
                        .append(watched.toMillis())
                        .append(" ms: too short to say whether it is alive");
            default -> text.append(", alive");
        }
    }
}
