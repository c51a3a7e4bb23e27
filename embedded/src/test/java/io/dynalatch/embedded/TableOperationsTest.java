package io.dynalatch.embedded;

import static io.dynalatch.embedded.SdkErrors.assertError;
import static io.dynalatch.embedded.SdkErrors.assertValidation;
import static io.dynalatch.embedded.Tables.definition;
import static io.dynalatch.embedded.Tables.key;
import static io.dynalatch.embedded.Tables.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ListTablesResponse;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

class TableOperationsTest {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00.250Z");

    /** A wall clock that the test moves. */
    private static final class ManualClock extends Clock {
        Instant now = START;

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    private final ManualClock clock = new ManualClock();
    private final DynamoDbClient client =
            EmbeddedDynamoDb.builder().clock(clock).build().client();

    private static CreateTableRequest.Builder table() {
        return Tables.locks().toBuilder();
    }

    @Test
    void a_table_is_described_as_it_was_asked_for() {
        client.createTable(Tables.orders(ScalarAttributeType.N));
        Tables.put(client, "orders", Map.of("pk", s("a"), "sk", Tables.n("1"), "x", s("1234567")));

        TableDescription table =
                client.describeTable(describe -> describe.tableName("orders")).table();

        assertThat(table.tableName()).isEqualTo("orders");
        assertThat(table.tableStatus()).isEqualTo(TableStatus.ACTIVE);
        assertThat(table.keySchema()).containsExactly(key("pk", KeyType.HASH), key("sk", KeyType.RANGE));
        assertThat(table.attributeDefinitions())
                .containsExactlyInAnyOrder(
                        definition("pk", ScalarAttributeType.S), definition("sk", ScalarAttributeType.N));
        assertThat(table.creationDateTime()).isEqualTo(START);
        assertThat(table.billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
        assertThat(table.provisionedThroughput().readCapacityUnits()).isZero();
        assertThat(table.tableArn()).endsWith(":table/orders");
        assertThat(table.tableId()).isNotEmpty();
        assertThat(table.itemCount()).isEqualTo(1);
        assertThat(table.tableSizeBytes()).isEqualTo(2 + 1 + 2 + 2 + 1 + 7);
    }

    @Test
    void provisioned_throughput_is_the_default_and_is_described() {
        client.createTable(table().billingMode((BillingMode) null)
                .provisionedThroughput(units -> units.readCapacityUnits(5L).writeCapacityUnits(6L))
                .build());

        TableDescription table =
                client.describeTable(describe -> describe.tableName("locks")).table();

        assertThat(table.provisionedThroughput().readCapacityUnits()).isEqualTo(5);
        assertThat(table.provisionedThroughput().writeCapacityUnits()).isEqualTo(6);
        assertThat(table.billingModeSummary()).isNull();
    }

    @Test
    void a_taken_name_is_refused() {
        client.createTable(Tables.locks());

        ResourceInUseException error = assertError(
                () -> client.createTable(Tables.locks()), ResourceInUseException.class, "ResourceInUseException", 400);
        assertThat(error.awsErrorDetails().errorMessage()).isEqualTo("Table already exists: locks");
    }

    @Test
    void an_unknown_table_is_told_by_name() {
        for (Runnable call : List.<Runnable>of(
                () -> client.describeTable(describe -> describe.tableName("nope")),
                () -> client.deleteTable(delete -> delete.tableName("nope")),
                () -> client.describeTimeToLive(describe -> describe.tableName("nope")))) {
            ResourceNotFoundException error =
                    assertError(call::run, ResourceNotFoundException.class, "ResourceNotFoundException", 400);
            assertThat(error.awsErrorDetails().errorMessage())
                    .isEqualTo("Requested resource not found: Table: nope not found");
        }
    }

    @Test
    void a_deleted_table_is_gone_and_its_name_free() {
        client.createTable(Tables.locks());
        String firstId = client.describeTable(describe -> describe.tableName("locks"))
                .table()
                .tableId();
        Tables.put(client, "locks", Map.of("pk", s("a")));

        TableDescription deleted =
                client.deleteTable(delete -> delete.tableName("locks")).tableDescription();

        assertThat(deleted.tableStatus()).isEqualTo(TableStatus.DELETING);
        assertError(() -> Tables.get(client, "a"), ResourceNotFoundException.class, "ResourceNotFoundException", 400);
        client.createTable(Tables.locks());
        assertThat(Tables.get(client, "a")).isEmpty();
        assertThat(client.describeTable(describe -> describe.tableName("locks"))
                        .table()
                        .tableId())
                .isNotEqualTo(firstId);
    }

    @Test
    void tables_are_listed_in_pages() {
        List<String> names = List.of("aaa", "bbb", "ccc", "ddd", "eee");
        names.forEach(name -> client.createTable(table().tableName(name).build()));

        ListTablesResponse first = client.listTables(list -> list.limit(2));

        assertThat(first.tableNames()).containsExactly("aaa", "bbb");
        assertThat(first.lastEvaluatedTableName()).isEqualTo("bbb");
        assertThat(client.listTables(list -> list.limit(5)).lastEvaluatedTableName())
                .isNull();
        assertThat(new ArrayList<>(client.listTablesPaginator(list -> list.limit(2)).tableNames().stream()
                        .collect(Collectors.toList())))
                .isEqualTo(names);
        assertThat(client.listTables().tableNames()).isEqualTo(names);
        assertValidation(() -> client.listTables(list -> list.limit(0)), "Limit");
        assertValidation(() -> client.listTables(list -> list.limit(101)), "Limit");
    }

    @Test
    void a_table_is_creating_until_its_delay_has_passed() {
        DynamoDbClient slow = EmbeddedDynamoDb.builder()
                .clock(clock)
                .tableCreationDelay(Duration.ofSeconds(3))
                .build()
                .client();

        assertThat(slow.createTable(Tables.locks()).tableDescription().tableStatus())
                .isEqualTo(TableStatus.CREATING);

        clock.now = START.plusMillis(2_999);
        assertThat(slow.describeTable(describe -> describe.tableName("locks"))
                        .table()
                        .tableStatus())
                .isEqualTo(TableStatus.CREATING);
        assertError(() -> Tables.get(slow, "a"), ResourceNotFoundException.class, "ResourceNotFoundException", 400);
        assertError(
                () -> slow.deleteTable(delete -> delete.tableName("locks")),
                ResourceInUseException.class,
                "ResourceInUseException",
                400);

        clock.now = START.plusSeconds(3);
        assertThat(slow.describeTable(describe -> describe.tableName("locks"))
                        .table()
                        .tableStatus())
                .isEqualTo(TableStatus.ACTIVE);
        assertThat(Tables.get(slow, "a")).isEmpty();
    }

    @Test
    void an_index_that_is_added_is_made_for_as_long_as_a_table_and_cannot_be_read_meanwhile() {
        DynamoDbClient slow = EmbeddedDynamoDb.builder()
                .clock(clock)
                .tableCreationDelay(Duration.ofSeconds(3))
                .build()
                .client();
        slow.createTable(Tables.locks());
        clock.now = START.plusSeconds(3);
        slow.updateTable(update -> update.tableName("locks")
                .attributeDefinitions(definition("team", ScalarAttributeType.S))
                .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                        .create(index -> index.indexName("by-team")
                                .keySchema(key("team", KeyType.HASH))
                                .projection(what -> what.projectionType(ProjectionType.ALL)))
                        .build()));

        clock.now = START.plusMillis(5_999);
        assertThat(index(slow).indexStatus()).isEqualTo(IndexStatus.CREATING);
        assertThat(index(slow).backfilling()).isTrue();
        assertValidation(
                () -> slow.scan(scan -> scan.tableName("locks").indexName("by-team")),
                "Cannot read from backfilling global secondary index: by-team");
        clock.now = START.plusSeconds(6);
        assertThat(index(slow).indexStatus()).isEqualTo(IndexStatus.ACTIVE);
        assertThat(slow.scan(scan -> scan.tableName("locks").indexName("by-team"))
                        .items())
                .isEmpty();
    }

