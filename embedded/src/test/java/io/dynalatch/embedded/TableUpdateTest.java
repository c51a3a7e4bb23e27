package io.dynalatch.embedded;

import static io.dynalatch.embedded.SdkErrors.assertError;
import static io.dynalatch.embedded.SdkErrors.assertValidation;
import static io.dynalatch.embedded.Tables.definition;
import static io.dynalatch.embedded.Tables.key;
import static io.dynalatch.embedded.Tables.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/** UpdateTable, tags, and the rules of indexes. */
class TableUpdateTest {
    private static final ProvisionedThroughput UNITS = units(2, 3);
    private static final Projection ALL =
            Projection.builder().projectionType(ProjectionType.ALL).build();

    private final DynamoDbClient client = EmbeddedDynamoDb.inMemory().client();

    private static ProvisionedThroughput units(long read, long write) {
        return ProvisionedThroughput.builder()
                .readCapacityUnits(read)
                .writeCapacityUnits(write)
                .build();
    }

    private static GlobalSecondaryIndex.Builder byTeam() {
        return GlobalSecondaryIndex.builder()
                .indexName("by-team")
                .keySchema(key("team", KeyType.HASH))
                .projection(ALL);
    }

    private static CreateTableRequest.Builder table(GlobalSecondaryIndex... indexes) {
        return Tables.locks().toBuilder()
                .attributeDefinitions(
                        definition("pk", ScalarAttributeType.S), definition("team", ScalarAttributeType.S))
                .globalSecondaryIndexes(indexes);
    }

    private TableDescription update(Consumer<UpdateTableRequest.Builder> change) {
        return client.updateTable(UpdateTableRequest.builder()
                        .tableName("locks")
                        .applyMutation(change)
                        .build())
                .tableDescription();
    }

    private TableDescription described() {
        return client.describeTable(describe -> describe.tableName("locks")).table();
    }

    private static GlobalSecondaryIndexUpdate create(GlobalSecondaryIndex index) {
        return GlobalSecondaryIndexUpdate.builder()
                .create(create -> create.indexName(index.indexName())
                        .keySchema(index.keySchema())
                        .projection(index.projection())
                        .provisionedThroughput(index.provisionedThroughput()))
                .build();
    }

    private static GlobalSecondaryIndexUpdate delete(String name) {
        return GlobalSecondaryIndexUpdate.builder()
                .delete(delete -> delete.indexName(name))
                .build();
    }

    @Test
    void a_table_goes_from_paid_per_request_to_provisioned_and_back() {
        client.createTable(Tables.locks());

        TableDescription provisioned =
                update(change -> change.billingMode(BillingMode.PROVISIONED).provisionedThroughput(UNITS));
        assertThat(provisioned.tableStatus()).isEqualTo(TableStatus.UPDATING);
        assertThat(described().tableStatus()).isEqualTo(TableStatus.ACTIVE);
        assertThat(described().provisionedThroughput().readCapacityUnits()).isEqualTo(2);
        assertThat(described().billingModeSummary().billingMode()).isEqualTo(BillingMode.PROVISIONED);

        update(change -> change.provisionedThroughput(units(5, 3)));
        assertThat(described().provisionedThroughput().readCapacityUnits()).isEqualTo(5);
        assertValidation(
                () -> update(change -> change.provisionedThroughput(units(5, 3))),
                "The provisioned throughput for the table will not change");

        update(change -> change.billingMode(BillingMode.PAY_PER_REQUEST));
        assertThat(described().provisionedThroughput().readCapacityUnits()).isZero();
        assertThat(described().billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
    }

    @Test
    void an_update_must_ask_for_something_that_goes_together() {
        client.createTable(Tables.locks());

        assertValidation(() -> update(change -> {}), "At least one of ProvisionedThroughput, BillingMode");
        assertValidation(
                () -> update(change ->
                        change.billingMode(BillingMode.PAY_PER_REQUEST).provisionedThroughput(UNITS)),
                "when BillingMode is PAY_PER_REQUEST");
        assertValidation(
                () -> update(change -> change.billingMode(BillingMode.PROVISIONED)), "when BillingMode is PROVISIONED");
        assertValidation(() -> update(change -> change.provisionedThroughput(UNITS)), "PAY_PER_REQUEST");
        assertValidation(() -> update(change -> change.billingMode("FREE")), "BillingMode");
        assertThat(described().provisionedThroughput().readCapacityUnits()).isZero();
        assertError(
                () -> update(change -> change.tableName("nope").deletionProtectionEnabled(true)),
                ResourceNotFoundException.class,
                "ResourceNotFoundException",
                400);
    }

    @Test
    void a_protected_table_is_not_deleted() {
        client.createTable(
                Tables.locks().toBuilder().deletionProtectionEnabled(true).build());

        assertValidation(
                () -> client.deleteTable(delete -> delete.tableName("locks")), "currently protected against deletion");
        assertThat(described().deletionProtectionEnabled()).isTrue();

        update(change -> change.deletionProtectionEnabled(false));
        client.deleteTable(delete -> delete.tableName("locks"));
        assertThat(client.listTables().tableNames()).isEmpty();
    }

    @Test
    void an_index_is_added_changed_and_removed() {
        client.createTable(Tables.locks().toBuilder()
                .billingMode(BillingMode.PROVISIONED)
                .provisionedThroughput(UNITS)
                .build());

        TableDescription added = update(change -> change.attributeDefinitions(definition("team", ScalarAttributeType.S))
                .globalSecondaryIndexUpdates(
                        create(byTeam().provisionedThroughput(UNITS).build())));
        assertThat(added.globalSecondaryIndexes().get(0).indexStatus()).isEqualTo(IndexStatus.ACTIVE);
        assertThat(described().attributeDefinitions())
                .extracting(definition -> definition.attributeName())
                .containsExactly("pk", "team");

        update(change -> change.globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                .update(index -> index.indexName("by-team").provisionedThroughput(units(7, 8)))
                .build()));
        assertThat(described()
                        .globalSecondaryIndexes()
                        .get(0)
                        .provisionedThroughput()
                        .readCapacityUnits())
                .isEqualTo(7);

        update(change -> change.globalSecondaryIndexUpdates(delete("by-team")));
        assertThat(described().hasGlobalSecondaryIndexes()).isFalse();
        assertThat(described().attributeDefinitions()).hasSize(1);
    }

