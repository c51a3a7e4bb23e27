package io.dynalatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dynalatch.testkit.Course;
import io.dynalatch.testkit.Fault;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Acquires that end without a grant leave nothing behind: C9, P12. */
class GivenUpAcquireCasesTest {
    private static final Duration MILLI = Duration.ofMillis(1);
    private static final Duration HALF_SECOND = Duration.ofMillis(500);

    private final LockWorld world = new LockWorld();
    private final LockWorld.Host a = world.host("a");
    private final LockWorld.Host b = world.host("b");

    @AfterEach
    void close() {
        world.close();
    }

    private boolean occupied() {
        return !world.row("orders").isEmpty() && !world.released("orders");
    }

    // C9
    @Test
    void an_acquire_that_is_cancelled_before_its_answer_frees_what_it_wrote() {
        world.store.next(call -> true, Course.PLAIN.taking(Duration.ZERO, HALF_SECOND));
        CompletableFuture<Acquisition> acquiring = a.acquire("orders", Duration.ofMinutes(1));
        world.advance(MILLI);
        assertThat(occupied()).isTrue();

        acquiring.cancel(true);
        world.advance(Duration.ofMillis(510));

        assertThat(occupied()).isFalse();
        assertThat(a.events(LockEvent.Acquired.class)).isEmpty();
        assertThat(a.events(LockEvent.OrphanFreed.class)).hasSize(1);
        assertThat(a.process.pendingTimers()).isZero();
    }

    // C9
    @Test
    void an_acquire_that_is_cancelled_before_it_arrives_frees_what_it_wrote() {
        world.store.next(call -> true, Course.PLAIN.taking(HALF_SECOND, Duration.ZERO));
        CompletableFuture<Acquisition> acquiring = a.acquire("orders", Duration.ofMinutes(1));
        world.advance(MILLI);

        acquiring.cancel(true);
        world.advance(Duration.ofMillis(510));

        assertThat(world.row("orders")).isNotEmpty();
        assertThat(occupied()).isFalse();
    }

    // C9
    @ParameterizedTest
    @EnumSource(names = {"SWALLOW_ANSWER", "LOSE_ANSWER", "TIMEOUT_AFTER", "ERROR_AFTER"})
    void an_acquire_that_is_cancelled_and_never_answered_frees_what_it_wrote(Fault fault) {
        world.store.next("UpdateItem", fault);
        CompletableFuture<Acquisition> acquiring = a.acquire("orders", Duration.ofMinutes(1));

        acquiring.cancel(true);
        world.advance(Duration.ofMillis(1100)); // one request timeout and a bit

        assertThat(occupied()).isFalse();
        assertThat(a.events(LockEvent.Acquired.class)).isEmpty();
    }

    // C9
    @Test
    void a_waiting_acquire_that_is_cancelled_sends_nothing_more() {
        HeldLock other = b.hold("orders");
        CompletableFuture<Acquisition> waiting = a.acquire("orders", Duration.ofMinutes(1));
        world.advance(Duration.ofSeconds(10));

        waiting.cancel(true);
        b.release(other);
        world.advance(Duration.ofMinutes(1));

        assertThat(occupied()).isFalse();
        assertThat(a.process.pendingTimers()).isZero();
    }

    // C9
    @Test
    void a_grant_that_comes_just_before_it_is_delivered_to_a_cancelled_future_is_released() {
        CompletableFuture<Acquisition> acquiring = a.acquire("orders", Duration.ofMinutes(1));
        while (a.client.held().isEmpty()) {
            assertThat(world.time.step()).isTrue();
        }
        assertThat(acquiring.cancel(true)).isTrue();

        world.advance(MILLI);

        assertThat(occupied()).isFalse();
        assertThat(a.client.held()).isEmpty();
    }

    // C9
    @Test
    void a_cancelled_acquire_whose_store_is_cut_off_is_free_one_lease_later() {
        world.store.next("UpdateItem", Fault.SWALLOW_ANSWER);
        CompletableFuture<Acquisition> acquiring = a.acquire("orders", Duration.ofMinutes(1));
        world.advance(MILLI);
        world.disturb(a, Fault.SWALLOW_REQUEST);
        acquiring.cancel(true);
        world.advance(Duration.ofMinutes(1));
        assertThat(occupied()).isTrue();

        CompletableFuture<Acquisition> other = b.acquire("orders", LockWorld.LEASE.plusSeconds(1));

        assertThat(world.await(other).granted()).isTrue();
    }

    // C9
    @Test
    void what_could_not_be_freed_at_once_is_freed_at_the_next_look() {
        world.store.next("UpdateItem", Fault.SWALLOW_ANSWER);
        CompletableFuture<Acquisition> acquiring = a.acquire("orders", Duration.ofMinutes(1));
        world.advance(MILLI);
        world.disturb(a, Fault.LOSE_REQUEST);
        acquiring.cancel(true);
        world.advance(Duration.ofSeconds(5));
        world.calm();
        assertThat(occupied()).isTrue();

        LockView unused = a.inspect("orders");
        world.advance(MILLI);

        assertThat(occupied()).isFalse();
    }

