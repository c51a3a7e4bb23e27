package io.dynalatch.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

class FaultyDynamoDbTest {
    private final CountingStore counts = new CountingStore();
    private final FaultyDynamoDb store = FaultyDynamoDb.over(counts);
    private final DynamoDbAsyncClient client = store.asyncClient();

    @Test
    void without_faults_a_request_is_applied_and_answered_at_once() {
        CompletableFuture<UpdateItemResponse> answer = client.updateItem(CountingStore.add("a"));

        assertThat(answer.join().attributes().get("count").n()).isEqualTo("1");
        assertThat(store.requests("UpdateItem")).isEqualTo(1);
        assertThat(store.open()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "LOSE_REQUEST, 0", "LOSE_ANSWER, 1", "TIMEOUT_BEFORE, 0", "TIMEOUT_AFTER, 1",
        "THROTTLE, 0", "ERROR_BEFORE, 0", "ERROR_AFTER, 1", "CONFLICT, 0",
        "ACCESS_DENIED, 0", "EXPIRED_CREDENTIALS, 0"
    })
    void a_fault_is_reported_and_the_request_applied_as_its_name_says(Fault fault, int applied) {
        store.next("UpdateItem", fault);

        CompletableFuture<UpdateItemResponse> answer = client.updateItem(CountingStore.add("a"));

        assertThat(answer).isCompletedExceptionally();
        assertThat(counts.count("a")).isEqualTo(applied);
        assertThat(store.fired(fault)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"SWALLOW_REQUEST, 0", "SWALLOW_ANSWER, 1"})
    void a_swallowed_request_is_never_answered(Fault fault, int applied) {
        store.next(Course.of(fault));

        assertThat(client.updateItem(CountingStore.add("a"))).isNotDone();
        assertThat(counts.count("a")).isEqualTo(applied);
        assertThat(store.open()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "THROTTLE, 400, ProvisionedThroughputExceededException", "ERROR_BEFORE, 500, InternalServerError",
        "ERROR_AFTER, 503, ServiceUnavailableException", "CONFLICT, 400, TransactionConflictException",
        "ACCESS_DENIED, 400, AccessDeniedException", "EXPIRED_CREDENTIALS, 400, ExpiredTokenException"
    })
    void errors_of_the_service_carry_its_status_and_code(Fault fault, int status, String code) {
        store.next(Course.of(fault));

        assertThatThrownBy(() -> store.client().updateItem(CountingStore.add("a")))
                .isInstanceOfSatisfying(AwsServiceException.class, error -> {
                    assertThat(error.statusCode()).isEqualTo(status);
                    assertThat(error.awsErrorDetails().errorCode()).isEqualTo(code);
                });
    }

    @Test
    void a_planned_fault_waits_for_its_operation_and_fires_once() {
        store.next("GetItem", Fault.LOSE_REQUEST);

        assertThat(client.updateItem(CountingStore.add("a"))).isCompleted();
        assertThat(client.getItem(r -> r.key(CountingStore.key("a")))).isCompletedExceptionally();
        assertThat(client.getItem(r -> r.key(CountingStore.key("a")))).isCompleted();
    }

    @Test
    void a_refusal_can_come_back_without_its_item() {
        store.next(Course.of(Fault.STRIP_ITEM));

        assertThat(refusal().hasItem()).isFalse();
        assertThat(refusal().hasItem()).isTrue();
        assertThat(store.fired(Fault.STRIP_ITEM)).isEqualTo(1);
    }

    @Test
    void delayed_requests_answers_and_copies_wait_until_they_are_let_go() {
        store.next(Course.of(Fault.DELAY_REQUEST));
        store.next(Course.of(Fault.DELAY_ANSWER, Fault.DUPLICATE));

        CompletableFuture<UpdateItemResponse> lateRequest = client.updateItem(CountingStore.add("a"));
        CompletableFuture<UpdateItemResponse> lateAnswer = client.updateItem(CountingStore.add("a"));
        assertThat(lateRequest).isNotDone();
        assertThat(lateAnswer).isNotDone();
        assertThat(counts.count("a")).isEqualTo(1);

        assertThat(store.deliverHeld()).isEqualTo(3);
        assertThat(lateRequest).isCompleted();
        assertThat(lateAnswer).isCompleted();
        assertThat(counts.count("a")).isEqualTo(3);
    }

    @Test
    void one_hanging_key_leaves_the_others_alone() {
        store.hang("a");

        CompletableFuture<UpdateItemResponse> hanging = client.updateItem(CountingStore.add("a"));
        assertThat(client.updateItem(CountingStore.add("b"))).isCompleted();
        assertThat(hanging).isNotDone();

        store.unhang("a");
        assertThat(hanging).isCompleted();
        assertThat(store.fired(Fault.HANG)).isEqualTo(1);
    }

    @Test
    void a_blackhole_swallows_what_is_sent_and_what_is_on_its_way() {
        store.next(Course.of(Fault.DELAY_ANSWER));
        CompletableFuture<UpdateItemResponse> onItsWay = client.updateItem(CountingStore.add("a"));

        store.blackhole();
        CompletableFuture<UpdateItemResponse> sent = client.updateItem(CountingStore.add("a"));
        store.endBlackhole();
        int delivered = store.deliverHeld();

        assertThat(delivered).isEqualTo(1);
        assertThat(List.of(onItsWay, sent)).noneMatch(CompletableFuture::isDone);
        assertThat(counts.count("a")).isEqualTo(1);
        assertThat(client.updateItem(CountingStore.add("a"))).isCompleted();
    }