    @Test
    void changes_of_indexes_are_checked() {
        client.createTable(table(byTeam().build()).build());

        assertError(
                () -> update(change -> change.globalSecondaryIndexUpdates(delete("other"))),
                ResourceNotFoundException.class,
                "ResourceNotFoundException",
                400);
        assertError(
                () -> update(change -> change.attributeDefinitions(definition("x", ScalarAttributeType.S))
                        .globalSecondaryIndexUpdates(
                                delete("by-team"),
                                create(byTeam().indexName("by-x")
                                        .keySchema(key("x", KeyType.HASH))
                                        .build()))),
                LimitExceededException.class,
                "LimitExceededException",
                400);
        assertValidation(
                () -> update(change -> change.attributeDefinitions(definition("team", ScalarAttributeType.S))
                        .globalSecondaryIndexUpdates(create(byTeam().build()))),
                "Duplicate index name: by-team");
        assertValidation(
                () -> update(change -> change.attributeDefinitions(definition("team", ScalarAttributeType.N))
                        .globalSecondaryIndexUpdates(
                                create(byTeam().indexName("by-number").build()))),
                "Cannot change the type of the key attribute team");
        assertValidation(
                () -> update(change -> change.globalSecondaryIndexUpdates(
                        create(byTeam().indexName("by-team-2").build()))),
                "Some index key attributes are not defined in AttributeDefinitions");
        assertValidation(
                () -> update(
                        change -> change.billingMode(BillingMode.PROVISIONED).provisionedThroughput(UNITS)),
                "ProvisionedThroughput must be specified for index: by-team");
        assertThat(described().globalSecondaryIndexes()).hasSize(1);
    }

