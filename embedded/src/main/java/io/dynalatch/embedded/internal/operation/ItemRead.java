package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.BoundProjection;
import io.dynalatch.embedded.internal.store.ItemKey;
import io.dynalatch.embedded.internal.store.Place;
import io.dynalatch.embedded.internal.store.StoredItem;
import io.dynalatch.embedded.internal.store.Table;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A read of one item that was checked.
 *
 * @param table where the item is
 * @param key which it is
 * @param projection what is picked out of it, or null for all
 */
record ItemRead(Table table, ItemKey key, @Nullable BoundProjection projection) {
    Place place() {
        return new Place(table, key);
    }

    /** What an answer shows of the item; null where it does not exist. */
    @Nullable
    Map<String, AttributeValue> shown(@Nullable StoredItem item) {
        if (item == null) {
            return null;
        }
        return projection == null ? item.attributes() : projection.apply(item.attributes());
    }
}
