package io.dynalatch.protocol;

import org.jspecify.annotations.Nullable;

/**
 * What decides about a versioned write, read from the user's item.
 *
 * @param presence whether there is an item, and whether it has a version
 * @param version the version; 0 unless versioned
 * @param writeIds the ids of its last writes; none where the item has no version
 */
public record ItemState(Presence presence, long version, WriteIds writeIds) {
    /** Whether there is an item, and whether it has a version. */
    public enum Presence {
        /** There is no item. */
        ABSENT,
        /** There is an item whose version is absent or of type NULL. */
        UNVERSIONED,
        /** There is an item with a version. */
        VERSIONED
    }

    public ItemState {
        boolean bare = version == 0 && writeIds.byVersion().isEmpty();
        if (presence != Presence.VERSIONED && !bare) {
            throw new IllegalArgumentException("only a versioned item has a version and write ids");
        }
    }

    public static ItemState absent() {
        return new ItemState(Presence.ABSENT, 0, WriteIds.none());
    }

    public static ItemState unversioned() {
        return new ItemState(Presence.UNVERSIONED, 0, WriteIds.none());
    }

    public static ItemState versioned(long version, WriteIds writeIds) {
        return new ItemState(Presence.VERSIONED, version, writeIds);
    }

    public boolean present() {
        return presence != Presence.ABSENT;
    }

    /** The id of the write that made the current version, or null where the item has none. */
    public @Nullable String writeId() {
        return presence == Presence.VERSIONED ? writeIds.of(version) : null;
    }
}
