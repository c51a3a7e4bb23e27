package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.internal.store.Index;
import io.dynalatch.embedded.internal.store.ItemStore;
import io.dynalatch.embedded.internal.store.KeySchema;
import io.dynalatch.embedded.internal.store.Table;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTablesResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;

/** The life of tables. */
public final class TableOperations {
    private static final int NAMES_MAX = 100;

    private final ItemStore store;
    private final Tables tables;
    private final Clock clock;
    private final Duration creationDelay;
    private final TableDescriptions descriptions;

    private final Operation<CreateTableRequest, CreateTableResponse> create = new Operation<>(
            "CreateTable",
            Set.of(
                    "AttributeDefinitions",
                    "TableName",
                    "KeySchema",
                    "BillingMode",
                    "ProvisionedThroughput",
                    "LocalSecondaryIndexes",
                    "GlobalSecondaryIndexes",
                    "Tags",
                    "TableClass",
                    "DeletionProtectionEnabled"),
            this::create);
    private final Operation<UpdateTableRequest, UpdateTableResponse> update = new Operation<>(
            "UpdateTable",
            Set.of(
                    "AttributeDefinitions",
                    "TableName",
                    "BillingMode",
                    "ProvisionedThroughput",
                    "GlobalSecondaryIndexUpdates",
                    "TableClass",
                    "DeletionProtectionEnabled"),
            this::update);
    private final Operation<DescribeTableRequest, DescribeTableResponse> describe =
            new Operation<>("DescribeTable", Set.of("TableName"), this::describe);
    private final Operation<ListTablesRequest, ListTablesResponse> list =
            new Operation<>("ListTables", Set.of("ExclusiveStartTableName", "Limit"), this::list);
    private final Operation<DeleteTableRequest, DeleteTableResponse> delete =
            new Operation<>("DeleteTable", Set.of("TableName"), this::delete);

    TableOperations(ItemStore store, Tables tables, Clock clock, Duration creationDelay) {
        this.store = store;
        this.tables = tables;
        this.clock = clock;
        this.creationDelay = creationDelay;
        this.descriptions = new TableDescriptions(store, tables);
    }

    /** CreateTable. */
    public Operation<CreateTableRequest, CreateTableResponse> create() {
        return create;
    }

    /** UpdateTable. */
    public Operation<UpdateTableRequest, UpdateTableResponse> update() {
        return update;
    }

    /** DescribeTable. */
    public Operation<DescribeTableRequest, DescribeTableResponse> describe() {
        return describe;
    }

    /** ListTables. */
    public Operation<ListTablesRequest, ListTablesResponse> list() {
        return list;
    }

    /** DeleteTable. */
    public Operation<DeleteTableRequest, DeleteTableResponse> delete() {
        return delete;
    }

    private CreateTableResponse create(Call call, CreateTableRequest request) {
        checkClass("CreateTable", request.tableClassAsString());
        Table wanted = wanted(request);
        Table table = store.create(call.arrivedNanos(), wanted);
        if (table == null) {
            throw Refusal.inUse("Table already exists: " + wanted.name());
        }
        return call.answer(CreateTableResponse.builder()
                        .tableDescription(descriptions.of(call, table, TableStatus.CREATING)))
                .build();
    }

    private Table wanted(CreateTableRequest request) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Instant activeAt = now.plus(creationDelay);
        String name = Tables.newName(request.tableName());
        Map<String, ScalarAttributeType> types = TableRequests.types(request.attributeDefinitions());
        KeySchema keys = TableRequests.keys(request.keySchema(), types);
        Table.Throughput throughput = TableRequests.throughput(request);
        boolean perRequest = throughput == null;
        List<Index> indexes = IndexRequests.of(request, keys, types, perRequest, activeAt);
        TableRequests.checkAllUsed(types, keys, indexes);
        return Table.plain(name, keys, throughput, now, activeAt)
                .withThroughput(throughput, perRequest ? new Table.Billing(now) : null)
                .withIndexes(indexes)
                .withTags(TagOperations.checked(request.tags()))
                .withDeletionProtected(Boolean.TRUE.equals(request.deletionProtectionEnabled()));
    }

    private static void checkClass(String operation, @Nullable String asked) {
        if (asked != null && !asked.equals(TableClass.STANDARD.toString())) {
            throw Unsupported.parameter(operation, "TableClass=" + asked);
        }
    }

    private UpdateTableResponse update(Call call, UpdateTableRequest request) {
        checkClass("UpdateTable", request.tableClassAsString());
        TableUpdates.check(request);
        Table table = tables.any(call, request.tableName());
        checkNotCreating(table);
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Instant activeAt = now.plus(creationDelay);
        Table altered = store.alter(
                call.arrivedNanos(), table, current -> TableUpdates.applied(current, request, now, activeAt));
        return call.answer(UpdateTableResponse.builder()
                        .tableDescription(descriptions.of(call, altered, TableStatus.UPDATING)))
                .build();
    }

    private void checkNotCreating(Table table) {
        if (tables.status(table) == TableStatus.CREATING) {
            throw Refusal.inUse(
                    "Attempt to change a resource which is still in use: Table is being created: " + table.name());
        }
    }

    private DescribeTableResponse describe(Call call, DescribeTableRequest request) {
        Table table = tables.any(call, request.tableName());
        return call.answer(DescribeTableResponse.builder().table(descriptions.of(call, table, tables.status(table))))
                .build();
    }

    private ListTablesResponse list(Call call, ListTablesRequest request) {
        int limit = limit(request.limit());
        String after = request.exclusiveStartTableName() == null ? "" : request.exclusiveStartTableName();
        List<String> found = store.names(call.arrivedNanos(), after, limit + 1);
        boolean more = found.size() > limit;
        List<String> names = more ? found.subList(0, limit) : found;
        return call.answer(ListTablesResponse.builder()
                        .tableNames(names)
                        .lastEvaluatedTableName(more ? names.get(limit - 1) : null))
                .build();
    }

    private static int limit(@Nullable Integer asked) {
        if (asked == null) {
            return NAMES_MAX;
        }
        if (asked < 1) {
            throw Refusal.constraint("Limit", "Member must have value greater than or equal to 1");
        }
        if (asked > NAMES_MAX) {
            throw Refusal.constraint("Limit", "Member must have value less than or equal to " + NAMES_MAX);
        }
        return asked;
    }

    private DeleteTableResponse delete(Call call, DeleteTableRequest request) {
        Table table = tables.any(call, request.tableName());
        checkNotCreating(table);
        if (table.deletionProtected()) {
            throw Refusal.validation("Resource cannot be deleted as it is currently protected against deletion. Disable"
                    + " deletion protection first.");
        }
        TableDescription description = descriptions.of(call, table, TableStatus.DELETING);
        if (!store.drop(call.arrivedNanos(), table)) {
            throw Refusal.notFound(Tables.NOT_FOUND + ": Table: " + table.name() + " not found");
        }
        return call.answer(DeleteTableResponse.builder().tableDescription(description))
                .build();
    }
}
