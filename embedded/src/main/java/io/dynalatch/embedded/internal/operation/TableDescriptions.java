package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.internal.store.ItemStore;
import io.dynalatch.embedded.internal.store.KeySchema;
import io.dynalatch.embedded.internal.store.Table;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Describes tables as the service does. */
final class TableDescriptions {
    private TableDescriptions() {}

    static TableDescription of(Table table, TableStatus status, ItemStore.Totals totals) {
        TableDescription.Builder description = TableDescription.builder()
                .tableName(table.name())
                .tableArn(Tables.ARN_PREFIX + table.name())
                .tableId(id(table))
                .tableStatus(status)
                .creationDateTime(table.createdAt())
                .keySchema(elements(table.keys()))
                .attributeDefinitions(definitions(table.keys()))
                .provisionedThroughput(throughput(table))
                .itemCount(totals.items())
                .tableSizeBytes(totals.bytes())
                .deletionProtectionEnabled(false);
        if (table.throughput() == null) {
            description.billingModeSummary(mode ->
                    mode.billingMode(BillingMode.PAY_PER_REQUEST).lastUpdateToPayPerRequestDateTime(table.createdAt()));
        }
        return description.build();
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

    private static List<AttributeDefinition> definitions(KeySchema keys) {
        List<AttributeDefinition> definitions = new ArrayList<>();
        definitions.add(definition(keys.partition()));
        if (keys.sort() != null) {
            definitions.add(definition(keys.sort()));
        }
        return definitions;
    }

    private static AttributeDefinition definition(KeySchema.Attribute attribute) {
        return AttributeDefinition.builder()
                .attributeName(attribute.name())
                .attributeType(attribute.type())
                .build();
    }

    private static ProvisionedThroughputDescription throughput(Table table) {
        Table.Throughput throughput = table.throughput();
        return ProvisionedThroughputDescription.builder()
                .numberOfDecreasesToday(0L)
                .readCapacityUnits(throughput == null ? 0L : throughput.readUnits())
                .writeCapacityUnits(throughput == null ? 0L : throughput.writeUnits())
                .build();
    }
}