    private static GlobalSecondaryIndexDescription index(DynamoDbClient client) {
        return client.describeTable(describe -> describe.tableName("locks"))
                .table()
                .globalSecondaryIndexes()
                .get(0);
    }

    @Test
    void names_outside_the_rules_are_refused() {
        assertValidation(() -> client.createTable(table().tableName(null).build()), "TableName");
        assertValidation(() -> client.createTable(table().tableName("ab").build()), "greater than or equal to 3");
        assertValidation(
                () -> client.createTable(table().tableName("a".repeat(256)).build()), "less than or equal to 255");
        assertValidation(() -> client.createTable(table().tableName("a b c").build()), "pattern");
        assertValidation(() -> client.describeTable(describe -> describe.tableName("")), "greater than or equal to 1");
        client.createTable(table().tableName("a".repeat(255)).build());
    }

    @Test
    void an_arn_names_the_table() {
        String arn = client.createTable(Tables.locks()).tableDescription().tableArn();
        Tables.put(client, arn, Map.of("pk", s("a")));

        assertThat(client.describeTable(describe -> describe.tableName(arn))
                        .table()
                        .itemCount())
                .isEqualTo(1);
    }

    @Test
    void key_schemas_outside_the_rules_are_refused() {
        assertValidation(() -> client.createTable(table().keySchema(List.of()).build()), "KeySchema");
        assertValidation(
                () -> client.createTable(
                        table().keySchema(key("pk", KeyType.RANGE)).build()),
                "not a HASH");
        assertValidation(
                () -> client.createTable(table().keySchema(key("pk", KeyType.HASH), key("sk", KeyType.HASH))
                        .build()),
                "not a RANGE");
        assertValidation(
                () -> client.createTable(table().keySchema(key("pk", KeyType.HASH), key("pk", KeyType.RANGE))
                        .build()),
                "same name");
        assertValidation(
                () -> client.createTable(
                        table().keySchema(key("other", KeyType.HASH)).build()),
                "not defined");
        assertValidation(
                () -> client.createTable(table().attributeDefinitions(
                                definition("pk", ScalarAttributeType.S), definition("x", ScalarAttributeType.S))
                        .build()),
                "does not exactly match");
        assertValidation(
                () -> client.createTable(
                        table().attributeDefinitions(definition("pk", ScalarAttributeType.fromValue("BOOL")))
                                .build()),
                "enum value set");
        String longName = "k".repeat(256);
        assertValidation(
                () -> client.createTable(table().keySchema(key(longName, KeyType.HASH))
                        .attributeDefinitions(definition(longName, ScalarAttributeType.S))
                        .build()),
                "between 1 and 255");
    }

