package io.dynalatch.protocol;

import java.util.Objects;

/**
 * One write of a versioned item, from the state that its writer saw to the next version. Sent again without an answer
 * it stays the same write, with the same id; a new result is a new write.
 *
 * @param from what the writer saw, and the condition of the write
 * @param version the version that it makes
 * @param id its own id, used for no other write
 */
public record PlannedWrite(ItemState from, long version, String id) {
    public PlannedWrite {
        if (from.presence() == ItemState.Presence.VERSIONED && version <= from.version()) {
            throw new IllegalArgumentException("version " + version + " does not follow " + from.version());
        }
    }

    /** The write ids to store with the new version. */
    public WriteIds writeIds() {
        return from.writeIds().with(version, id);
    }

    /**
     * What became of this write. The entry for its version alone decides: the item's version may have been passed by
     * others since, and an equal version may be another's.
     *
     * @param found the item that a refusal carried, or that a consistent read showed after the write was sent
     * @param doubt whether a sending of this write had no answer
     */
    public Verdict judge(ItemState found, Doubt doubt) {
        String stamped = found.writeIds().of(version);
        if (id.equals(stamped)) {
            return Verdict.APPLIED;
        }
        if (stamped != null || doubt == Doubt.NONE) {
            return Verdict.NOT_APPLIED;
        }
        return from.present() && unchanged(found) ? Verdict.PENDING : Verdict.UNKNOWN;
    }

    private boolean unchanged(ItemState found) {
        return found.presence() == from.presence()
                && found.version() == from.version()
                && Objects.equals(found.writeId(), from.writeId());
    }

    /** Whether a sending of a write had no answer. */
    public enum Doubt {
        /** Each was answered: the store refused it. */
        NONE,
        /** One was not, and may have been applied, or may be still. */
        UNANSWERED
    }

    /** What became of a write. */
    public enum Verdict {
        /** It is in the item, or was in it before later writes. */
        APPLIED,
        /** Another write took its place, and it never will be applied. */
        NOT_APPLIED,
        /** The item is as the writer saw it. The same write may arrive yet, so only the same may be sent again. */
        PENDING,
        /** The trace is gone: the item was deleted, or written by one that keeps no write ids, or too often. */
        UNKNOWN
    }
}