    // C9, P16
    @Test
    void a_client_that_is_closed_right_after_a_cancel_frees_what_is_under_way_before_it_ends() {
        world.store.next(call -> true, Course.PLAIN.taking(HALF_SECOND, Duration.ZERO));
        a.acquire("orders", Duration.ofMinutes(1)).cancel(true);

        CompletableFuture<Void> closed = a.client.closeAsync();
        world.await(closed);

        assertThat(world.row("orders")).isNotEmpty();
        assertThat(occupied()).isFalse();
    }

    // C9
    @Test
    void a_client_that_is_closed_while_it_acquires_frees_what_is_under_way_before_it_ends() {
        world.store.next(call -> true, Course.PLAIN.taking(HALF_SECOND, Duration.ZERO));
        CompletableFuture<Acquisition> acquiring = a.acquire("orders", Duration.ofMinutes(1));

        world.await(a.client.closeAsync());
        world.advance(Duration.ZERO);

        assertThat(occupied()).isFalse();
        assertThatThrownBy(acquiring::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    // P12: the undoing is under way, too early for a write that is still in the network
    @Test
    void a_write_that_lands_while_an_undoing_is_under_way_is_undone_by_another() {
        Duration second = Duration.ofSeconds(1);
        world.store.next(call -> true, Course.PLAIN.taking(Duration.ofMillis(1100), Duration.ofMillis(100)));
        world.store.next(call -> true, Course.PLAIN.taking(Duration.ZERO, Duration.ofMillis(600)));
        CompletableFuture<Acquisition> acquiring = a.acquire("orders", second);
        world.advance(second); // the wait ends, and an undoing goes ahead of the write

        world.advance(Duration.ofMillis(300));

        assertThat(acquiring).isCompletedExceptionally();
        assertThat(occupied()).isTrue();
        world.advance(Duration.ofMillis(400));
        assertThat(occupied()).isFalse();
    }

    // P6: the first write was applied, the last try was throttled
    @Test
    void a_try_is_called_unknown_if_any_of_its_writes_may_have_been_applied() {
        boolean[] first = {true};
        world.store.plan(call -> {
            Course course = Course.of(first[0] ? Fault.TIMEOUT_AFTER : Fault.THROTTLE);
            first[0] = false;
            return course;
        });

        assertThatThrownBy(() -> a.tryAcquire("orders")).isInstanceOf(AcquireUnknownException.class);
    }

    // P10
    @Test
    void a_try_of_a_silent_store_ends_within_two_request_timeouts_as_unknown() {
        world.store.blackhole();

        Duration took = world.timeOf(
                () -> assertThatThrownBy(() -> a.tryAcquire("orders")).isInstanceOf(AcquireUnknownException.class));

        assertThat(took).isLessThanOrEqualTo(Duration.ofSeconds(2));
    }

    // P5: a copy of a finished acquire that lands on a free lock
    @Test
    void a_late_copy_of_a_finished_acquire_is_recognised_and_freed_by_its_client() {
        Duration later = Duration.ofSeconds(10);
        world.store.next(call -> true, Course.of(Fault.DUPLICATE).copyAfter(later));
        a.release(a.hold("orders"));
        b.release(b.hold("orders"));
        world.advance(later);
        assertThat(occupied()).isTrue();

        HeldLock next = world.await(a.acquire("orders", Duration.ofSeconds(1))).orThrow();

        assertThat(next.isHeld()).isTrue();
        assertThat(a.events(LockEvent.OrphanFreed.class)).hasSize(1);
    }

    // P5
    @Test
    void a_late_copy_of_a_finished_acquire_is_refused_while_its_own_release_is_the_last_word() {
        world.store.next(call -> true, Course.of(Fault.DUPLICATE).copyAfter(Duration.ofSeconds(10)));
        a.release(a.hold("orders"));

        world.advance(Duration.ofSeconds(10));

        assertThat(occupied()).isFalse();
    }

    // P5
    @Test
    void late_copies_of_heartbeats_and_releases_change_nothing_of_a_newer_hold() {
        world.store.plan(call -> Course.of(Fault.DUPLICATE).copyAfter(Duration.ofSeconds(10)));
        HeldLock first = a.hold("orders");
        world.advance(Duration.ofSeconds(5));
        a.release(first);
        world.calm();
        HeldLock second = b.hold("orders");

        world.advance(Duration.ofMinutes(1));

        assertThat(second.isHeld()).isTrue();
        assertThat(world.row("orders").get("ownerName").s()).isEqualTo("b");
    }
}
