package io.dynalatch.protocol;

import org.jspecify.annotations.Nullable;

/** What happens to a hold. */
public sealed interface HoldEvent {
    /** Time has passed. */
    record Due() implements HoldEvent {}

    /** The user wants a heartbeat now. */
    record BeatAsked() implements HoldEvent {}

    /** The store says that the heartbeat with this record version was applied. */
    record BeatApplied(String recordVersion) implements HoldEvent {}

    /**
     * The store refused the heartbeat with this record version; the row is what it found, null where it did not say.
     */
    record BeatRefused(String recordVersion, @Nullable Row row) implements HoldEvent {}

    /** The heartbeat with this record version was not answered, or with an error. */
    record BeatFailed(String recordVersion, Throwable cause) implements HoldEvent {}

    /** A consistent read, asked for after a refusal that did not say what it found, was answered. */
    record RowSeen(Row row) implements HoldEvent {}

    /** That read was not answered, or with an error. */
    record ReadFailed(Throwable cause) implements HoldEvent {}

    /**
     * The user wants a guarded write sent: a transaction of his own that renews the lease where it is applied, and so
     * is a heartbeat in all that is decided here. Only while {@link HoldProtocol#free}.
     */
    record WriteAsked() implements HoldEvent {}

    /**
     * The store cancelled the guarded write with this record version for a reason that is not this hold's row. A late
     * copy of it may still be applied, until another write of this hold was.
     */
    record WriteCancelled(String recordVersion) implements HoldEvent {}

    /** The user wants the lock released. */
    record ReleaseAsked() implements HoldEvent {}

    /** The store says that the release with this record version was applied. */
    record ReleaseApplied(String recordVersion) implements HoldEvent {}

    /** The store refused the release; the row is what it found, null where it did not say. */
    record ReleaseRefused(String recordVersion, @Nullable Row row) implements HoldEvent {}

    /** The release was not answered, or with an error; {@code forGood} where a retry cannot help. */
    record ReleaseFailed(String recordVersion, Throwable cause, boolean forGood) implements HoldEvent {}

    /** The client is closed and does not wait any longer. */
    record Abandoned() implements HoldEvent {}
}