    @Test
    void billing_outside_the_rules_is_refused() {
        assertValidation(
                () -> client.createTable(
                        table().billingMode(BillingMode.PROVISIONED).build()),
                "must both be specified");
        assertValidation(
                () -> client.createTable(table().provisionedThroughput(
                                units -> units.readCapacityUnits(1L).writeCapacityUnits(1L))
                        .build()),
                "Neither ReadCapacityUnits");
        assertValidation(
                () -> client.createTable(table().billingMode(BillingMode.PROVISIONED)
                        .provisionedThroughput(
                                units -> units.readCapacityUnits(0L).writeCapacityUnits(1L))
                        .build()),
                "greater than or equal to 1");
        assertThat(client.listTables().tableNames()).isEmpty();
    }

    @Test
    void time_to_live_is_off_until_it_is_asked_for() {
        client.createTable(Tables.locks());
        assertThat(status()).isEqualTo("DISABLED");

        assertThat(ttl(true, "expiresAt")).isEqualTo("expiresAt true");

        assertThat(status()).isEqualTo("ENABLED expiresAt");
    }

    @Test
    void time_to_live_cannot_be_enabled_twice_nor_disabled_when_off() {
        client.createTable(Tables.locks());
        assertValidation(() -> ttl(false, "expiresAt"), "already disabled");
        ttl(true, "expiresAt");
        clock.now = START.plus(Duration.ofHours(2));

        assertValidation(() -> ttl(true, "expiresAt"), "already enabled");
        assertValidation(() -> ttl(true, "other"), "different AttributeName: current AttributeName is expiresAt");
        assertValidation(() -> ttl(false, "other"), "different AttributeName");
    }

    @Test
    void time_to_live_is_changed_once_an_hour() {
        client.createTable(Tables.locks());
        ttl(true, "expiresAt");

        clock.now = START.plus(Duration.ofHours(1)).minusMillis(1);
        assertValidation(() -> ttl(false, "expiresAt"), "multiple times within a fixed interval");

        clock.now = START.plus(Duration.ofHours(1));
        ttl(false, "expiresAt");
        assertThat(status()).isEqualTo("DISABLED");
    }

    @Test
    void a_time_to_live_request_must_be_whole() {
        client.createTable(Tables.locks());

        assertValidation(() -> client.updateTimeToLive(update -> update.tableName("locks")), "Specification");
        assertValidation(() -> ttl(true, null), "AttributeName");
        assertValidation(() -> ttl(true, ""), "between 1 and 255");
        assertValidation(() -> ttl(true, "a".repeat(256)), "between 1 and 255");
        assertValidation(() -> ttl(null, "expiresAt"), "Enabled");
    }

    private String ttl(Boolean enabled, String attribute) {
        var answer = client.updateTimeToLive(update -> update.tableName("locks")
                .timeToLiveSpecification(ttl -> ttl.enabled(enabled).attributeName(attribute)));
        return answer.timeToLiveSpecification().attributeName() + " "
                + answer.timeToLiveSpecification().enabled();
    }

    private String status() {
        var ttl = client.describeTimeToLive(describe -> describe.tableName("locks"))
                .timeToLiveDescription();
        return ttl.timeToLiveStatusAsString() + (ttl.attributeName() == null ? "" : " " + ttl.attributeName());
    }
}
