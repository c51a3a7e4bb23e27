package io.dynalatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dynalatch.embedded.EmbeddedDynamoDb;
import io.dynalatch.testkit.Course;
import io.dynalatch.testkit.Fault;
import io.dynalatch.testkit.FaultyDynamoDb;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The forms that block, with real threads. */
@Timeout(60)
class BlockingFormsTest {
    private static final AcquireOptions NOT_LONG = AcquireOptions.maxWait(Duration.ZERO);

    private final EmbeddedDynamoDb engine = EmbeddedDynamoDb.inMemory();
    private final FaultyDynamoDb store = FaultyDynamoDb.over(engine.asyncClient());
    private final LockClient a = LockClient.create(store.asyncClient(), LockWorld.TABLE);
    private final LockClient b = LockClient.create(store.asyncClient(), LockWorld.TABLE);

    @BeforeEach
    void createTable() throws InterruptedException {
        a.createTable(Duration.ofMinutes(1));
    }

    @AfterEach
    void close() {
        a.close();
        b.close();
        engine.close();
    }

    private static <T> FutureTask<T> inThread(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "blocking-forms");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private static void spinUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) { // bounded by the time limit of the class
            Thread.onSpinWait();
        }
    }

    private boolean occupied() {
        Map<String, AttributeValue> row = engine.client()
                .getItem(get -> get.tableName(LockWorld.TABLE).key(Map.of("key", AttributeValue.fromS("orders"))))
                .item();
        return !row.isEmpty() && !row.containsKey("isReleased");
    }

    /** A thread that waits for the lock, seen to have looked at the row several times. */
    private FutureTask<Acquisition> waiter() {
        long before = store.requests();
        FutureTask<Acquisition> waiter = inThread(() -> b.acquire("orders"));
        spinUntil(() -> store.requests() - before >= 3);
        return waiter;
    }

    // C9, P12
    @Test
    void an_interrupted_wait_ends_at_once_and_leaves_no_hold() throws Exception {
        HeldLock lock = a.tryAcquire("orders").orThrow();
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        long before = store.requests();
        FutureTask<Throwable> waiter = inThread(() -> {
            thread.complete(Thread.currentThread());
            return failureOf(() -> b.acquire("orders"));
        });
        spinUntil(() -> store.requests() - before >= 3);

        thread.get().interrupt();

        assertThat(waiter.get()).isInstanceOf(InterruptedException.class);
        lock.close();
        assertThat(occupied()).isFalse();
        assertThat(b.held()).isEmpty();
    }

    // C9, P12
    @Test
    void an_acquire_that_was_applied_when_its_thread_was_interrupted_is_undone_when_its_answer_comes()
            throws Exception {
        store.next("UpdateItem", Fault.DELAY_ANSWER);
        long before = store.requests();
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        FutureTask<Throwable> acquiring = inThread(() -> {
            thread.complete(Thread.currentThread());
            return failureOf(() -> b.acquire("orders"));
        });
        spinUntil(() -> store.requests() > before && occupied());

        thread.get().interrupt();
        assertThat(acquiring.get()).isInstanceOf(InterruptedException.class);
        assertThat(store.deliverHeld()).isEqualTo(1);

        assertThat(occupied()).isFalse();
    }

    private static Throwable failureOf(Callable<?> call) {
        try {
            return new AssertionError("returned " + call.call());
        } catch (Exception thrown) {
            return thrown;
        }
    }

    @Test
    void a_release_on_an_interrupted_thread_goes_through_and_leaves_the_interrupt() throws InterruptedException {
        HeldLock lock = a.tryAcquire("orders").orThrow();
        store.next("UpdateItem", Fault.THROTTLE); // so that it has to wait for a second try

        Thread.currentThread().interrupt();
        ReleaseOutcome outcome = lock.release();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(outcome).isEqualTo(ReleaseOutcome.RELEASED);
    }

    // C11
    @Test
    void a_hold_is_released_by_another_thread_than_acquired_it() throws Exception {
        HeldLock lock = inThread(() -> a.tryAcquire("orders").orThrow()).get();

        assertThat(inThread(lock::release).get()).isEqualTo(ReleaseOutcome.RELEASED);
        assertThat(b.tryAcquire("orders").granted()).isTrue();
    }

    // C7
    @Test
    void a_thread_that_waits_is_told_when_its_client_is_closed_by_another() throws Exception {
        HeldLock lock = a.tryAcquire("orders").orThrow();
        FutureTask<Acquisition> waiter = waiter();

        b.close();

        assertThatThrownBy(waiter::get)
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void a_thread_that_waits_gets_the_lock_when_it_is_released() throws Exception {
        HeldLock lock = a.tryAcquire("orders").orThrow();
        FutureTask<Acquisition> waiter = waiter();

        lock.close();

        assertThat(waiter.get().orThrow().token()).isGreaterThan(lock.token());
    }

    // C13
    @Test
    void the_body_of_with_lock_runs_under_the_lock_and_its_answer_is_passed_on() throws InterruptedException {
        String answer = a.withLock("orders", lock -> {
            assertThat(occupied()).isTrue();
            return "done with " + lock.name();
        });

        assertThat(answer).isEqualTo("done with orders");
        assertThat(occupied()).isFalse();
    }

    // C13
    @Test
    void what_a_body_throws_comes_out_as_it_is_and_the_lock_is_released() {
        IOException thrown = new IOException("on purpose");

        assertThatThrownBy(() -> a.withLock("orders", lock -> {
                    throw thrown;
                }))
                .isSameAs(thrown)
                .hasNoSuppressedExceptions();
        assertThat(occupied()).isFalse();

        StackOverflowError error = new StackOverflowError("on purpose");
        assertThatThrownBy(() -> a.withLock("orders", lock -> {
                    throw error;
                }))
                .isSameAs(error);
        assertThat(occupied()).isFalse();
    }

    @Test
    void a_body_is_not_started_when_the_lock_is_busy() throws InterruptedException {
        HeldLock lock = a.tryAcquire("orders").orThrow();

        assertThatThrownBy(() -> b.withLock("orders", NOT_LONG, held -> {
                    throw new AssertionError("started");
                }))
                .isInstanceOfSatisfying(
                        LockBusyException.class,
                        busy -> assertThat(busy.holder().token()).isEqualTo(lock.token()))
                .hasMessageContainingAll("orders", "held by", "host", "pid", "since", "token " + lock.token());
    }

    @Test
    void a_lock_that_was_lost_before_the_body_ended_is_told_although_the_body_answered() {
        assertThatThrownBy(() -> a.withLock("orders", lock -> {
                    loseIt(lock);
                    return "done";
                }))
                .isInstanceOfSatisfying(
                        LockLostException.class,
                        lost -> assertThat(lost.loss().reason()).isEqualTo(LossReason.DELETED));
    }

    @Test
    void a_lock_that_was_lost_before_the_body_threw_is_told_with_what_it_threw() {
        IOException thrown = new IOException("on purpose");

        assertThatThrownBy(() -> a.withLock("orders", lock -> {
                    loseIt(lock);
                    throw thrown;
                }))
                .isSameAs(thrown);
        assertThat(thrown.getSuppressed()).singleElement().isInstanceOf(LockLostException.class);
    }

    private void loseIt(HeldLock lock) {
        engine.client()
                .deleteItem(
                        delete -> delete.tableName(LockWorld.TABLE).key(Map.of("key", AttributeValue.fromS("orders"))));
        assertThatThrownBy(lock::heartbeat).isInstanceOf(LockLostException.class);
    }

    @Test
    void a_heartbeat_that_was_asked_for_is_confirmed_by_a_write() throws InterruptedException {
        HeldLock lock = a.tryAcquire("orders").orThrow();
        long before = store.requests("UpdateItem");

        lock.heartbeat();

        assertThat(store.requests("UpdateItem") - before).isEqualTo(1);
    }

    @Test
    void heartbeats_that_race_a_release_all_end() throws Exception {
        for (int i = 0; i < 300; i++) {
            HeldLock lock = a.tryAcquire("orders").orThrow();
            FutureTask<ReleaseOutcome> release = inThread(lock::release);
            while (!release.isDone()) {
                Throwable unused = failureOf(() -> {
                    lock.heartbeat();
                    return null;
                });
            }
            assertThat(release.get()).isEqualTo(ReleaseOutcome.RELEASED);
        }
    }

    // C7, C9
    @Test
    void a_client_that_is_closed_while_its_acquire_is_under_way_waits_for_it_and_undoes_it() throws Exception {
        store.next(call -> call.operation().equals("UpdateItem"), Course.of(Fault.DELAY_ANSWER));
        FutureTask<Acquisition> acquiring = inThread(() -> b.acquire("orders"));
        spinUntil(this::occupied);
        FutureTask<Void> closing = inThread(() -> {
            b.close();
            return null;
        });
        assertThatThrownBy(acquiring::get).hasCauseInstanceOf(IllegalStateException.class);

        assertThat(store.deliverHeld()).isEqualTo(1);

        assertThat(closing.get()).isNull();
        assertThat(occupied()).isFalse();
    }
}
