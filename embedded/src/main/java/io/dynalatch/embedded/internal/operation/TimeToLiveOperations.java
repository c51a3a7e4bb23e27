package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.Values;
import io.dynalatch.embedded.internal.store.ItemStore;
import io.dynalatch.embedded.internal.store.Table;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveSpecification;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;

/** Keeps and describes the time-to-live setting of tables; {@link ExpiredItems} deletes by it. */
public final class TimeToLiveOperations {
    /** The service takes one change an hour (AWS developer guide, UpdateTimeToLive). */
    private static final Duration BETWEEN_CHANGES = Duration.ofHours(1);

    private static final int NAME_BYTES_MAX = 255;

    private final ItemStore store;
    private final Tables tables;
    private final Clock clock;

    private final Operation<UpdateTimeToLiveRequest, UpdateTimeToLiveResponse> update =
            new Operation<>("UpdateTimeToLive", Set.of("TableName", "TimeToLiveSpecification"), this::update);
    private final Operation<DescribeTimeToLiveRequest, DescribeTimeToLiveResponse> describe =
            new Operation<>("DescribeTimeToLive", Set.of("TableName"), this::describe);

    TimeToLiveOperations(ItemStore store, Tables tables, Clock clock) {
        this.store = store;
        this.tables = tables;
        this.clock = clock;
    }

    /** UpdateTimeToLive. */
    public Operation<UpdateTimeToLiveRequest, UpdateTimeToLiveResponse> update() {
        return update;
    }

    /** DescribeTimeToLive. */
    public Operation<DescribeTimeToLiveRequest, DescribeTimeToLiveResponse> describe() {
        return describe;
    }

    private UpdateTimeToLiveResponse update(Call call, UpdateTimeToLiveRequest request) {
        TimeToLiveSpecification asked = request.timeToLiveSpecification();
        check(asked);
        Table table = tables.any(call, request.tableName());
        if (tables.status(table) == TableStatus.CREATING) {
            throw Refusal.inUse(
                    "Attempt to change a resource which is still in use: Table is being created: " + table.name());
        }
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Table altered = store.alter(call.arrivedNanos(), table, current -> changed(current, asked, now));
        if (altered.id() != table.id()) {
            throw new IllegalStateException("the store altered another table than '" + table.name() + "'");
        }
        return call.answer(UpdateTimeToLiveResponse.builder().timeToLiveSpecification(asked))
                .build();
    }

    private static void check(@Nullable TimeToLiveSpecification asked) {
        if (asked == null) {
            throw Refusal.constraint("TimeToLiveSpecification", "Member must not be null");
        }
        if (asked.enabled() == null) {
            throw Refusal.constraint("TimeToLiveSpecification.Enabled", "Member must not be null");
        }
        if (asked.attributeName() == null) {
            throw Refusal.constraint("TimeToLiveSpecification.AttributeName", "Member must not be null");
        }
        if (asked.attributeName().isEmpty() || Values.utf8Bytes(asked.attributeName()) > NAME_BYTES_MAX) {
            throw Refusal.constraint(
                    "TimeToLiveSpecification.AttributeName", "Member must have length between 1 and " + NAME_BYTES_MAX);
        }
    }

    private static Table changed(Table table, TimeToLiveSpecification asked, Instant now) {
        Table.TimeToLive current = table.timeToLive();
        String attribute = current == null ? null : current.attribute();
        if (asked.enabled() && attribute != null) {
            throw Refusal.validation(
                    attribute.equals(asked.attributeName())
                            ? "TimeToLive is already enabled"
                            : "TimeToLive is active on a different AttributeName: current AttributeName is "
                                    + attribute);
        }
        if (!asked.enabled() && attribute == null) {
            throw Refusal.validation("TimeToLive is already disabled");
        }
        if (!asked.enabled() && !asked.attributeName().equals(attribute)) {
            throw Refusal.validation(
                    "TimeToLive is active on a different AttributeName: current AttributeName is " + attribute);
        }
        if (current != null && now.isBefore(current.changedAt().plus(BETWEEN_CHANGES))) {
            throw Refusal.validation("Time to live has been modified multiple times within a fixed interval");
        }
        return table.withTimeToLive(new Table.TimeToLive(asked.enabled() ? asked.attributeName() : null, now));
    }

    private DescribeTimeToLiveResponse describe(Call call, DescribeTimeToLiveRequest request) {
        Table.TimeToLive current = tables.any(call, request.tableName()).timeToLive();
        String attribute = current == null ? null : current.attribute();
        return call.answer(DescribeTimeToLiveResponse.builder()
                        .timeToLiveDescription(TimeToLiveDescription.builder()
                                .timeToLiveStatus(
                                        attribute == null ? TimeToLiveStatus.DISABLED : TimeToLiveStatus.ENABLED)
                                .attributeName(attribute)
                                .build()))
                .build();
    }
}
