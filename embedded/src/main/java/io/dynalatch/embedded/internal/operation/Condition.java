package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.BoundCondition;
import io.dynalatch.embedded.internal.store.StoredItem;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The condition of a write.
 *
 * @param expression what must hold, or null for a write that is always made
 * @param returnsItem whether a refusal carries the item
 */
record Condition(@Nullable BoundCondition expression, boolean returnsItem) {
    void check(@Nullable StoredItem before) {
        if (expression != null && !expression.test(before == null ? Map.of() : before.attributes())) {
            throw Refusal.conditionFailed(returnsItem && before != null ? before.attributes() : null);
        }
    }
}
