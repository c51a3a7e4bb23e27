package io.dynalatch.embedded.internal.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to do with several items, decided while nobody else can change any of them.
 *
 * @param <T> what the decision answers to its caller
 */
@FunctionalInterface
public interface JointChange<T> {
    /**
     * Decides. Runs once, or not at all; must be short, without I/O and without effect elsewhere. What it throws leaves
     * all items as they were, remembers no token and reaches the caller.
     *
     * @param before the items in the order of the places, null where one does not exist; unmodifiable
     * @param remembered what was remembered of the first call with this token, or null where there was none
     */
    Decisions<T> decide(List<@Nullable StoredItem> before, @Nullable String remembered);

    /**
     * The effects on all items, and the answer.
     *
     * @param each one decision for each place, in their order; or empty, which keeps all
     * @param answer for the caller
     * @param <T> what the decision answers
     */
    record Decisions<T>(List<? extends Change.Decision<?>> each, T answer) {
        /** Leaves all items as they are. */
        public static <T> Decisions<T> keep(T answer) {
            return new Decisions<>(List.of(), answer);
        }
    }
}
