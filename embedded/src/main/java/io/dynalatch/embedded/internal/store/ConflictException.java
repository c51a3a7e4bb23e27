package io.dynalatch.embedded.internal.store;

import java.util.Set;

/** An item is part of a joint change that is running; nothing was changed. */
public final class ConflictException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Set<Integer> positions;

    ConflictException(Set<Integer> positions) {
        super("a joint change of the item is running", null, false, false);
        this.positions = Set.copyOf(positions);
    }

    /** Which places of the refused request are in use, counted from 0. */
    public Set<Integer> positions() {
        return positions;
    }
}
