package io.dynalatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dynalatch.testkit.Course;
import io.dynalatch.testkit.Fault;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An acquire whose answers are lost or incomplete is never called busy, and never held for too long: P6. */
class LostAnswersCasesTest {
    private final LockWorld world = new LockWorld();
    private final LockWorld.Host a = world.host("a");
    private final LockWorld.Host b = world.host("b");

    @AfterEach
    void close() {
        world.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"LOSE_ANSWER", "SWALLOW_ANSWER", "TIMEOUT_AFTER", "ERROR_AFTER"})
    void a_try_that_was_applied_without_an_answer_is_granted(Fault fault) {
        world.store.next("UpdateItem", fault);

        HeldLock lock = a.hold("orders");

        assertThat(lock.isHeld()).isTrue();
        assertThat(world.row("orders").get("fencingToken").n()).isEqualTo(Long.toString(lock.token()));
        world.advance(Duration.ofMinutes(1));
        assertThat(lock.isHeld()).isTrue();
        assertThat(a.release(lock)).isEqualTo(ReleaseOutcome.RELEASED);
    }

    @ParameterizedTest
    @EnumSource(names = {"LOSE_ANSWER", "SWALLOW_ANSWER"})
    void the_same_where_the_store_refuses_the_next_write_without_the_item(Fault fault) {
        world.store.next("UpdateItem", fault);
        world.store.next("UpdateItem", Fault.STRIP_ITEM);

        assertThat(a.hold("orders").isHeld()).isTrue();
        assertThat(world.store.requests("GetItem")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void the_same_where_the_sdk_sent_the_write_twice(boolean withoutItem) {
        LockWorld.Host twice = world.retryingHost("twice");
        world.store.next("UpdateItem", Fault.LOSE_ANSWER);
        if (withoutItem) {
            world.store.next("UpdateItem", Fault.STRIP_ITEM);
        }

        assertThat(twice.hold("orders").isHeld()).isTrue();
    }

    @Test
    void a_grant_that_was_recognised_late_counts_from_the_sending_of_its_own_write() {
        world.store.next("UpdateItem", Fault.SWALLOW_ANSWER);
        HeldLock lock = a.hold("orders");

        // The answer was awaited for a request timeout of 1 s; trust is 4.8 s from the first sending.
        assertThat(lock.remaining()).isLessThanOrEqualTo(Duration.ofMillis(3800));
    }

    @Test
    void an_answer_after_the_deadline_of_its_lease_grants_nothing() {
        world.store.next(call -> true, Course.PLAIN.taking(Duration.ZERO, Duration.ofSeconds(5)));
        CompletableFuture<Acquisition> acquiring = a.acquire("orders", Duration.ofMinutes(5));
        world.advance(Duration.ofMillis(500));
        a.process.pause();
        world.advance(Duration.ofSeconds(5)); // it is trusted for 4.8 s
        a.process.resume();

        HeldLock lock = world.await(acquiring).orThrow();

        assertThat(lock.remaining()).isGreaterThan(Duration.ofSeconds(3));
        assertThat(world.row("orders").get("fencingToken").n()).isEqualTo(Long.toString(lock.token()));
        world.advance(Duration.ofMinutes(2));
        assertThat(lock.isHeld()).isTrue();
    }

    @Test
    void a_refusal_without_the_item_is_followed_by_one_consistent_read() {
        HeldLock held = a.hold("orders");
        world.store.next("UpdateItem", Fault.STRIP_ITEM);

        long sent = world.requestsOf(() -> {
            Acquisition.Busy busy = (Acquisition.Busy) b.tryAcquire("orders");
            assertThat(busy.holder().token()).isEqualTo(held.token());
        });

        assertThat(sent).isEqualTo(2);
    }

    @Test
    void a_store_that_never_returns_items_serves_waiters_take_over_and_release_as_well() {
        world.store.plan(call -> Course.of(Fault.STRIP_ITEM));
        HeldLock first = a.hold("orders");
        CompletableFuture<Acquisition> waiting = b.acquire("orders", Duration.ofHours(1));
        world.advance(Duration.ofMinutes(1));
        assertThat(first.isHeld()).isTrue();

        a.process.kill();
        world.advance(LockWorld.LEASE.plusSeconds(1));

        HeldLock second = waiting.join().orThrow();
        assertThat(b.release(second)).isEqualTo(ReleaseOutcome.RELEASED);
    }

    @ParameterizedTest
    @EnumSource(names = {"THROTTLE", "ERROR_BEFORE", "TIMEOUT_BEFORE", "LOSE_REQUEST", "CONFLICT"})
    void a_waiting_acquire_bears_failures_that_a_retry_can_help(Fault fault) {
        world.disturb(a, fault);
        CompletableFuture<Acquisition> waiting = a.acquire("orders", Duration.ofMinutes(1));
        world.advance(Duration.ofSeconds(5));
        assertThat(waiting).isNotDone();
        world.calm();

        assertThat(world.await(waiting).granted()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"ACCESS_DENIED", "EXPIRED_CREDENTIALS"})
    void refused_credentials_end_an_acquire_at_once_with_what_to_do(Fault fault) {
        world.disturb(a, fault);

        CompletableFuture<Acquisition> waiting = a.acquire("orders", Duration.ofMinutes(1));
        Duration took = world.timeOf(() -> assertThatThrownBy(() -> world.await(waiting))
                .isInstanceOf(StoreAccessException.class)
                .hasMessageContainingAll("orders", "locks", "credentials"));

        assertThat(took).isZero();
        assertThat(a.process.pendingTimers()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"THROTTLE", "CONFLICT"})
    void a_try_that_was_certainly_not_applied_is_not_called_unknown(Fault fault) {
        world.disturb(a, fault);

        assertThatThrownBy(() -> a.tryAcquire("orders"))
                .isInstanceOf(StoreUnavailableException.class)
                .isNotInstanceOf(AcquireUnknownException.class);
    }

    @Test
    void a_wait_for_a_store_that_never_answers_at_all_ends_in_ten_seconds() {
        world.store.blackhole();

        CompletableFuture<Acquisition> waiting = a.acquire("orders", Duration.ofHours(1));
        Duration took = world.timeOf(
                () -> assertThatThrownBy(() -> world.await(waiting)).isInstanceOf(AcquireUnknownException.class));

        assertThat(took).isBetween(Duration.ofSeconds(9), Duration.ofSeconds(11));
    }
}
