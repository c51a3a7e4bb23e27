package io.dynalatch.embedded.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * What to do with one item, decided while nobody else can change it.
 *
 * @param <T> what the decision answers to its caller
 */
@FunctionalInterface
public interface Change<T> {
    /**
     * Decides. Runs once, or not at all; must be short, without I/O and without effect elsewhere. What it throws leaves
     * the item as it was and reaches the caller.
     *
     * @param before the item, or null where it does not exist
     */
    Decision<T> decide(@Nullable StoredItem before);

    /**
     * An effect on the item, and the answer.
     *
     * @param effect what happens to the item
     * @param item the item to store, null unless the effect is {@link Effect#PUT}
     * @param answer for the caller
     * @param <T> what the decision answers
     */
    record Decision<T>(Effect effect, @Nullable StoredItem item, T answer) {
        /** Leaves the item as it is. */
        public static <T> Decision<T> keep(T answer) {
            return new Decision<>(Effect.KEEP, null, answer);
        }

        /** Stores the item in the place of what was there. */
        public static <T> Decision<T> put(StoredItem item, T answer) {
            return new Decision<>(Effect.PUT, item, answer);
        }

        /** Removes the item, if there is one. */
        public static <T> Decision<T> remove(T answer) {
            return new Decision<>(Effect.REMOVE, null, answer);
        }
    }

    /** What a decision does to the item. */
    enum Effect {
        /** Nothing. */
        KEEP,
        /** Stores it. */
        PUT,
        /** Removes it. */
        REMOVE
    }
}
