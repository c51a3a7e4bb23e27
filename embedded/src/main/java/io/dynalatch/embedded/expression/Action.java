package io.dynalatch.embedded.expression;

import org.jspecify.annotations.Nullable;

/**
 * One action of a parsed update, its placeholders still open.
 *
 * @param section which it is
 * @param target the path that it changes
 * @param value the right-hand side of SET, the placeholder of ADD and DELETE; null for REMOVE
 */
record Action(Section section, Path target, @Nullable Node value) {
    enum Section {
        SET,
        REMOVE,
        ADD,
        DELETE;

        /** Whether an action of this section creates an item that does not exist. */
        boolean creates() {
            return this == SET || this == ADD;
        }
    }
}
