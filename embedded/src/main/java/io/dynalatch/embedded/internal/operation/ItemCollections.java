package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.internal.store.Table;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;

/** Item collections: the items of one partition key in a table that has a local index. */
final class ItemCollections {
    /**
     * The estimate of every collection, in gigabytes from and to. An exact one would cost a walk over the collection at
     * each write, and the bound that the numbers warn of, 10 GB, is far beyond what this engine is for.
     */
    private static final List<Double> ESTIMATE = List.of(0.0, 1.0);

    private ItemCollections() {}

    /** What to tell of the collection of a written item; null where nothing was asked or the table has none. */
    static @Nullable ItemCollectionMetrics metrics(boolean asked, ItemWrite write) {
        Table table = write.table();
        boolean collections = table.indexes().stream().anyMatch(index -> !index.global());
        if (!asked || !collections) {
            return null;
        }
        Set<String> partition = Set.of(table.keys().partition().name());
        return ItemCollectionMetrics.builder()
                .itemCollectionKey(Keys.project(partition, write.attributes()))
                .sizeEstimateRangeGB(ESTIMATE)
                .build();
    }

    /** The same for several writes, by table and each collection once; null where there is nothing to tell. */
    static @Nullable Map<String, List<ItemCollectionMetrics>> metrics(boolean asked, List<ItemWrite> writes) {
        Map<String, Set<ItemCollectionMetrics>> byTable = new LinkedHashMap<>();
        for (ItemWrite write : writes) {
            ItemCollectionMetrics metrics = metrics(asked, write);
            if (metrics != null) {
                byTable.computeIfAbsent(write.table().name(), name -> new LinkedHashSet<>())
                        .add(metrics);
            }
        }
        Map<String, List<ItemCollectionMetrics>> listed = new LinkedHashMap<>();
        byTable.forEach((table, metrics) -> listed.put(table, List.copyOf(metrics)));
        return listed.isEmpty() ? null : listed;
    }
}
