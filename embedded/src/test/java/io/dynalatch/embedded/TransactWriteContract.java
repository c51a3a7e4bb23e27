package io.dynalatch.embedded;

import static io.dynalatch.embedded.SdkErrors.assertError;
import static io.dynalatch.embedded.SdkErrors.assertValidation;
import static io.dynalatch.embedded.Tables.n;
import static io.dynalatch.embedded.Tables.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** TransactWriteItems, the same on every store and over HTTP. */
abstract class TransactWriteContract extends EngineContract {
    private static final String HUNDRED_THOUSAND = "x".repeat(100_000);

    @BeforeEach
    void make_the_tables() {
        client.createTable(Tables.locks());
        client.createTable(Tables.orders(ScalarAttributeType.N));
        Tables.put(client, "locks", Map.of("pk", s("old"), "x", n("1")));
    }

    private static TransactWriteItem put(String pk, Consumer<Put.Builder> more) {
        return TransactWriteItem.builder()
                .put(put -> put.tableName("locks")
                        .item(Map.of("pk", s(pk), "x", n("7")))
                        .applyMutation(more))
                .build();
    }

    private static TransactWriteItem put(String pk) {
        return put(pk, more -> {});
    }

    private static TransactWriteItem update(String pk, String expression, Consumer<Update.Builder> more) {
        return TransactWriteItem.builder()
                .update(update -> update.tableName("locks")
                        .key(Map.of("pk", s(pk)))
                        .updateExpression(expression)
                        .applyMutation(more))
                .build();
    }

    private static TransactWriteItem increment(String pk) {
        return update(pk, "ADD x :one", update -> update.expressionAttributeValues(Map.of(":one", n("1"))));
    }

    private static TransactWriteItem delete(String pk, Consumer<Delete.Builder> more) {
        return TransactWriteItem.builder()
                .delete(delete ->
                        delete.tableName("locks").key(Map.of("pk", s(pk))).applyMutation(more))
                .build();
    }

    private static TransactWriteItem check(String pk, String condition, Consumer<ConditionCheck.Builder> more) {
        return TransactWriteItem.builder()
                .conditionCheck(check -> check.tableName("locks")
                        .key(Map.of("pk", s(pk)))
                        .conditionExpression(condition)
                        .applyMutation(more))
                .build();
    }

    private static TransactWriteItem check(String pk, String condition) {
        return check(pk, condition, more -> {});
    }

    private TransactWriteItemsResponse write(TransactWriteItem... actions) {
        return client.transactWriteItems(transaction -> transaction.transactItems(actions));
    }

    private TransactWriteItemsResponse told(TransactWriteItem... actions) {
        return client.transactWriteItems(transaction -> transaction
                .transactItems(actions)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .returnItemCollectionMetrics(ReturnItemCollectionMetrics.SIZE));
    }

    private Map<String, AttributeValue> item(String pk) {
        return Tables.get(client, pk);
    }

    private static List<String> codes(TransactionCanceledException canceled) {
        return canceled.cancellationReasons().stream()
                .map(CancellationReason::code)
                .toList();
    }

    private static TransactionCanceledException assertCanceled(ThrowingCallable call, String... codes) {
        TransactionCanceledException canceled =
                assertError(call, TransactionCanceledException.class, "TransactionCanceledException", 400);
        assertThat(codes(canceled)).containsExactly(codes);
        assertThat(canceled.awsErrorDetails().errorMessage())
                .isEqualTo("Transaction cancelled, please refer cancellation reasons for specific reasons ["
                        + String.join(", ", codes) + "]");
        return canceled;
    }

