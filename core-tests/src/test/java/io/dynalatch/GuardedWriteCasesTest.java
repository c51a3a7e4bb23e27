package io.dynalatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dynalatch.testkit.Course;
import io.dynalatch.testkit.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** P4, P6: writes that are applied while the row shows the hold, exactly once, and never otherwise. */
class GuardedWriteCasesTest {
    private static final String ITEMS = "items";

    private final LockWorld world = new LockWorld();
    private final LockWorld.Host a = world.host("a");
    private final LockWorld.Host b = world.host("b");

    @BeforeEach
    void createItems() {
        world.createItems(ITEMS);
    }

    @AfterEach
    void close() {
        world.close();
    }

    static TransactWriteItem add(String id) {
        return update(update -> update.tableName(ITEMS)
                .key(Map.of("id", AttributeValue.fromS(id)))
                .updateExpression("ADD n :one")
                .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
    }

    private static TransactWriteItem addIf(String id, String condition) {
        TransactWriteItem plain = add(id);
        return plain.toBuilder()
                .update(plain.update().toBuilder()
                        .conditionExpression(condition)
                        .build())
                .build();
    }

    private static TransactWriteItem update(Consumer<Update.Builder> settings) {
        return TransactWriteItem.builder().update(settings).build();
    }

    private static TransactWriteItem ownRow(Consumer<Update.Builder> settings) {
        return update(update -> {
            update.tableName(LockWorld.TABLE).key(Map.of("key", AttributeValue.fromS("orders")));
            settings.accept(update);
        });
    }

    private int n(String id) {
        Map<String, AttributeValue> item = world.direct()
                .getItem(get -> get.tableName(ITEMS).key(Map.of("id", AttributeValue.fromS(id))))
                .item();
        return item.containsKey("n") ? Integer.parseInt(item.get("n").n()) : 0;
    }

    private void write(HeldLock lock, TransactWriteItem... actions) {
        world.await(lock.writeAsync(List.of(actions)));
    }

    @Test
    void a_guarded_write_is_one_request_and_renews_the_lease() {
        HeldLock lock = a.hold("orders");
        world.advance(Duration.ofSeconds(1));
        Duration before = lock.remaining();
        AttributeValue version = world.row("orders").get("recordVersionNumber");

        long requests = world.requestsOf(() -> write(lock, add("x"), add("y")));

        assertThat(requests).isEqualTo(1);
        assertThat(n("x")).isEqualTo(1);
        assertThat(n("y")).isEqualTo(1);
        assertThat(lock.remaining()).isGreaterThan(before);
        assertThat(world.row("orders").get("recordVersionNumber")).isNotEqualTo(version);
        assertThat(lock.isHeld()).isTrue();
    }

    // D3, P4
    @Test
    void a_write_that_lands_after_the_lock_was_taken_over_is_never_applied() {
        HeldLock lock = a.hold("orders");
        world.store.next(
                call -> call.operation().equals("TransactWriteItems"),
                Course.of(Fault.DELAY_REQUEST).taking(LockWorld.LEASE.multipliedBy(3), Duration.ZERO));
        CompletableFuture<Void> write = lock.writeAsync(List.of(add("x")));
        a.process.pause();
        HeldLock next = world.await(b.acquire("orders", Duration.ofMinutes(1))).orThrow();
        a.process.resume();

        assertThatThrownBy(() -> world.await(write)).isInstanceOf(LockLostException.class);
        world.advance(LockWorld.LEASE.multipliedBy(4));

        assertThat(n("x")).isZero();
        assertThat(next.isHeld()).isTrue();
    }

    // P4
    @Test
    void a_paused_holder_that_goes_on_writes_nothing() {
        HeldLock lock = a.hold("orders");
        a.process.pause();
        assertThat(world.await(b.acquire("orders", Duration.ofMinutes(1)))).isInstanceOf(Acquisition.Granted.class);
        a.process.resume();

        assertThatThrownBy(() -> write(lock, add("x"))).isInstanceOf(LockLostException.class);

        assertThat(n("x")).isZero();
    }

    // P6
    @ParameterizedTest
    @EnumSource(
            names = {
                "LOSE_ANSWER",
                "SWALLOW_ANSWER",
                "TIMEOUT_AFTER",
                "ERROR_AFTER",
                "LOSE_REQUEST",
                "SWALLOW_REQUEST",
                "TIMEOUT_BEFORE",
                "THROTTLE",
                "ERROR_BEFORE",
                "CONFLICT"
            })
    void a_write_without_a_definite_answer_is_sent_again_and_applied_once(Fault fault) {
        HeldLock lock = a.hold("orders");
        world.store.next("TransactWriteItems", fault);

        write(lock, add("x"));

        assertThat(n("x")).isEqualTo(1);
        world.advance(Duration.ofMinutes(1));
        assertThat(n("x")).isEqualTo(1);
        assertThat(lock.isHeld()).isTrue();
    }

    // P6: a heartbeat has overtaken the write before it arrives; then it is built anew, and the late one refused.
    @Test
    void a_write_that_arrives_after_the_next_heartbeat_is_not_applied_twice() {
        HeldLock lock = a.hold("orders");
        world.store.next(
                call -> call.operation().equals("TransactWriteItems"),
                Course.of(Fault.DELAY_REQUEST).taking(Duration.ofMillis(2500), Duration.ZERO));

        write(lock, add("x"));
        world.advance(Duration.ofMinutes(1));

        assertThat(n("x")).isEqualTo(1);
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void a_write_that_is_never_answered_ends_as_unknown_in_time() {
        HeldLock lock = a.hold("orders");
        world.store.plan(call ->
                call.operation().equals("TransactWriteItems") ? Course.of(Fault.SWALLOW_REQUEST) : Course.PLAIN);

        Duration took = world.timeOf(() -> assertThatThrownBy(() -> write(lock, add("x")))
                .isInstanceOf(WriteUnknownException.class)
                .hasMessageContaining("orders"));

        assertThat(took).isLessThanOrEqualTo(Duration.ofSeconds(5)); // R is a second here
        assertThat(lock.isHeld()).isTrue();
        world.calm();
        write(lock, add("x"));
        assertThat(n("x")).isEqualTo(1);
    }

    @Test
    void a_condition_of_the_callers_is_told_by_action_and_loses_no_lock() {
        HeldLock lock = a.hold("orders");

        assertThatThrownBy(() -> write(lock, add("x"), addIf("y", "attribute_exists(id)")))
                .isInstanceOfSatisfying(WriteRefusedException.class, refused -> {
                    assertThat(refused.reasons())
                            .extracting(CancellationReason::code)
                            .containsExactly("None", "ConditionalCheckFailed");
                    assertThat(refused.getMessage()).contains("action 1", ITEMS, "orders");
                });

        assertThat(n("x")).isZero();
        assertThat(lock.isHeld()).isTrue();
        assertThat(a.events(LockEvent.HeartbeatFailed.class)).isEmpty();
    }

    // A refusal is final: a copy in the network must not be applied when the condition has become true.
    @Test
    void a_late_copy_of_a_refused_write_is_never_applied() {
        HeldLock lock = a.hold("orders");
        world.store.next(
                call -> call.operation().equals("TransactWriteItems"),
                Course.of(Fault.DUPLICATE).copyAfter(Duration.ofSeconds(1)));

        assertThatThrownBy(() -> write(lock, addIf("x", "attribute_exists(id)")))
                .isInstanceOf(WriteRefusedException.class);
        world.direct().putItem(put -> put.tableName(ITEMS).item(Map.of("id", AttributeValue.fromS("x"))));
        world.advance(Duration.ofSeconds(2));

        assertThat(n("x")).isZero();
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void many_refused_writes_leave_room_for_heartbeats() {
        HeldLock lock = a.hold("orders");

        for (int i = 0; i < 200; i++) {
            assertThatThrownBy(() -> write(lock, addIf("x", "attribute_exists(id)")))
                    .isInstanceOf(WriteRefusedException.class);
        }
        world.advance(Duration.ofMinutes(1));

        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void writes_go_in_the_order_of_their_calls_and_share_the_way_with_heartbeats() {
        HeldLock lock = a.hold("orders");
        List<CompletableFuture<Void>> writes = new ArrayList<>();
        world.store.plan(call -> Course.PLAIN.taking(Duration.ofMillis(20), Duration.ofMillis(20)));
        for (int i = 0; i < 100; i++) {
            int before = i;
            writes.add(lock.writeAsync(List.of(update(update -> update.tableName(ITEMS)
                    .key(Map.of("id", AttributeValue.fromS("x")))
                    .updateExpression("SET n = :next")
                    .conditionExpression(before == 0 ? "attribute_not_exists(n)" : "n = :last")
                    .expressionAttributeValues(
                            before == 0
                                    ? Map.of(":next", AttributeValue.fromN("1"))
                                    : Map.of(
                                            ":next", AttributeValue.fromN("" + (before + 1)),
                                            ":last", AttributeValue.fromN("" + before)))))));
        }

        writes.forEach(world::await);

        assertThat(n("x")).isEqualTo(100);
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void an_update_of_the_locks_own_row_is_joined_with_the_guard() {
        world.putRow("orders", Map.of("amount", AttributeValue.fromN("1"), "former", AttributeValue.fromS("x")));
        HeldLock lock = a.hold("orders");

        write(
                lock,
                ownRow(update -> update.updateExpression("remove former set #v = :v add amount :n")
                        .conditionExpression("amount = :n OR amount > :v")
                        .expressionAttributeNames(Map.of("#v", "named"))
                        .expressionAttributeValues(
                                Map.of(":v", AttributeValue.fromN("7"), ":n", AttributeValue.fromN("1")))),
                add("x"));

        assertThat(n("x")).isEqualTo(1);
        assertThat(world.row("orders"))
                .containsEntry("amount", AttributeValue.fromN("2"))
                .containsEntry("named", AttributeValue.fromN("7"))
                .doesNotContainKey("former");
        world.advance(Duration.ofMinutes(1));
        assertThat(lock.isHeld()).isTrue();
        assertThat(a.release(lock)).isEqualTo(ReleaseOutcome.RELEASED);
        assertThat(world.row("orders")).doesNotContainKey("expiresAt");
    }

    // E5: an item of the user's own is never cleaned up, also where it became one under the lock.
    @Test
    void a_row_that_gets_attributes_of_the_callers_is_not_cleaned_up_any_more() {
        HeldLock lock = a.hold("orders");
        world.advance(Duration.ofSeconds(3));
        assertThat(world.row("orders")).containsKey("expiresAt");

        write(
                lock,
                ownRow(update -> update.updateExpression("SET amount = :one")
                        .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))));

        assertThat(world.row("orders")).doesNotContainKey("expiresAt").containsKey("amount");
        world.advance(Duration.ofSeconds(3));
        assertThat(a.release(lock)).isEqualTo(ReleaseOutcome.RELEASED);
        assertThat(world.row("orders")).doesNotContainKey("expiresAt");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_condition_of_the_callers_on_the_locks_own_row_is_no_loss(boolean withoutItem) {
        HeldLock lock = a.hold("orders");
        if (withoutItem) {
            world.disturb(a, Fault.STRIP_ITEM);
        }

        assertThatThrownBy(() -> write(
                        lock,
                        TransactWriteItem.builder()
                                .conditionCheck(check -> check.tableName(LockWorld.TABLE)
                                        .key(Map.of("key", AttributeValue.fromS("orders")))
                                        .conditionExpression("(attribute_exists(amount))"))
                                .build(),
                        add("x")))
                .isInstanceOf(WriteRefusedException.class);

        assertThat(n("x")).isZero();
        assertThat(lock.isHeld()).isTrue();
    }

    // D1
    @Test
    void the_check_of_a_hold_guards_a_transaction_of_the_callers_own() {
        HeldLock lock = a.hold("orders");
        TransactWriteItem check = TransactWriteItem.builder()
                .conditionCheck(lock.conditionCheck())
                .build();
        world.advance(Duration.ofSeconds(20)); // heartbeats change nothing about it

        world.direct().transactWriteItems(write -> write.transactItems(check, add("x")));
        assertThat(a.release(lock)).isEqualTo(ReleaseOutcome.RELEASED);
        assertThatThrownBy(() -> world.direct().transactWriteItems(write -> write.transactItems(check, add("x"))))
                .isInstanceOf(TransactionCanceledException.class);
        assertThat(b.hold("orders").isHeld()).isTrue();
        assertThatThrownBy(() -> world.direct().transactWriteItems(write -> write.transactItems(check, add("x"))))
                .isInstanceOf(TransactionCanceledException.class);

        assertThat(n("x")).isEqualTo(1);
    }

    @Test
    void bad_input_is_refused_before_any_request() {
        HeldLock lock = a.hold("orders");
        List<TransactWriteItem> hundred = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            hundred.add(add("item-" + i));
        }
        Map<String, AttributeValue> key = Map.of("key", AttributeValue.fromS("orders"));
        TransactWriteItem put = TransactWriteItem.builder()
                .put(each -> each.tableName(LockWorld.TABLE).item(key))
                .build();
        TransactWriteItem delete = TransactWriteItem.builder()
                .delete(each -> each.tableName("arn:aws:dynamodb:eu-west-1:1:table/" + LockWorld.TABLE)
                        .key(key))
                .build();
        TransactWriteItem ours = ownRow(each -> each.updateExpression("SET a.b = :x, #d = :x")
                .expressionAttributeNames(Map.of("#d", "fencingToken"))
                .expressionAttributeValues(Map.of(":x", AttributeValue.fromN("1"))));
        TransactWriteItem theirs = ownRow(each -> each.updateExpression("SET a.fencingToken = :x")
                .expressionAttributeValues(Map.of(":x", AttributeValue.fromN("1"))));

        long requests = world.requestsOf(() -> {
            refused(lock, List.of(), "at least one");
            refused(lock, hundred, "99");
            refused(lock, List.of(put), "release()");
            refused(lock, List.of(delete), "release()");
            refused(lock, List.of(ours), "fencingToken");
            refused(lock, List.of(theirs, theirs), "second");
            refused(lock, List.of(TransactWriteItem.builder().build()), "empty");
        });

        assertThat(requests).isZero();
        hundred.remove(0);
        world.await(lock.writeAsync(hundred));
        assertThat(n("item-99")).isEqualTo(1);
    }

    private static void refused(HeldLock lock, List<TransactWriteItem> actions, String says) {
        assertThatThrownBy(() -> lock.writeAsync(actions))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(says);
    }

    @Test
    void what_the_store_objects_to_fails_at_once_and_loses_no_lock() {
        HeldLock lock = a.hold("orders");
        TransactWriteItem wrong = update(update -> update.tableName(ITEMS)
                .key(Map.of("id", AttributeValue.fromS("x")))
                .updateExpression("SET ttl = :x")
                .expressionAttributeValues(Map.of(":x", AttributeValue.fromN("1"))));

        assertThatThrownBy(() -> write(lock, wrong)).isInstanceOf(RequestRejectedException.class);

        assertThat(lock.isHeld()).isTrue();
        assertThat(a.events(LockEvent.HeartbeatFailed.class)).isEmpty();
    }

    @Test
    void after_its_end_a_hold_writes_nothing_and_says_why() {
        HeldLock lock = a.hold("orders");
        assertThat(a.release(lock)).isEqualTo(ReleaseOutcome.RELEASED);

        assertThat(world.requestsOf(() ->
                        assertThatThrownBy(() -> write(lock, add("x"))).isInstanceOf(IllegalStateException.class)))
                .isZero();
    }

    @Test
    void a_release_lets_a_write_under_way_end_and_refuses_those_that_wait() {
        HeldLock lock = a.hold("orders");
        world.store.plan(call -> Course.PLAIN.taking(Duration.ofMillis(20), Duration.ofMillis(20)));
        CompletableFuture<Void> first = lock.writeAsync(List.of(add("x")));
        CompletableFuture<Void> second = lock.writeAsync(List.of(add("y")));

        assertThat(a.release(lock)).isEqualTo(ReleaseOutcome.RELEASED);
        world.advance(Duration.ofSeconds(5));

        assertThat(first).isCompleted();
        assertThat(n("x")).isEqualTo(1);
        assertThatThrownBy(() -> world.await(second)).isInstanceOf(IllegalStateException.class);
        assertThat(n("y")).isZero();
    }

    @Test
    void closing_the_client_ends_every_write() {
        HeldLock lock = a.hold("orders");
        world.disturb(a, Fault.SWALLOW_REQUEST);
        CompletableFuture<Void> first = lock.writeAsync(List.of(add("x")));
        CompletableFuture<Void> second = lock.writeAsync(List.of(add("y")));

        assertThatThrownBy(() -> world.await(a.client.closeAsync())).isInstanceOf(LockReleaseException.class);

        assertThatThrownBy(() -> world.await(first)).isInstanceOf(WriteUnknownException.class);
        assertThatThrownBy(() -> world.await(second)).isInstanceOf(IllegalStateException.class);
    }
}