    @Test
    void the_blocking_client_throws_what_the_store_reports() {
        store.loseNextAnswer();

        assertThatThrownBy(() -> store.client().updateItem(CountingStore.add("a")))
                .isInstanceOf(SdkClientException.class);
        assertThat(store.client()
                        .updateItem(CountingStore.add("a"))
                        .attributes()
                        .get("count")
                        .n())
                .isEqualTo("2");
    }

    @Test
    void an_operation_that_the_store_lacks_is_counted_and_refused_as_the_store_refuses_it() {
        CompletableFuture<?> answer =
                client.listTables(ListTablesRequest.builder().build());

        assertThat(answer).isCompletedExceptionally();
        assertThatThrownBy(answer::join).hasCauseInstanceOf(UnsupportedOperationException.class);
        assertThat(store.requests("ListTables")).isEqualTo(1);
    }

    @Test
    void a_waiter_is_refused_since_it_would_pass_the_faults_by() {
        assertThatThrownBy(client::waiter).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void each_applied_write_is_told_with_the_item_before_and_after() {
        List<Write> writes = new ArrayList<>();
        store.onWrite(writes::add);
        store.next(Course.of(Fault.LOSE_ANSWER));
        store.next(Course.of(Fault.LOSE_REQUEST));

        CompletableFuture<?> applied = client.updateItem(CountingStore.add("a"));
        CompletableFuture<?> lost = client.updateItem(CountingStore.add("a"));
        CompletableFuture<?> refused = client.updateItem(CountingStore.refused("a"));

        assertThat(List.of(applied, lost, refused)).allMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(writes).singleElement().satisfies(write -> {
            assertThat(write.before().get("count").n()).isEqualTo("0");
            assertThat(write.after().get("count").n()).isEqualTo("1");
            assertThat(write.copy()).isFalse();
        });
    }

    @Test
    void in_virtual_time_each_way_takes_its_time() {
        VirtualTime time = VirtualTime.seeded(1);
        FaultyDynamoDb slow = FaultyDynamoDb.over(counts, time);
        slow.plan(call -> Course.of(Fault.DUPLICATE)
                .taking(Duration.ofMillis(3), Duration.ofMillis(4))
                .copyAfter(Duration.ofSeconds(1)));

        CompletableFuture<UpdateItemResponse> answer = slow.asyncClient().updateItem(CountingStore.add("a"));
        time.advance(Duration.ofMillis(3));
        assertThat(counts.count("a")).isEqualTo(1);
        assertThat(answer).isNotDone();

        time.advance(Duration.ofMillis(4));
        assertThat(answer).isCompleted();

        time.runUntilIdle(10);
        assertThat(counts.count("a")).isEqualTo(2);
        assertThatThrownBy(slow::client).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void requests_of_a_killed_process_still_land_and_answers_wait_for_a_paused_one() {
        VirtualTime time = VirtualTime.seeded(1);
        FaultyDynamoDb slow = FaultyDynamoDb.over(counts, time);
        VirtualProcess paused = time.process("paused");
        VirtualProcess killed = time.process("killed");

        CompletableFuture<UpdateItemResponse> late = slow.asyncClient(paused).updateItem(CountingStore.add("a"));
        CompletableFuture<UpdateItemResponse> never = slow.asyncClient(killed).updateItem(CountingStore.add("b"));
        paused.pause();
        killed.kill();
        time.runUntilIdle(10);
        assertThat(counts.count("a") + counts.count("b")).isEqualTo(2);
        assertThat(late).isNotDone();

        paused.resume();
        time.runUntilIdle(10);
        assertThat(late).isCompleted();
        assertThat(never).isNotDone();
    }

    @Test
    void one_process_can_be_cut_off_and_the_others_go_on() {
        VirtualTime time = VirtualTime.seeded(1);
        FaultyDynamoDb slow = FaultyDynamoDb.over(counts, time);
        VirtualProcess near = time.process("near");
        VirtualProcess far = time.process("far");

        CompletableFuture<UpdateItemResponse> onItsWay = slow.asyncClient(far).updateItem(CountingStore.add("a"));
        slow.cutOff(far);
        CompletableFuture<UpdateItemResponse> sent = slow.asyncClient(far).updateItem(CountingStore.add("a"));
        CompletableFuture<UpdateItemResponse> others = slow.asyncClient(near).updateItem(CountingStore.add("a"));
        slow.reconnect(far);
        CompletableFuture<UpdateItemResponse> later = slow.asyncClient(far).updateItem(CountingStore.add("a"));
        time.runUntilIdle(20);

        assertThat(sent).isNotDone();
        assertThat(List.of(onItsWay, others, later)).allMatch(CompletableFuture::isDone);
        assertThat(counts.count("a")).isEqualTo(3);
        assertThat(slow.fired(Fault.CUT_OFF)).isEqualTo(1);
    }

    private ConditionalCheckFailedException refusal() {
        try {
            UpdateItemResponse unexpected = store.client().updateItem(CountingStore.refused("a"));
            throw new AssertionError("not refused: " + unexpected);
        } catch (ConditionalCheckFailedException e) {
            return e;
        }
    }
}