    @Test
    void writes_of_all_kinds_in_several_tables_are_made_together() {
        Tables.put(client, "locks", Map.of("pk", s("gone")));

        TransactWriteItemsResponse answer = write(
                put("new", put -> put.conditionExpression("attribute_not_exists(pk)")),
                increment("old"),
                delete("gone", delete -> delete.conditionExpression("attribute_exists(pk)")),
                check("absent", "attribute_not_exists(pk)"),
                TransactWriteItem.builder()
                        .put(put -> put.tableName("orders").item(Map.of("pk", s("new"), "sk", n("1"))))
                        .build());

        assertThat(answer.sdkHttpResponse().statusCode()).isEqualTo(200);
        assertThat(answer.responseMetadata().requestId()).isNotEmpty();
        assertThat(answer.hasConsumedCapacity()).isFalse();
        assertThat(answer.hasItemCollectionMetrics()).isFalse();
        assertThat(item("new")).containsEntry("x", n("7"));
        assertThat(item("old")).containsEntry("x", n("2"));
        assertThat(item("gone")).isEmpty();
        assertThat(item("absent")).isEmpty();
        assertThat(client.getItem(get -> get.tableName("orders").key(Map.of("pk", s("new"), "sk", n("1"))))
                        .hasItem())
                .isTrue();
    }

    @Test
    void an_update_makes_an_item_unless_it_only_removes() {
        write(increment("made"), update("not-made", "REMOVE x", more -> {}));

        assertThat(item("made")).containsEntry("x", n("1"));
        assertThat(item("not-made")).isEmpty();
    }

    @Test
    void every_refused_condition_is_told_and_nothing_is_written() {
        TransactionCanceledException canceled = assertCanceled(
                () -> write(
                        put("new"),
                        check("old", "x = :x", check -> check.expressionAttributeValues(Map.of(":x", n("2")))),
                        increment("other"),
                        put("absent", put -> put.conditionExpression("attribute_exists(pk)"))),
                "None",
                "ConditionalCheckFailed",
                "None",
                "ConditionalCheckFailed");

        assertThat(canceled.cancellationReasons())
                .extracting(CancellationReason::message)
                .containsExactly(null, "The conditional request failed", null, "The conditional request failed");
        assertThat(canceled.cancellationReasons())
                .extracting(CancellationReason::hasItem)
                .containsOnly(false);
        assertThat(item("new")).isEmpty();
        assertThat(item("other")).isEmpty();
    }

    @Test
    void a_refused_condition_tells_its_item_where_that_was_asked_for() {
        ReturnValuesOnConditionCheckFailure old = ReturnValuesOnConditionCheckFailure.ALL_OLD;
        for (String pk : List.of("a", "b", "c")) {
            Tables.put(client, "locks", Map.of("pk", s(pk), "x", n("1")));
        }
        String absent = "attribute_not_exists(pk)";

        TransactionCanceledException canceled = assertCanceled(
                () -> write(
                        put("old", put -> put.conditionExpression(absent).returnValuesOnConditionCheckFailure(old)),
                        update(
                                "a",
                                "REMOVE x",
                                update -> update.conditionExpression(absent).returnValuesOnConditionCheckFailure(old)),
                        delete(
                                "b",
                                delete -> delete.conditionExpression(absent).returnValuesOnConditionCheckFailure(old)),
                        check("c", absent, check -> check.returnValuesOnConditionCheckFailure(old)),
                        check("none", "attribute_exists(pk)", check -> check.returnValuesOnConditionCheckFailure(old)),
                        put(
                                "innocent",
                                put -> put.conditionExpression(absent).returnValuesOnConditionCheckFailure(old))),
                "ConditionalCheckFailed",
                "ConditionalCheckFailed",
                "ConditionalCheckFailed",
                "ConditionalCheckFailed",
                "ConditionalCheckFailed",
                "None");

        assertThat(canceled.cancellationReasons().subList(0, 4))
                .extracting(reason -> reason.item().get("pk").s())
                .containsExactly("old", "a", "b", "c");
        assertThat(canceled.cancellationReasons().get(0).item()).isEqualTo(Map.of("pk", s("old"), "x", n("1")));
        assertThat(canceled.cancellationReasons().get(4).hasItem()).isFalse();
        assertThat(canceled.cancellationReasons().get(5).hasItem()).isFalse();
    }

    @Test
    void only_all_old_and_none_can_be_asked_for_on_failure() {
        for (String word : List.of("ALL_NEW", "none", "dog")) {
            assertValidation(
                    () -> write(put("new", put -> put.returnValuesOnConditionCheckFailure(word))),
                    "ReturnValuesOnConditionCheckFailure");
        }
    }

