package io.dynalatch.embedded;

import static io.dynalatch.embedded.SdkErrors.assertError;
import static io.dynalatch.embedded.SdkErrors.assertValidation;
import static io.dynalatch.embedded.Tables.n;
import static io.dynalatch.embedded.Tables.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** TransactGetItems, the same on every store and over HTTP. */
abstract class TransactGetContract extends EngineContract {
    @BeforeEach
    void put_two_items() {
        client.createTable(Tables.locks());
        client.createTable(Tables.orders(ScalarAttributeType.N));
        Tables.put(client, "locks", Map.of("pk", s("a"), "x", n("1"), "y", n("2"), "z", n("3")));
        Tables.put(client, "orders", Map.of("pk", s("a"), "sk", n("1"), "x", s("x".repeat(5_000))));
    }

    private static TransactGetItem lock(String pk, Consumer<Get.Builder> more) {
        return TransactGetItem.builder()
                .get(get -> get.tableName("locks").key(Map.of("pk", s(pk))).applyMutation(more))
                .build();
    }

    private static TransactGetItem lock(String pk) {
        return lock(pk, more -> {});
    }

    private static TransactGetItem order(String pk, String sk) {
        return TransactGetItem.builder()
                .get(get -> get.tableName("orders").key(Map.of("pk", s(pk), "sk", n(sk))))
                .build();
    }

    private TransactGetItemsResponse read(TransactGetItem... actions) {
        return client.transactGetItems(transaction -> transaction.transactItems(actions));
    }

    @Test
    void items_of_several_tables_come_in_the_order_of_the_request_and_missing_ones_are_empty() {
        TransactGetItemsResponse answer = read(order("a", "1"), lock("none"), lock("a"), order("a", "2"));

        assertThat(answer.responses()).extracting(ItemResponse::hasItem).containsExactly(true, false, true, false);
        assertThat(answer.responses().get(0).item()).containsEntry("sk", n("1"));
        assertThat(answer.responses().get(2).item()).containsEntry("x", n("1"));
        assertThat(answer.hasConsumedCapacity()).isFalse();
        assertThat(answer.responseMetadata().requestId()).isNotEmpty();
    }

    @Test
    void a_projection_picks_attributes_of_its_item() {
        List<ItemResponse> responses = read(
                        lock("a", get -> get.projectionExpression("#x, z").expressionAttributeNames(Map.of("#x", "x"))),
                        lock("none", get -> get.projectionExpression("x")))
                .responses();

        assertThat(responses.get(0).item()).isEqualTo(Map.of("x", n("1"), "z", n("3")));
        assertThat(responses.get(1).hasItem()).isFalse();
        ItemResponse nothing = read(lock("a", get -> get.projectionExpression("q")))
                .responses()
                .get(0);
        assertThat(nothing.hasItem()).isTrue();
        assertThat(nothing.item()).isEmpty();
    }

    @Test
    void one_to_a_hundred_actions() {
        assertValidation(
                () -> client.transactGetItems(TransactGetItemsRequest.builder().build()),
                "'TransactItems' failed to satisfy constraint: Member must have length greater than or equal to 1");
        assertValidation(this::read, "Member must have length greater than or equal to 1");
        assertValidation(() -> read(locks(101)), "Member must have length less than or equal to 100");
        assertThat(read(locks(100)).responses()).hasSize(100);
    }

    private static TransactGetItem[] locks(int count) {
        return IntStream.range(0, count).mapToObj(i -> lock("lock-" + i)).toArray(TransactGetItem[]::new);
    }

    @Test
    void an_item_is_read_once_only() {
        String one = "Transaction request cannot include multiple operations on one item";
        assertValidation(() -> read(lock("a"), lock("b"), lock("a")), one);
        assertValidation(() -> read(order("a", "1"), order("a", "+1.0")), one);
    }

    @Test
    void what_is_wrong_with_the_request_itself_refuses_it_as_a_whole() {
        assertValidation(() -> read(lock("a"), TransactGetItem.builder().build()), "Get");
        assertValidation(
                () -> read(lock(
                        "a", get -> get.projectionExpression("#x, #z").expressionAttributeNames(Map.of("#x", "x")))),
                "#z");
        assertValidation(
                () -> read(lock(
                        "a",
                        get -> get.projectionExpression("#x").expressionAttributeNames(Map.of("#x", "x", "#q", "q")))),
                "unused in expressions: keys: {#q}");
        assertValidation(() -> read(lock("a"), lock("")), "empty string value. Key: pk");
        assertError(
                () -> read(lock("a"), lock("b", get -> get.tableName("nowhere"))),
                ResourceNotFoundException.class,
                "ResourceNotFoundException",
                400);
    }

    @Test
    void a_key_that_does_not_fit_its_table_cancels() {
        for (Map<String, AttributeValue> key :
                List.of(Map.of("pk", n("7")), Map.of("x", s("a")), Map.of("pk", s("a"), "x", s("a")))) {
            TransactionCanceledException canceled = assertError(
                    () -> read(lock("a"), lock("b", get -> get.key(key))),
                    TransactionCanceledException.class,
                    "TransactionCanceledException",
                    400);
            assertThat(canceled.cancellationReasons())
                    .extracting(CancellationReason::code)
                    .containsExactly("None", "ValidationError");
            assertThat(canceled.cancellationReasons().get(1).message())
                    .contains("The provided key element does not match the schema");
        }
    }

    @Test
    void four_megabytes_are_read_at_most() {
        String text = "x".repeat(390_000);
        TransactGetItem[] gets = new TransactGetItem[11];
        for (int i = 0; i < gets.length; i++) {
            Tables.put(client, "locks", Map.of("pk", s("large-" + i), "x", s(text)));
            gets[i] = lock("large-" + i, get -> get.projectionExpression("pk"));
        }

        assertValidation(() -> read(gets), "size cannot exceed");
        gets[0] = lock("none");
        assertThat(read(gets).responses()).hasSize(11);
    }

    @Test
    void a_read_costs_twice_what_it_costs_alone() {
        TransactGetItem[] gets = {lock("a"), lock("none"), order("a", "1")};
        TransactGetItemsResponse answer = client.transactGetItems(
                transaction -> transaction.transactItems(gets).returnConsumedCapacity(ReturnConsumedCapacity.INDEXES));

        assertThat(answer.consumedCapacity())
                .extracting(consumed -> consumed.tableName() + " " + consumed.capacityUnits() + " "
                        + consumed.readCapacityUnits() + " " + consumed.writeCapacityUnits() + " "
                        + consumed.table().readCapacityUnits())
                .containsExactly("locks 4.0 4.0 null 4.0", "orders 4.0 4.0 null 4.0");
    }
}
