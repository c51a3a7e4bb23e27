package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.Values;
import io.dynalatch.embedded.internal.store.Index;
import io.dynalatch.embedded.internal.store.KeySchema;
import io.dynalatch.embedded.internal.store.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Checks the indexes that CreateTable and UpdateTable are asked for. */
final class IndexRequests {
    /** Bounds of a table (AWS developer guide, Service quotas). */
    static final int GLOBAL_MAX = 20;

    private static final int LOCAL_MAX = 5;
    private static final int PROJECTED_MAX = 100;
    private static final int NAME_MIN = 3;
    private static final int NAME_MAX = 255;
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_.-]+");
    private static final String INVALID = "One or more parameter values were invalid: ";

    private IndexRequests() {}

    /** The indexes of a new table, the local ones first. */
    static List<Index> of(
            CreateTableRequest request,
            KeySchema table,
            Map<String, ScalarAttributeType> types,
            boolean perRequest,
            Instant activeAt) {
        List<Index> indexes = new ArrayList<>();
        checkNotEmpty("LocalSecondaryIndexes", request.hasLocalSecondaryIndexes(), request.localSecondaryIndexes());
        checkNotEmpty("GlobalSecondaryIndexes", request.hasGlobalSecondaryIndexes(), request.globalSecondaryIndexes());
        if (request.localSecondaryIndexes().size() > LOCAL_MAX) {
            throw tooMany("LocalSecondaryIndex", LOCAL_MAX);
        }
        if (request.globalSecondaryIndexes().size() > GLOBAL_MAX) {
            throw tooMany("GlobalSecondaryIndex", GLOBAL_MAX);
        }
        request.localSecondaryIndexes().forEach(index -> indexes.add(local(index, table, types, activeAt)));
        request.globalSecondaryIndexes().forEach(index -> indexes.add(global(index, types, perRequest, activeAt)));
        checkTogether(indexes);
        return indexes;
    }

    private static void checkNotEmpty(String parameter, boolean present, List<?> indexes) {
        if (present && indexes.isEmpty()) {
            throw Refusal.validation(INVALID + "List of " + parameter + " is empty");
        }
    }

    static Refusal tooMany(String kind, int max) {
        return Refusal.validation(INVALID + kind + " count exceeds the per-table limit of " + max);
    }

    /** What the indexes of one table must not be beside each other. */
    static void checkTogether(List<Index> indexes) {
        Set<String> names = new HashSet<>();
        int projected = 0;
        for (Index index : indexes) {
            if (!names.add(index.name())) {
                throw Refusal.validation(INVALID + "Duplicate index name: " + index.name());
            }
            projected += index.projection().names().size();
        }
        if (projected > PROJECTED_MAX) {
            throw Refusal.validation(INVALID + "Number of projected attributes over all indexes exceeds the limit of "
                    + PROJECTED_MAX + "; projected attributes: " + projected);
        }
    }

    private static Index local(
            LocalSecondaryIndex asked, KeySchema table, Map<String, ScalarAttributeType> types, Instant activeAt) {
        String name = name(asked.indexName());
        KeySchema keys = TableRequests.keys(asked.keySchema(), types);
        if (table.sort() == null) {
            throw Refusal.validation(INVALID
                    + "Table KeySchema does not have a range key, which is required when specifying a"
                    + " LocalSecondaryIndex");
        }
        if (keys.sort() == null) {
            throw Refusal.validation(INVALID + "Index KeySchema does not have a range key for index: " + name);
        }
        if (!keys.partition().equals(table.partition())) {
            throw Refusal.validation(INVALID
                    + "Index KeySchema does not have the same leading hash key as table KeySchema for index: " + name
                    + ". index hash key: " + keys.partition().name() + ", table hash key: "
                    + table.partition().name());
        }
        return new Index(name, false, keys, projection(asked.projection()), null, activeAt);
    }

    private static Index global(
            GlobalSecondaryIndex asked, Map<String, ScalarAttributeType> types, boolean perRequest, Instant activeAt) {
        refuse(asked.onDemandThroughput(), "OnDemandThroughput");
        refuse(asked.warmThroughput(), "WarmThroughput");
        return new Index(
                name(asked.indexName()),
                true,
                TableRequests.keys(asked.keySchema(), types),
                projection(asked.projection()),
                throughput(asked.indexName(), asked.provisionedThroughput(), perRequest),
                activeAt);
    }

    /** The index that UpdateTable is to add. */
    static Index added(
            CreateGlobalSecondaryIndexAction asked,
            Map<String, ScalarAttributeType> types,
            boolean perRequest,
            Instant activeAt) {
        return global(
                GlobalSecondaryIndex.builder()
                        .indexName(asked.indexName())
                        .keySchema(asked.keySchema())
                        .projection(asked.projection())
                        .provisionedThroughput(asked.provisionedThroughput())
                        .onDemandThroughput(asked.onDemandThroughput())
                        .warmThroughput(asked.warmThroughput())
                        .build(),
                types,
                perRequest,
                activeAt);
    }

    private static void refuse(@Nullable Object member, String name) {
        if (member != null) {
            throw Unsupported.parameter("GlobalSecondaryIndex", name);
        }
    }

    static Table.@Nullable Throughput throughput(
            @Nullable String index, @Nullable ProvisionedThroughput asked, boolean perRequest) {
        if (perRequest && asked != null) {
            throw Refusal.validation(INVALID + "ProvisionedThroughput should not be specified for index: " + index
                    + " when BillingMode is PAY_PER_REQUEST");
        }
        if (!perRequest && asked == null) {
            throw Refusal.validation(INVALID + "ProvisionedThroughput must be specified for index: " + index);
        }
        return asked == null ? null : TableRequests.throughput(asked);
    }

    private static String name(@Nullable String name) {
        if (name == null || name.length() < NAME_MIN || name.length() > NAME_MAX) {
            throw Refusal.constraint("IndexName", "Member must have length between " + NAME_MIN + " and " + NAME_MAX);
        }
        if (!NAME.matcher(name).matches()) {
            throw Refusal.constraint("IndexName", "Member must satisfy regular expression pattern: " + NAME);
        }
        return name;
    }

    private static Index.Projection projection(@Nullable Projection asked) {
        ProjectionType type = asked == null ? null : asked.projectionType();
        if (asked == null || type == null || type == ProjectionType.UNKNOWN_TO_SDK_VERSION) {
            throw Refusal.validation(
                    INVALID + "Unknown ProjectionType: " + (asked == null ? null : asked.projectionTypeAsString()));
        }
        boolean include = type == ProjectionType.INCLUDE;
        if (include && asked.nonKeyAttributes().isEmpty()) {
            throw Refusal.validation(INVALID + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
        }
        if (!include && asked.hasNonKeyAttributes()) {
            throw Refusal.validation(INVALID + "ProjectionType is " + type + ", but NonKeyAttributes is specified");
        }
        asked.nonKeyAttributes().forEach(IndexRequests::checkProjected);
        return new Index.Projection(type == ProjectionType.ALL, include ? asked.nonKeyAttributes() : List.of());
    }

    private static void checkProjected(String name) {
        if (name.isEmpty() || Values.utf8Bytes(name) > NAME_MAX) {
            throw Refusal.constraint("NonKeyAttributes", "Member must have length between 1 and " + NAME_MAX);
        }
    }
}