    @Test
    void conditions_see_the_items_as_they_were_before_the_transaction() {
        write(put("new"), check("none", "attribute_not_exists(pk)"));

        assertThat(item("new")).isNotEmpty();
        write(delete("new", more -> {}), put("none"));
        assertThat(item("new")).isEmpty();
        assertThat(item("none")).isNotEmpty();
    }

    @Test
    void one_to_a_hundred_actions() {
        assertValidation(this::write, "Member must have length greater than or equal to 1");
        assertValidation(
                () -> client.transactWriteItems(
                        TransactWriteItemsRequest.builder().build()),
                "TransactItems");
        assertValidation(() -> write(puts(101)), "Member must have length less than or equal to 100");

        write(puts(100));
        assertThat(client.scan(scan -> scan.tableName("locks")).count()).isEqualTo(101);
    }

    private static TransactWriteItem[] puts(int count) {
        return IntStream.range(0, count).mapToObj(i -> put("new-" + i)).toArray(TransactWriteItem[]::new);
    }

    @Test
    void an_action_is_exactly_one_of_four() {
        String one = "TransactItems can only contain one of Check, Put, Update or Delete";
        assertValidation(() -> write(put("a"), TransactWriteItem.builder().build()), one);
        assertValidation(
                () -> write(put("a").toBuilder()
                        .delete(delete("b", more -> {}).delete())
                        .build()),
                one);
    }

    @Test
    void a_check_has_a_condition_and_an_update_has_an_expression() {
        assertValidation(() -> write(check("a", null)), "ConditionExpression");
        assertValidation(() -> write(update("a", null, more -> {})), "UpdateExpression");
    }

    @Test
    void an_item_is_part_of_one_action_only() {
        String one = "Transaction request cannot include multiple operations on one item";
        assertValidation(() -> write(put("a"), put("b"), put("a")), one);
        assertValidation(() -> write(check("old", "attribute_exists(pk)"), increment("old")), one);
        assertValidation(
                () -> write(
                        order("a", "1.0"),
                        TransactWriteItem.builder()
                                .delete(delete -> delete.tableName("orders").key(Map.of("sk", n("1"), "pk", s("a"))))
                                .build()),
                one);

        write(order("a", "1"), order("a", "2"), put("a"));
        assertThat(item("old")).containsEntry("x", n("1"));
    }

    private static TransactWriteItem order(String pk, String sk) {
        return TransactWriteItem.builder()
                .put(put -> put.tableName("orders").item(Map.of("pk", s(pk), "sk", n(sk))))
                .build();
    }

    @Test
    void what_is_wrong_with_the_request_itself_refuses_it_as_a_whole() {
        assertValidation(() -> write(put("a"), check("b", "hello!")), "Syntax error");
        assertValidation(() -> write(put("a", put -> put.conditionExpression("attribute_exists(#xyz)"))), "#xyz");
        assertValidation(() -> write(put("a", put -> put.conditionExpression("x = :xyz"))), ":xyz");
        assertValidation(
                () -> write(put(
                        "a",
                        put -> put.conditionExpression("attribute_exists(pk)")
                                .expressionAttributeNames(Map.of("#xyz", "x")))),
                "Value provided in ExpressionAttributeNames unused in expressions: keys: {#xyz}");
        assertValidation(
                () -> write(put(
                        "a",
                        put -> put.conditionExpression("attribute_exists(pk)")
                                .expressionAttributeValues(Map.of(":xyz", n("7"))))),
                "Value provided in ExpressionAttributeValues unused in expressions: keys: {:xyz}");
        assertValidation(() -> write(put("")), "empty string value. Key: pk");
        assertValidation(() -> write(put("a"), delete("", more -> {})), "empty string value. Key: pk");
        assertValidation(
                () -> write(put("a", put -> put.item(Map.of("pk", s("a"), "x", s("x".repeat(409_600)))))),
                "Item size has exceeded the maximum allowed size");
        assertError(
                () -> write(put("a"), put("b", put -> put.tableName("nowhere"))),
                ResourceNotFoundException.class,
                "ResourceNotFoundException",
                400);
        assertThat(item("a")).isEmpty();
    }

