package io.dynalatch.embedded;

import static io.dynalatch.embedded.SdkErrors.assertError;
import static io.dynalatch.embedded.SdkErrors.assertValidation;
import static io.dynalatch.embedded.Tables.get;
import static io.dynalatch.embedded.Tables.n;
import static io.dynalatch.embedded.Tables.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Single-item operations as a caller of the SDK sees them, the same on every store. */
@Timeout(60)
abstract class ItemOperationsContract {
    private static final Map<String, AttributeValue> A = Map.of("pk", s("a"));

    private EmbeddedDynamoDb engine;
    DynamoDbClient client;

    abstract EmbeddedDynamoDb open() throws Exception;

    /** How the tests talk to it. */
    DynamoDbClient client(EmbeddedDynamoDb engine) {
        return engine.client();
    }

    @BeforeEach
    void open_the_engine() throws Exception {
        engine = open();
        client = client(engine);
        client.createTable(Tables.locks());
    }

    @AfterEach
    void close_the_engine() {
        engine.close();
    }

    private void put(Map<String, AttributeValue> item) {
        Tables.put(client, "locks", item);
    }

    private UpdateItemResponse update(Consumer<UpdateItemRequest.Builder> more) {
        return client.updateItem(UpdateItemRequest.builder()
                .tableName("locks")
                .key(A)
                .applyMutation(more)
                .build());
    }

    private ConditionalCheckFailedException assertRefused(Runnable call) {
        ConditionalCheckFailedException error =
                assertError(call::run, ConditionalCheckFailedException.class, "ConditionalCheckFailedException", 400);
        assertThat(error.awsErrorDetails().errorMessage()).isEqualTo("The conditional request failed");
        return error;
    }

    @Test
    void what_was_put_is_read_and_a_missing_item_has_no_item_member() {
        put(Map.of("pk", s("a"), "x", n("0042.50")));

        assertThat(get(client, "a")).isEqualTo(Map.of("pk", s("a"), "x", n("42.5")));
        GetItemResponse missing = client.getItem(get -> get.tableName("locks").key(Map.of("pk", s("b"))));
        assertThat(missing.hasItem()).isFalse();
        assertThat(missing.responseMetadata().requestId()).isNotEmpty();
        assertThat(missing.sdkHttpResponse().statusCode()).isEqualTo(200);
    }

    @Test
    void a_read_projects_what_was_asked_for() {
        put(Map.of("pk", s("a"), "x", n("1"), "m", AttributeValue.fromM(Map.of("deep", s("d"), "other", s("o")))));

        GetItemResponse some = client.getItem(get -> get.tableName("locks")
                .key(A)
                .projectionExpression("#m.deep, x")
                .expressionAttributeNames(Map.of("#m", "m")));
        GetItemResponse none =
                client.getItem(get -> get.tableName("locks").key(A).projectionExpression("absent"));

        assertThat(some.item()).isEqualTo(Map.of("x", n("1"), "m", AttributeValue.fromM(Map.of("deep", s("d")))));
        assertThat(none.hasItem()).isTrue();
        assertThat(none.item()).isEmpty();
    }

    @Test
    void a_put_replaces_the_whole_item_and_returns_the_old_one_if_asked() {
        put(Map.of("pk", s("a"), "x", n("1")));

        var answer = client.putItem(put ->
                put.tableName("locks").item(Map.of("pk", s("a"), "y", n("2"))).returnValues(ReturnValue.ALL_OLD));
        var first = client.putItem(
                put -> put.tableName("locks").item(Map.of("pk", s("new"))).returnValues(ReturnValue.ALL_OLD));

        assertThat(answer.attributes()).isEqualTo(Map.of("pk", s("a"), "x", n("1")));
        assertThat(first.hasAttributes()).isFalse();
        assertThat(get(client, "a")).isEqualTo(Map.of("pk", s("a"), "y", n("2")));
    }

