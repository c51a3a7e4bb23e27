package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.internal.store.Index;
import io.dynalatch.embedded.internal.store.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/** What UpdateTable makes of a table. */
final class TableUpdates {
    private static final String INVALID = "One or more parameter values were invalid: ";

    private TableUpdates() {}

    /** Refuses a request that asks for nothing. */
    static void check(UpdateTableRequest request) {
        boolean asks = request.billingModeAsString() != null
                || request.provisionedThroughput() != null
                || request.hasGlobalSecondaryIndexUpdates()
                || request.deletionProtectionEnabled() != null
                || request.tableClassAsString() != null;
        if (!asks) {
            throw Refusal.validation("At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled,"
                    + " GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is required");
        }
        TableRequests.checkBillingMode(request.billingModeAsString(), request.billingMode());
    }

    static Table applied(Table table, UpdateTableRequest request, Instant now, Instant indexActiveAt) {
        Table changed = paid(table, request, now);
        if (request.hasGlobalSecondaryIndexUpdates()) {
            changed = indexed(changed, request, indexActiveAt);
        }
        checkPaidAlike(changed);
        Boolean isProtected = request.deletionProtectionEnabled();
        return isProtected == null ? changed : changed.withDeletionProtected(isProtected);
    }

    private static Table paid(Table table, UpdateTableRequest request, Instant now) {
        ProvisionedThroughput asked = request.provisionedThroughput();
        boolean perRequest = request.billingMode() == null
                ? table.throughput() == null
                : request.billingMode() == BillingMode.PAY_PER_REQUEST;
        if (perRequest) {
            if (asked != null) {
                throw TableRequests.notBoth();
            }
            boolean already = table.throughput() == null;
            return already ? table : perRequest(table, now);
        }
        if (asked == null) {
            if (table.throughput() == null) {
                throw TableRequests.needsUnits();
            }
            return table;
        }
        Table.Throughput wanted = TableRequests.throughput(asked);
        if (wanted.equals(table.throughput())) {
            throw Refusal.validation("The provisioned throughput for the table will not change. The requested value"
                    + " equals the current value. Current ReadCapacityUnits provisioned for the table: "
                    + wanted.readUnits() + ". Requested ReadCapacityUnits: " + wanted.readUnits()
                    + ". Current WriteCapacityUnits provisioned for the table: " + wanted.writeUnits()
                    + ". Requested WriteCapacityUnits: " + wanted.writeUnits() + ".");
        }
        return table.withThroughput(wanted, table.billing());
    }

    private static Table perRequest(Table table, Instant now) {
        List<Index> indexes = table.indexes().stream()
                .map(index -> index.withThroughput(null))
                .toList();
        return table.withThroughput(null, new Table.Billing(now)).withIndexes(indexes);
    }

    /** An index is paid as its table is; who switches a table back says the units of each of its indexes. */
    private static void checkPaidAlike(Table table) {
        for (Index index : table.indexes()) {
            if (index.global() && (index.throughput() == null) != (table.throughput() == null)) {
                throw Refusal.validation(
                        INVALID + "ProvisionedThroughput must be specified for index: " + index.name());
            }
        }
    }

    private static Table indexed(Table table, UpdateTableRequest request, Instant activeAt) {
        List<GlobalSecondaryIndexUpdate> updates = request.globalSecondaryIndexUpdates();
        if (updates.isEmpty()) {
            throw Refusal.validation(INVALID + "List of GlobalSecondaryIndexUpdates is empty");
        }
        long structural = updates.stream()
                .filter(update -> update.create() != null || update.delete() != null)
                .count();
        if (structural > 1) {
            throw Refusal.limitExceeded("Subscriber limit exceeded: Only 1 online index can be created or deleted"
                    + " simultaneously per table");
        }
        List<Index> indexes = new ArrayList<>(table.indexes());
        for (GlobalSecondaryIndexUpdate update : updates) {
            apply(table, indexes, update, request, activeAt);
        }
        return table.withIndexes(indexes);
    }

    private static void apply(
            Table table,
            List<Index> indexes,
            GlobalSecondaryIndexUpdate update,
            UpdateTableRequest request,
            Instant activeAt) {
        boolean perRequest = table.throughput() == null;
        if (update.create() != null) {
            Map<String, ScalarAttributeType> types = TableRequests.types(request.attributeDefinitions());
            TableRequests.checkSameTypes(table, types);
            indexes.add(IndexRequests.added(update.create(), types, perRequest, activeAt));
            if (indexes.stream().filter(Index::global).count() > IndexRequests.GLOBAL_MAX) {
                throw IndexRequests.tooMany("GlobalSecondaryIndex", IndexRequests.GLOBAL_MAX);
            }
            IndexRequests.checkTogether(indexes);
        } else if (update.delete() != null) {
            indexes.remove(global(indexes, update.delete().indexName(), table));
        } else if (update.update() != null) {
            replace(table, indexes, update.update(), perRequest);
        } else {
            throw Refusal.validation(INVALID + "One of GlobalSecondaryIndexUpdate.Update,"
                    + " GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null");
        }
    }

    private static void replace(
            Table table, List<Index> indexes, UpdateGlobalSecondaryIndexAction asked, boolean perRequest) {
        if (asked.onDemandThroughput() != null || asked.warmThroughput() != null) {
            throw Unsupported.parameter("UpdateTable", "OnDemandThroughput or WarmThroughput of an index");
        }
        Index index = global(indexes, asked.indexName(), table);
        Index changed =
                index.withThroughput(IndexRequests.throughput(index.name(), asked.provisionedThroughput(), perRequest));
        indexes.set(indexes.indexOf(index), changed);
    }

    private static Index global(List<Index> indexes, @Nullable String name, Table table) {
        return indexes.stream()
                .filter(index -> index.global() && index.name().equals(name))
                .findFirst()
                .orElseThrow(() -> Refusal.notFound(
                        Tables.NOT_FOUND + ": Index: " + name + " of table: " + table.name() + " not found"));
    }
}