    @Test
    void values_that_do_not_fit_the_keys_cancel_before_any_condition_is_looked_at() {
        TransactionCanceledException canceled = assertCanceled(
                () -> write(
                        check("none", "attribute_exists(pk)"),
                        put("a", put -> put.item(Map.of("pk", n("7")))),
                        put("b", put -> put.item(Map.of("pk", n("8"))))),
                "None",
                "ValidationError",
                "None");
        assertThat(canceled.cancellationReasons().get(1).message())
                .contains("Type mismatch for key pk expected: S actual: N");
        assertThat(canceled.cancellationReasons().get(0).message()).isNull();

        assertCanceled(() -> write(put("a", put -> put.item(Map.of("x", n("7"))))), "ValidationError");
        for (Map<String, AttributeValue> key :
                List.of(Map.of("pk", n("7")), Map.of("x", s("a")), Map.of("pk", s("a"), "x", s("a")))) {
            TransactionCanceledException mismatch =
                    assertCanceled(() -> write(delete("a", delete -> delete.key(key))), "ValidationError");
            assertThat(mismatch.cancellationReasons().get(0).message())
                    .contains("The provided key element does not match the schema");
        }
        assertValidation(
                () -> write(put("a", put -> put.item(Map.of("pk", n("7")))), check("b", "hello!")), "Syntax error");
    }

    @Test
    void what_the_stored_item_does_not_allow_cancels() {
        Tables.put(client, "locks", Map.of("pk", s("text"), "x", s("text")));
        Tables.put(client, "locks", Map.of("pk", s("large"), "x", s("x".repeat(300_000))));

        TransactionCanceledException canceled = assertCanceled(
                () -> write(
                        increment("text"),
                        update("old", "SET y = z", more -> {}),
                        update(
                                "large",
                                "SET y = :y",
                                update -> update.expressionAttributeValues(Map.of(":y", s("y".repeat(200_000))))),
                        put("innocent"),
                        check("none", "attribute_exists(pk)")),
                "ValidationError",
                "ValidationError",
                "ValidationError",
                "None",
                "ConditionalCheckFailed");

        assertThat(canceled.cancellationReasons().get(0).message())
                .contains("An operand in the update expression has an incorrect data type");
        assertThat(canceled.cancellationReasons().get(1).message())
                .contains("The provided expression refers to an attribute that does not exist in the item");
        assertThat(canceled.cancellationReasons().get(2).message())
                .contains("Item size to update has exceeded the maximum allowed size");
        assertThat(item("innocent")).isEmpty();
    }

    @Test
    void four_megabytes_are_written_at_most_and_any_size_is_deleted() {
        List<TransactWriteItem> large = new ArrayList<>();
        for (int i = 0; i < 42; i++) {
            String pk = "large-" + i;
            large.add(put(pk, put -> put.item(Map.of("pk", s(pk), "x", s(HUNDRED_THOUSAND)))));
        }
        assertValidation(() -> write(large.toArray(TransactWriteItem[]::new)), "size cannot exceed");

        write(large.subList(0, 41).toArray(TransactWriteItem[]::new));
        TransactWriteItem[] deletes = IntStream.range(0, 41)
                .mapToObj(i -> delete("large-" + i, more -> {}))
                .toArray(TransactWriteItem[]::new);
        Tables.put(client, "locks", Map.of("pk", s("large-0"), "x", s("x".repeat(400_000))));
        write(deletes);

        assertThat(client.scan(scan -> scan.tableName("locks")).count()).isEqualTo(1);
    }

    @Test
    void a_transaction_with_a_token_is_made_once() {
        for (int i = 0; i < 3; i++) {
            client.transactWriteItems(
                    transaction -> transaction.transactItems(increment("old")).clientRequestToken("once"));
        }
        assertThat(item("old")).containsEntry("x", n("2"));

        client.transactWriteItems(
                transaction -> transaction.transactItems(increment("old")).clientRequestToken("twice"));
        assertThat(item("old")).containsEntry("x", n("3"));
    }

