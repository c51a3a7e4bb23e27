package io.dynalatch.protocol;

import org.jspecify.annotations.Nullable;

/** What happens to an acquire. */
public sealed interface AcquireEvent {
    /** The caller asks; {@code sighting} is what this client has watched of the lock, or null. */
    record Begin(@Nullable Sighting sighting) implements AcquireEvent {}

    /** The store says that the write of this hold with this record version was applied. */
    record Applied(String holdId, String recordVersion) implements AcquireEvent {}

    /** The store refused the write with this record version, without saying what it found. */
    record RefusedUnseen(String recordVersion) implements AcquireEvent {}

    /** The store refused the write with this record version; the row is what it found. */
    record Refused(String recordVersion, Row row, @Nullable Sighting sighting) implements AcquireEvent {}

    /** A consistent read was answered. */
    record Seen(Row row, @Nullable Sighting sighting) implements AcquireEvent {}

    /** A write was not answered, or with an error that a retry can help. */
    record WriteFailed(String recordVersion) implements AcquireEvent {}

    /** A read was not answered, or with an error that a retry can help. */
    record ReadFailed() implements AcquireEvent {}

    /** The store refused a request for good. {@code recordVersion} is that of the write, or null for a read. */
    record Rejected(@Nullable String recordVersion) implements AcquireEvent {}

    /** The time that was waited for has come. */
    record Due() implements AcquireEvent {}

    /** The caller does not want the lock any more. */
    record Cancelled() implements AcquireEvent {}
}
