package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.internal.store.ItemStore;
import io.dynalatch.embedded.internal.store.Table;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
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
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** The life of tables. */
public final class TableOperations {
    private static final int NAMES_MAX = 100;

    private final ItemStore store;
    private final Tables tables;
    private final Clock clock;
    private final Duration creationDelay;

    private final Operation<CreateTableRequest, CreateTableResponse> create = new Operation<>(
            "CreateTable",
            Set.of(
                    "AttributeDefinitions",
                    "TableName",
                    "KeySchema",
                    "BillingMode",
                    "ProvisionedThroughput",
                    "TableClass",
                    "DeletionProtectionEnabled"),
            this::create);
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
    }

    /** CreateTable. */
    public Operation<CreateTableRequest, CreateTableResponse> create() {
        return create;
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
        checkSupported(request);
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Table wanted = Table.plain(
                Tables.newName(request.tableName()),
                TableRequests.keys(request),
                TableRequests.throughput(request),
                now,
                now.plus(creationDelay));
        Table table = store.create(call.arrivedNanos(), wanted);
        if (table == null) {
            throw Refusal.inUse("Table already exists: " + wanted.name());
        }
        return call.answer(CreateTableResponse.builder()
                        .tableDescription(
                                TableDescriptions.of(table, TableStatus.CREATING, new ItemStore.Totals(0, 0))))
                .build();
    }

    private static void checkSupported(CreateTableRequest request) {
        if (Boolean.TRUE.equals(request.deletionProtectionEnabled())) {
            throw Unsupported.parameter("CreateTable", "DeletionProtectionEnabled=true");
        }
        if (request.tableClassAsString() != null && request.tableClass() != TableClass.STANDARD) {
            throw Unsupported.parameter("CreateTable", "TableClass=" + request.tableClassAsString());
        }
    }

    private DescribeTableResponse describe(Call call, DescribeTableRequest request) {
        Table table = tables.any(call, request.tableName());
        ItemStore.Totals totals = store.totals(call.arrivedNanos(), table);
        return call.answer(DescribeTableResponse.builder()
                        .table(TableDescriptions.of(table, tables.status(table), totals)))
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
        if (tables.status(table) == TableStatus.CREATING) {
            throw Refusal.inUse(
                    "Attempt to change a resource which is still in use: Table is being created: " + table.name());
        }
        ItemStore.Totals totals = store.totals(call.arrivedNanos(), table);
        if (!store.drop(call.arrivedNanos(), table)) {
            throw Refusal.notFound(Tables.NOT_FOUND + ": Table: " + table.name() + " not found");
        }
        return call.answer(DeleteTableResponse.builder()
                        .tableDescription(TableDescriptions.of(table, TableStatus.DELETING, totals)))
                .build();
    }
}