    @Test
    void calls_without_a_token_are_each_made() {
        write(increment("old"));
        write(increment("old"));

        assertThat(item("old")).containsEntry("x", n("3"));
    }

    @Test
    void a_token_belongs_to_one_request() {
        client.transactWriteItems(
                transaction -> transaction.transactItems(increment("old")).clientRequestToken("once"));

        assertError(
                () -> client.transactWriteItems(transaction ->
                        transaction.transactItems(increment("other")).clientRequestToken("once")),
                IdempotentParameterMismatchException.class,
                "IdempotentParameterMismatchException",
                400);
        assertThat(item("other")).isEmpty();
        assertThat(item("old")).containsEntry("x", n("2"));
    }

    @Test
    void a_canceled_transaction_is_not_remembered() {
        TransactWriteItem once = put("new", put -> put.conditionExpression("attribute_not_exists(pk)"));
        TransactWriteItem[] actions = {once, check("key", "attribute_exists(pk)")};
        Consumer<TransactWriteItemsRequest.Builder> transaction =
                request -> request.transactItems(actions).clientRequestToken("once");
        assertCanceled(() -> client.transactWriteItems(transaction), "None", "ConditionalCheckFailed");

        Tables.put(client, "locks", Map.of("pk", s("key")));
        client.transactWriteItems(transaction);
        client.transactWriteItems(transaction);

        assertThat(item("new")).isNotEmpty();
    }

    @Test
    void a_token_has_1_to_36_characters() {
        assertValidation(
                () -> client.transactWriteItems(
                        transaction -> transaction.transactItems(put("a")).clientRequestToken("t".repeat(37))),
                "'ClientRequestToken' failed to satisfy constraint: Member must have length less than or equal to 36");
        assertValidation(
                () -> client.transactWriteItems(
                        transaction -> transaction.transactItems(put("a")).clientRequestToken("")),
                "ClientRequestToken");

        client.transactWriteItems(
                transaction -> transaction.transactItems(put("a")).clientRequestToken("t".repeat(36)));
        assertThat(item("a")).isNotEmpty();
    }

    @Test
    void a_write_costs_twice_what_it_costs_alone() {
        Tables.put(client, "locks", Map.of("pk", s("two"), "x", s("x".repeat(1_500))));

        TransactWriteItemsResponse answer = told(
                put("new"),
                delete("two", more -> {}),
                check("old", "attribute_exists(pk)"),
                check("none", "attribute_not_exists(pk)"),
                order("a", "1"));

        assertThat(answer.consumedCapacity())
                .extracting(consumed -> consumed.tableName() + " " + consumed.capacityUnits() + " "
                        + consumed.writeCapacityUnits() + " " + consumed.readCapacityUnits() + " " + consumed.table())
                .containsExactly("locks 10.0 10.0 null null", "orders 2.0 2.0 null null");
    }

    @Test
    void a_repeated_transaction_costs_what_reading_its_items_does() {
        Consumer<TransactWriteItemsRequest.Builder> transaction = request -> request.transactItems(
                        put("new", put -> put.item(Map.of("pk", s("new"), "x", s("x".repeat(5_000))))),
                        delete("none", more -> {}))
                .clientRequestToken("once")
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES);

        assertThat(client.transactWriteItems(transaction)
                        .consumedCapacity()
                        .get(0)
                        .table()
                        .writeCapacityUnits())
                .isEqualTo(12);
        assertThat(client.transactWriteItems(transaction).consumedCapacity())
                .singleElement()
                .satisfies(consumed -> {
                    assertThat(consumed.capacityUnits()).isEqualTo(6);
                    assertThat(consumed.readCapacityUnits()).isEqualTo(6);
                    assertThat(consumed.writeCapacityUnits()).isNull();
                    assertThat(consumed.table().readCapacityUnits()).isEqualTo(6);
                });
    }
}