    @Test
    void a_refused_put_writes_nothing_and_shows_the_item_if_asked() {
        put(Map.of("pk", s("a"), "x", n("1")));
        PutItemRequest request = PutItemRequest.builder()
                .tableName("locks")
                .item(Map.of("pk", s("a"), "x", n("2")))
                .conditionExpression("attribute_not_exists(pk)")
                .build();

        assertThat(assertRefused(() -> client.putItem(request)).hasItem()).isFalse();
        ConditionalCheckFailedException shown = assertRefused(() -> client.putItem(request.toBuilder()
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build()));

        assertThat(shown.item()).isEqualTo(Map.of("pk", s("a"), "x", n("1")));
        assertThat(get(client, "a").get("x")).isEqualTo(n("1"));
    }

    @Test
    void a_condition_that_fails_on_a_missing_item_shows_none_and_makes_none() {
        ConditionalCheckFailedException error =
                assertRefused(() -> update(update -> update.updateExpression("SET x = :v")
                        .conditionExpression("attribute_exists(pk)")
                        .expressionAttributeValues(Map.of(":v", n("1")))
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)));

        assertThat(error.hasItem()).isFalse();
        assertThat(get(client, "a")).isEmpty();
    }

    @Test
    void a_delete_returns_the_old_item_if_asked_and_needs_none() {
        put(Map.of("pk", s("a"), "x", n("1")));
        DeleteItemRequest request = DeleteItemRequest.builder()
                .tableName("locks")
                .key(A)
                .returnValues(ReturnValue.ALL_OLD)
                .build();

        assertThat(client.deleteItem(request).attributes()).isEqualTo(Map.of("pk", s("a"), "x", n("1")));
        assertThat(client.deleteItem(request).hasAttributes()).isFalse();
        assertThat(get(client, "a")).isEmpty();
    }

    @Test
    void a_delete_is_refused_by_its_condition() {
        put(Map.of("pk", s("a"), "x", n("1")));

        assertRefused(() -> client.deleteItem(delete -> delete.tableName("locks")
                .key(A)
                .conditionExpression("x = :v")
                .expressionAttributeValues(Map.of(":v", n("2")))));

        assertThat(get(client, "a")).isNotEmpty();
    }

    @Test
    void an_update_returns_each_image_that_can_be_asked_for() {
        Map<ReturnValue, Map<String, AttributeValue>> expected = Map.of(
                ReturnValue.NONE, Map.of(),
                ReturnValue.ALL_OLD, Map.of("pk", s("a"), "x", n("1"), "gone", s("g"), "kept", s("k")),
                ReturnValue.ALL_NEW, Map.of("pk", s("a"), "x", n("2"), "kept", s("k"), "new", s("n")),
                ReturnValue.UPDATED_OLD, Map.of("x", n("1"), "gone", s("g")),
                ReturnValue.UPDATED_NEW, Map.of("x", n("2"), "new", s("n")));

        expected.forEach((asked, attributes) -> {
            put(Map.of("pk", s("a"), "x", n("1"), "gone", s("g"), "kept", s("k")));

            UpdateItemResponse answer =
                    update(update -> update.updateExpression("SET x = x + :one, #n = :n REMOVE gone")
                            .expressionAttributeNames(Map.of("#n", "new"))
                            .expressionAttributeValues(Map.of(":one", n("1"), ":n", s("n")))
                            .returnValues(asked));

            assertThat(answer.attributes()).as(asked.toString()).isEqualTo(attributes);
            assertThat(answer.hasAttributes()).as(asked.toString()).isEqualTo(!attributes.isEmpty());
        });
    }

    @Test
    void an_update_of_a_missing_item_makes_it() {
        UpdateItemResponse answer = update(update -> update.updateExpression("ADD hits :one")
                .expressionAttributeValues(Map.of(":one", n("1")))
                .returnValues(ReturnValue.ALL_NEW));

        assertThat(answer.attributes())
                .isEqualTo(Map.of("pk", s("a"), "hits", n("1")))
                .isEqualTo(get(client, "a"));
        assertThat(update(update -> update.returnValues(ReturnValue.ALL_OLD)).attributes())
                .isEqualTo(get(client, "a"));
    }

    @Test
    void an_update_without_expression_makes_a_bare_item() {
        UpdateItemResponse answer = update(update -> update.returnValues(ReturnValue.ALL_NEW));

        assertThat(answer.attributes()).isEqualTo(A).isEqualTo(get(client, "a"));
    }

    @Test
    void an_update_that_only_removes_makes_no_item() {
        UpdateItemResponse answer =
                update(update -> update.updateExpression("REMOVE x").returnValues(ReturnValue.ALL_NEW));

        assertThat(answer.hasAttributes()).isFalse();
        assertThat(get(client, "a")).isEmpty();
    }

    @Test
    void an_update_that_fails_on_the_stored_item_fails_after_its_condition() {
        put(Map.of("pk", s("a"), "x", s("text")));
        Consumer<UpdateItemRequest.Builder> addition =
                update -> update.updateExpression("SET x = x + :one").expressionAttributeValues(Map.of(":one", n("1")));

        assertValidation(() -> update(addition), "incorrect data type");
        assertRefused(() -> update(addition.andThen(update -> update.conditionExpression("attribute_not_exists(pk)"))));
        assertThat(get(client, "a")).isEqualTo(Map.of("pk", s("a"), "x", s("text")));
    }

    @Test
    void key_attributes_cannot_be_updated() {
        assertValidation(
                () -> update(update ->
                        update.updateExpression("SET pk = :v").expressionAttributeValues(Map.of(":v", s("b")))),
                "Cannot update attribute pk. This attribute is part of the key");
    }

    @Test
    void numeric_sort_keys_are_one_key_whatever_their_spelling() {
        client.createTable(Tables.orders(ScalarAttributeType.N));
        Tables.put(client, "orders", Map.of("pk", s("a"), "sk", n("5.0"), "v", s("first")));
        Tables.put(client, "orders", Map.of("pk", s("a"), "sk", n("+5"), "v", s("second")));

        var item = client.getItem(get -> get.tableName("orders").key(Map.of("pk", s("a"), "sk", n("0.5e1"))))
                .item();

        assertThat(item).isEqualTo(Map.of("pk", s("a"), "sk", n("5"), "v", s("second")));
        assertThat(client.scan(scan -> scan.tableName("orders")).count()).isEqualTo(1);
    }

    @Test
    void binary_sort_keys_work() {
        client.createTable(Tables.orders(ScalarAttributeType.B));
        AttributeValue binary = AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {-1, 0}));
        Tables.put(client, "orders", Map.of("pk", s("a"), "sk", binary));

        assertThat(client.getItem(get -> get.tableName("orders").key(Map.of("pk", s("a"), "sk", binary)))
                        .hasItem())
                .isTrue();
    }

    @Test
    void keys_in_items_are_checked() {
        assertValidation(() -> put(Map.of("x", s("a"))), "Missing the key pk in the item");
        assertValidation(() -> put(Map.of("pk", n("1"))), "Type mismatch for key pk expected: S actual: N");
        assertValidation(() -> put(Map.of("pk", s(""))), "cannot contain an empty string value. Key: pk");
        assertValidation(() -> put(Map.of("pk", s("a".repeat(2_049)))), "Size of hashkey has exceeded");
        put(Map.of("pk", s("ü".repeat(1_024))));
    }

    @Test
    void keys_in_parameters_are_checked() {
        String mismatch = "The provided key element does not match the schema";
        assertValidation(() -> getByKey(Map.of("other", s("a"))), mismatch);
        assertValidation(() -> getByKey(Map.of("pk", n("1"))), mismatch);
        assertValidation(() -> getByKey(Map.of("pk", s("a"), "x", s("b"))), mismatch);
        assertValidation(() -> getByKey(Map.of()), mismatch);
        assertValidation(() -> getByKey(Map.of("pk", s(""))), "empty string value");
        assertValidation(() -> getByKey(Map.of("pk", s("a".repeat(2_049)))), "Size of hashkey has exceeded");
        assertValidation(() -> getByKey(null), "Key");
        client.createTable(Tables.orders(ScalarAttributeType.S));
        assertValidation(
                () -> client.getItem(get ->
                        get.tableName("orders").key(Map.of("pk", s("a"), "sk", s("b".repeat(1_025))))),
                "range keys has exceeded");
        assertValidation(() -> client.getItem(get -> get.tableName("orders").key(Map.of("pk", s("a")))), mismatch);
    }

    private void getByKey(Map<String, AttributeValue> key) {
        client.getItem(get -> get.tableName("locks").key(key));
    }

    @Test
    void values_in_items_are_checked() {
        assertValidation(() -> put(Map.of("pk", s("a"), "x", AttributeValue.fromSs(List.of()))), "may not be empty");
        assertValidation(() -> put(Map.of("pk", s("a"), "x", n("one"))), "cannot be converted to a numeric value");
        assertValidation(
                () -> put(Map.of("pk", s("a"), "x", AttributeValue.builder().build())), "AttributeValue is empty");
        assertValidation(
                () -> put(Map.of("pk", s("a"), "x", AttributeValue.fromNs(List.of("1", "1.0")))), "duplicates");
        assertValidation(() -> client.putItem(put -> put.tableName("locks")), "Item");
    }

    @Test
    void an_item_has_at_most_409600_bytes() {
        put(Map.of("pk", s("a"), "x", s("y".repeat(409_600 - 4))));

        assertValidation(() -> put(Map.of("pk", s("a"), "x", s("y".repeat(409_600 - 3)))), "Item size has exceeded");
        assertValidation(
                () -> update(
                        update -> update.updateExpression("SET z = :v").expressionAttributeValues(Map.of(":v", s("")))),
                "Item size to update has exceeded");
        assertThat(get(client, "a").get("x").s()).hasSize(409_600 - 4);
    }

    @Test
    void an_oversized_put_is_refused_before_its_condition() {
        assertValidation(
                () -> client.putItem(put -> put.tableName("locks")
                        .item(Map.of("pk", s("a"), "x", s("y".repeat(409_600))))
                        .conditionExpression("attribute_exists(pk)")),
                "Item size has exceeded");
    }

    @Test
    void words_outside_their_set_are_refused() {
        assertValidation(
                () -> client.putItem(put -> put.tableName("locks").item(A).returnValues(ReturnValue.ALL_NEW)),
                "ReturnValues can only be ALL_OLD or NONE");
        assertValidation(
                () -> client.deleteItem(
                        delete -> delete.tableName("locks").key(A).returnValues("all_old")),
                "ReturnValues");
        assertValidation(
                () -> update(update -> update.returnValuesOnConditionCheckFailure("ALL_NEW")),
                "ReturnValuesOnConditionCheckFailure");
        assertValidation(() -> update(update -> update.returnConsumedCapacity("SOME")), "ReturnConsumedCapacity");
        assertValidation(
                () -> update(update -> update.returnItemCollectionMetrics("SOME")), "ReturnItemCollectionMetrics");
    }

    @Test
    void placeholders_without_use_are_refused() {
        assertValidation(
                () -> client.putItem(
                        put -> put.tableName("locks").item(A).expressionAttributeValues(Map.of(":v", s("x")))),
                "can only be specified when using expressions");
        assertValidation(
                () -> update(
                        update -> update.updateExpression("REMOVE x").expressionAttributeValues(Map.of(":v", s("x")))),
                "unused in expressions");
        assertValidation(
                () -> update(update ->
                        update.conditionExpression("attribute_exists(pk)").expressionAttributeNames(Map.of("#x", "x"))),
                "unused in expressions");
    }

    @Test
    void an_expression_that_is_none_is_told_before_a_missing_table() {
        assertValidation(
                () -> client.updateItem(
                        update -> update.tableName("nope").key(A).updateExpression("SET SET")),
                "Invalid UpdateExpression");
        assertValidation(
                () -> client.putItem(put -> put.tableName("nope").item(A).conditionExpression("owner = :v")),
                "Invalid ConditionExpression");
    }

    @Test
    void a_missing_table_is_told_by_every_operation() {
        List<Runnable> calls = List.of(
                () -> client.getItem(get -> get.tableName("nope").key(A)),
                () -> client.putItem(put -> put.tableName("nope").item(A)),
                () -> client.updateItem(update -> update.tableName("nope").key(A)),
                () -> client.deleteItem(delete -> delete.tableName("nope").key(A)),
                () -> client.scan(scan -> scan.tableName("nope")));

        for (Runnable call : calls) {
            ResourceNotFoundException error =
                    assertError(call::run, ResourceNotFoundException.class, "ResourceNotFoundException", 400);
            assertThat(error.awsErrorDetails().errorMessage()).isEqualTo("Requested resource not found");
        }
    }

    @Test
    void consumed_capacity_is_told_if_asked() {
        Map<String, AttributeValue> item = Map.of("pk", s("a"), "x", s("y".repeat(5_000)));
        var put = client.putItem(
                request -> request.tableName("locks").item(item).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
        var shrunk = client.putItem(
                request -> request.tableName("locks").item(A).returnConsumedCapacity(ReturnConsumedCapacity.INDEXES));
        var eventual = client.getItem(
                request -> request.tableName("locks").key(A).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
        var consistent = client.getItem(request -> request.tableName("locks")
                .key(A)
                .consistentRead(true)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));

        assertThat(put.consumedCapacity().capacityUnits()).isEqualTo(5);
        assertThat(put.consumedCapacity().table()).isNull();
        assertThat(shrunk.consumedCapacity().table().capacityUnits()).isEqualTo(5);
        assertThat(eventual.consumedCapacity().capacityUnits()).isEqualTo(0.5);
        assertThat(consistent.consumedCapacity().capacityUnits()).isEqualTo(1);
        assertThat(client.getItem(request -> request.tableName("locks").key(A)).consumedCapacity())
                .isNull();
    }

    @Test
    void a_scan_goes_on_where_the_last_page_ended() {
        client.createTable(Tables.orders(ScalarAttributeType.N));
        for (int i = 0; i < 10; i++) {
            Tables.put(client, "orders", Map.of("pk", s("p" + i % 3), "sk", n(String.valueOf(i))));
        }

        var first = client.scan(scan -> scan.tableName("orders").limit(4));
        var whole = client.scanPaginator(scan -> scan.tableName("orders").limit(4)).items().stream()
                .map(item -> item.get("sk").n())
                .toList();

        assertThat(first.count()).isEqualTo(4);
        assertThat(first.lastEvaluatedKey()).containsOnlyKeys("pk", "sk");
        assertThat(whole).hasSize(10).doesNotHaveDuplicates();
        assertThat(client.scan(scan -> scan.tableName("orders").limit(10)).hasLastEvaluatedKey())
                .isTrue();
        assertThat(client.scan(scan -> scan.tableName("orders")).hasLastEvaluatedKey())
                .isFalse();
    }

    @Test
    void a_scanned_page_ends_with_the_item_that_crosses_a_megabyte() {
        for (String pk : List.of("a", "b", "c", "d")) {
            put(Map.of("pk", s(pk), "x", s("y".repeat(400_000))));
        }

        var page = client.scan(scan ->
                scan.tableName("locks").consistentRead(true).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));

        assertThat(page.items()).hasSize(3);
        assertThat(page.lastEvaluatedKey()).isEqualTo(Map.of("pk", s("c")));
        assertThat(page.consumedCapacity().capacityUnits()).isEqualTo(293);
        assertThat(client.scan(scan -> scan.tableName("locks").exclusiveStartKey(page.lastEvaluatedKey()))
                        .items())
                .hasSize(1);
    }

    @Test
    void a_scan_may_only_count_and_starts_only_at_a_key() {
        put(A);

        var counted = client.scan(scan -> scan.tableName("locks").select("COUNT"));

        assertThat(counted.count()).isEqualTo(1);
        assertThat(counted.hasItems()).isFalse();
        assertValidation(
                () -> client.scan(scan -> scan.tableName("locks").exclusiveStartKey(Map.of("x", s("a")))),
                "The provided starting key is invalid");
        assertValidation(() -> client.scan(scan -> scan.tableName("locks").limit(0)), "Limit");
    }
}