    @Test
    void indexes_of_a_new_table_are_checked() {
        refused(table(), "List of GlobalSecondaryIndexes is empty");
        refused(table(byTeam().keySchema(key("pk", KeyType.HASH)).build()), "Some AttributeDefinitions are not used");
        refused(
                table(byTeam().keySchema(key("x", KeyType.HASH)).build()),
                "Some index key attributes are not defined in AttributeDefinitions");
        refused(table(byTeam().projection((Projection) null).build()), "Unknown ProjectionType: null");
        refused(
                table(byTeam().projection(of(ProjectionType.INCLUDE)).build()),
                "ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
        refused(
                table(byTeam().projection(of(ProjectionType.ALL, "x")).build()),
                "ProjectionType is ALL, but NonKeyAttributes is specified");
        refused(
                table(byTeam().projection(of(ProjectionType.INCLUDE, "x".repeat(256)))
                        .build()),
                "NonKeyAttributes");
        refused(table(byTeam().indexName("i").build()), "IndexName");
        refused(table(byTeam().build(), byTeam().build()), "Duplicate index name: by-team");
        refused(
                table(byTeam().provisionedThroughput(UNITS).build()),
                "ProvisionedThroughput should not be specified for index: by-team");
        refused(
                table(byTeam().build()).billingMode(BillingMode.PROVISIONED).provisionedThroughput(UNITS),
                "ProvisionedThroughput must be specified for index: by-team");
        refused(
                table(IntStream.range(0, 21)
                        .mapToObj(i -> byTeam().indexName("index-" + i).build())
                        .toArray(GlobalSecondaryIndex[]::new)),
                "exceeds the per-table limit of 20");
    }

    private static Projection of(ProjectionType type, String... names) {
        Projection.Builder projection = Projection.builder().projectionType(type);
        return names.length == 0
                ? projection.build()
                : projection.nonKeyAttributes(names).build();
    }

    private void refused(CreateTableRequest.Builder request, String phrase) {
        assertValidation(() -> client.createTable(request.build()), phrase);
    }

    @Test
    void local_indexes_share_the_partition_key_and_have_a_sort_key() {
        LocalSecondaryIndex.Builder local = LocalSecondaryIndex.builder()
                .indexName("by-team")
                .keySchema(key("pk", KeyType.HASH), key("team", KeyType.RANGE))
                .projection(ALL);
        CreateTableRequest.Builder orders = Tables.orders(ScalarAttributeType.S).toBuilder()
                .attributeDefinitions(
                        definition("pk", ScalarAttributeType.S),
                        definition("sk", ScalarAttributeType.S),
                        definition("team", ScalarAttributeType.S));

        refused(
                Tables.locks().toBuilder()
                        .attributeDefinitions(
                                definition("pk", ScalarAttributeType.S), definition("team", ScalarAttributeType.S))
                        .localSecondaryIndexes(local.build()),
                "Table KeySchema does not have a range key");
        refused(
                orders.localSecondaryIndexes(local.copy()
                        .keySchema(key("team", KeyType.HASH), key("sk", KeyType.RANGE))
                        .build()),
                "does not have the same leading hash key as table KeySchema for index: by-team");
        refused(
                orders.localSecondaryIndexes(
                        local.copy().keySchema(key("pk", KeyType.HASH)).build()),
                "Index KeySchema does not have a range key for index: by-team");
        refused(
                orders.localSecondaryIndexes(IntStream.range(0, 6)
                        .mapToObj(i -> local.copy().indexName("index-" + i).build())
                        .toList()),
                "exceeds the per-table limit of 5");
        assertThat(client.createTable(
                                orders.localSecondaryIndexes(local.build()).build())
                        .tableDescription()
                        .localSecondaryIndexes())
                .hasSize(1);
    }

    @Test
    void tags_are_kept_changed_and_removed() {
        String arn = client.createTable(
                        Tables.locks().toBuilder().tags(tag("team", "red")).build())
                .tableDescription()
                .tableArn();

        client.tagResource(request -> request.resourceArn(arn).tags(tag("team", "blue"), tag("stage", "")));
        assertThat(tags(arn)).containsExactly(tag("team", "blue"), tag("stage", ""));

        client.untagResource(request -> request.resourceArn(arn).tagKeys("team", "absent"));
        assertThat(tags(arn)).containsExactly(tag("stage", ""));
    }

    private static Tag tag(String key, String value) {
        return Tag.builder().key(key).value(value).build();
    }

    private List<Tag> tags(String arn) {
        return client.listTagsOfResource(request -> request.resourceArn(arn)).tags();
    }

    @Test
    void tags_are_checked() {
        String arn = client.createTable(Tables.locks()).tableDescription().tableArn();

        assertValidation(() -> tag(arn, tag("aws:x", "y")), "begin with aws:");
        assertValidation(() -> tag(arn, tag("", "y")), "Tags.Key");
        assertValidation(() -> tag(arn, tag("x", "y".repeat(257))), "Tags.Value");
        assertValidation(() -> tag(arn, tag("x", "1"), tag("x", "2")), "Duplicate tag key: x");
        assertValidation(
                () -> tag(
                        arn,
                        IntStream.range(0, 51).mapToObj(i -> tag("k" + i, "")).toArray(Tag[]::new)),
                "Too many tags");
        assertValidation(() -> tags("locks"), "Invalid TableArn");
        assertError(() -> tags(arn + "x"), ResourceNotFoundException.class, "ResourceNotFoundException", 400);
        assertThat(tags(arn)).isEmpty();
    }

    private void tag(String arn, Tag... tags) {
        client.tagResource(request -> request.resourceArn(arn).tags(tags));
    }

    @Test
    void the_account_has_limits_and_an_endpoint() {
        assertThat(client.describeLimits().tableMaxReadCapacityUnits()).isEqualTo(40_000);
        assertThat(client.describeEndpoints().endpoints()).hasSize(1);
    }

    @Test
    void a_table_with_an_index_is_there_for_items() {
        client.createTable(table(byTeam().build()).build());
        Tables.put(client, "locks", Map.of("pk", s("a"), "team", s("red")));

        assertThat(described().itemCount()).isEqualTo(1);
        assertThat(described().globalSecondaryIndexes().get(0).itemCount()).isEqualTo(1);
    }
}
