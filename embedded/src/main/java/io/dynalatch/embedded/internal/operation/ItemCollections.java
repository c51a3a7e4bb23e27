package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.internal.store.Table;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;

/** Item collections: the items of one partition key in a table that has a local index. */
final class ItemCollections {
    /**
     * The estimate of every collection, in gigabytes from and to. An exact one would cost a walk over the collection at
     * each write, and the bound that the numbers warn of, 10 GB, is far beyond what this engine is for.
     */
    private static final List<Double> ESTIMATE = List.of(0.0, 1.0);

    private ItemCollections() {}

    /** What to tell of the collection of {@code key}; null where nothing was asked or the table has no collections. */
    static @Nullable ItemCollectionMetrics metrics(boolean asked, Table table, Map<String, AttributeValue> key) {
        boolean collections = table.indexes().stream().anyMatch(index -> !index.global());
        if (!asked || !collections) {
            return null;
        }
        String partition = table.keys().partition().name();
        AttributeValue value = key.get(partition);
        return value == null
                ? null
                : ItemCollectionMetrics.builder()
                        .itemCollectionKey(Map.of(partition, value))
                        .sizeEstimateRangeGB(ESTIMATE)
                        .build();
    }
}
