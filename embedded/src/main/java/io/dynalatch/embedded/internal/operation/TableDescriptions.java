package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.internal.store.Index;
import io.dynalatch.embedded.internal.store.ItemStore;
import io.dynalatch.embedded.internal.store.KeySchema;
import io.dynalatch.embedded.internal.store.StoredItem;
import io.dynalatch.embedded.internal.store.Table;
import io.dynalatch.embedded.internal.store.Walk;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Describes tables as the service does. */
final class TableDescriptions {
    private static final int PAGE_BYTES_MAX = 1_048_576;

    private final ItemStore store;
    private final Tables tables;

    TableDescriptions(ItemStore store, Tables tables) {
        this.store = store;
        this.tables = tables;
    }

    /** Describes a table; costs a walk over its items for each index and for itself. */
    TableDescription of(Call call, Table table, TableStatus status) {
        ItemStore.Totals totals = store.totals(call.arrivedNanos(), table);
        TableDescription.Builder description = TableDescription.builder()
                .tableName(table.name())
                .tableArn(Tables.ARN_PREFIX + table.name())
                .tableId(id(table))
                .tableStatus(status)
                .creationDateTime(table.createdAt())
                .keySchema(elements(table.keys()))
                .attributeDefinitions(definitions(table))
                .provisionedThroughput(throughput(table.throughput()))
                .itemCount(totals.items())
                .tableSizeBytes(totals.bytes())
                .deletionProtectionEnabled(table.deletionProtected())
                .globalSecondaryIndexes(orNull(all(table, true, index -> global(call, table, index))))
                .localSecondaryIndexes(orNull(all(table, false, index -> local(call, table, index))));
        Table.Billing billing = table.billing();
        if (billing != null) {
            description.billingModeSummary(mode -> mode.billingMode(
                            table.throughput() == null ? BillingMode.PAY_PER_REQUEST : BillingMode.PROVISIONED)
                    .lastUpdateToPayPerRequestDateTime(billing.perRequestAt()));
        }
        return description.build();
    }

    private static <T> List<T> all(Table table, boolean global, Function<Index, T> description) {
        return table.indexes().stream()
                .filter(index -> index.global() == global)
                .map(description)
                .toList();
    }

    private static <T> @Nullable List<T> orNull(List<T> list) {
        return list.isEmpty() ? null : list;
    }

    private GlobalSecondaryIndexDescription global(Call call, Table table, Index index) {
        ItemStore.Totals totals = totals(call, table, index);
        boolean ready = tables.ready(index);
        return GlobalSecondaryIndexDescription.builder()
                .indexName(index.name())
                .indexArn(arn(table, index))
                .keySchema(elements(index.keys()))
                .projection(projection(index))
                .indexStatus(ready ? IndexStatus.ACTIVE : IndexStatus.CREATING)
                .backfilling(ready ? null : true)
                .provisionedThroughput(throughput(index.throughput()))
                .itemCount(totals.items())
                .indexSizeBytes(totals.bytes())
                .build();
    }

    private LocalSecondaryIndexDescription local(Call call, Table table, Index index) {
        ItemStore.Totals totals = totals(call, table, index);
        return LocalSecondaryIndexDescription.builder()
                .indexName(index.name())
                .indexArn(arn(table, index))
                .keySchema(elements(index.keys()))
                .projection(projection(index))
                .itemCount(totals.items())
                .indexSizeBytes(totals.bytes())
                .build();
    }

    private static String arn(Table table, Index index) {
        return Tables.ARN_PREFIX + table.name() + "/index/" + index.name();
    }

    private static Projection projection(Index index) {
        boolean include = !index.projection().names().isEmpty();
        ProjectionType other = include ? ProjectionType.INCLUDE : ProjectionType.KEYS_ONLY;
        return Projection.builder()
                .projectionType(index.projection().all() ? ProjectionType.ALL : other)
                .nonKeyAttributes(include ? index.projection().names() : null)
                .build();
    }

    /** Counts the entries of an index, a page at a time. */
    private ItemStore.Totals totals(Call call, Table table, Index index) {
        Walk walk = Walk.all(index, Integer.MAX_VALUE, PAGE_BYTES_MAX, item -> Entries.bytes(table, index, item));
        long items = 0;
        long bytes = 0;
        boolean more = true;
        while (more) { // Every page but the last has an item, and the walk goes on behind it.
            ItemStore.Page page = store.read(call.arrivedNanos(), table, walk);
            for (StoredItem item : page.items()) {
                items++;
                bytes += walk.bytes().applyAsInt(item);
            }
            more = page.stopped();
            if (more) {
                walk = walk.after(Pages.place(table, index, Pages.lastKey(table, index, page)));
            }
        }
        return new ItemStore.Totals(items, bytes);
    }

    /** An id that is the table's own without drawing a random one: another table never has both numbers in common. */
    private static String id(Table table) {
        String unique = table.id() + "/" + table.createdAt() + "/" + table.name();
        return UUID.nameUUIDFromBytes(unique.getBytes(StandardCharsets.UTF_8)).toString();
    }

    private static List<KeySchemaElement> elements(KeySchema keys) {
        List<KeySchemaElement> elements = new ArrayList<>();
        elements.add(element(keys.partition(), KeyType.HASH));
        if (keys.sort() != null) {
            elements.add(element(keys.sort(), KeyType.RANGE));
        }
        return elements;
    }

    private static KeySchemaElement element(KeySchema.Attribute attribute, KeyType type) {
        return KeySchemaElement.builder()
                .attributeName(attribute.name())
                .keyType(type)
                .build();
    }

    /** Each key attribute once, those of the table first. */
    private static List<AttributeDefinition> definitions(Table table) {
        Set<KeySchema.Attribute> attributes = new LinkedHashSet<>(table.keys().attributes());
        table.indexes().forEach(index -> attributes.addAll(index.keys().attributes()));
        return attributes.stream().map(TableDescriptions::definition).toList();
    }

    private static AttributeDefinition definition(KeySchema.Attribute attribute) {
        return AttributeDefinition.builder()
                .attributeName(attribute.name())
                .attributeType(attribute.type())
                .build();
    }

    private static ProvisionedThroughputDescription throughput(Table.@Nullable Throughput throughput) {
        return ProvisionedThroughputDescription.builder()
                .numberOfDecreasesToday(0L)
                .readCapacityUnits(throughput == null ? 0L : throughput.readUnits())
                .writeCapacityUnits(throughput == null ? 0L : throughput.writeUnits())
                .build();
    }
}
