package io.dynalatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dynalatch.testkit.Course;
import io.dynalatch.testkit.Fault;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What a release finds and says. */
class ReleaseCasesTest {
    private final LockWorld world = new LockWorld();
    private final LockWorld.Host a = world.host("a");
    private final LockWorld.Host b = world.host("b");

    @AfterEach
    void close() {
        world.close();
    }

    // C1, P5
    @Test
    void a_holder_that_overran_is_told_at_its_release_and_the_next_one_keeps_the_lock() {
        HeldLock overran = a.hold("orders");
        a.process.pause();
        HeldLock next = world.await(b.acquire("orders", Duration.ofMinutes(1))).orThrow();
        a.process.resume();

        assertThat(a.release(overran)).isEqualTo(ReleaseOutcome.ALREADY_LOST);

        world.advance(Duration.ofMinutes(1));
        assertThat(next.isHeld()).isTrue();
        assertThat(world.row("orders").get("ownerName").s()).isEqualTo("b");
    }

    // C1, P5
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_holder_whose_clocks_all_stood_still_cannot_release_the_next_ones_lock(boolean withoutItem) {
        HeldLock deceived = a.hold("orders");
        a.process.monotonic().freeze();
        a.process.wall().freeze();
        HeldLock next = world.await(b.acquire("orders", Duration.ofMinutes(1))).orThrow();
        Map<String, AttributeValue> row = world.row("orders");
        if (withoutItem) {
            world.disturb(a, Fault.STRIP_ITEM);
        }

        assertThat(a.release(deceived)).isEqualTo(ReleaseOutcome.ALREADY_LOST);
        world.advance(Duration.ZERO);

        assertThat(world.row("orders")).isEqualTo(row);
        assertThat(next.isHeld()).isTrue();
        assertThat(a.events(LockEvent.Lost.class))
                .singleElement()
                .extracting(lost -> lost.loss().reason())
                .isEqualTo(LossReason.TAKEN_OVER);
    }

    // C3, P6
    @ParameterizedTest
    @EnumSource(names = {"LOSE_ANSWER", "SWALLOW_ANSWER", "TIMEOUT_AFTER", "ERROR_AFTER"})
    void a_release_that_was_applied_without_an_answer_is_called_released(Fault fault) {
        HeldLock lock = a.hold("orders");
        world.store.next("UpdateItem", fault);

        assertThat(a.release(lock)).isEqualTo(ReleaseOutcome.RELEASED);

        assertThat(world.released("orders")).isTrue();
        assertThat(b.hold("orders").token()).isGreaterThan(lock.token());
    }

    // C3, P6
    @Test
    void the_same_where_the_store_refuses_without_the_item() {
        HeldLock lock = a.hold("orders");
        world.store.next("UpdateItem", Fault.LOSE_ANSWER);
        world.store.next("UpdateItem", Fault.STRIP_ITEM);

        assertThat(a.release(lock)).isEqualTo(ReleaseOutcome.RELEASED);
        assertThat(world.store.requests("GetItem")).isEqualTo(1);
    }

    // C3, P6
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void the_same_where_the_next_holder_has_the_lock_before_the_retry(boolean withoutItem) {
        HeldLock lock = a.hold("orders");
        world.store.next("UpdateItem", Fault.SWALLOW_ANSWER);
        CompletableFuture<ReleaseOutcome> release = lock.releaseAsync();
        world.advance(Duration.ofMillis(1));
        HeldLock next = b.hold("orders");
        if (withoutItem) {
            world.disturb(a, Fault.STRIP_ITEM);
        }

        assertThat(world.await(release)).isEqualTo(ReleaseOutcome.RELEASED);
        assertThat(next.isHeld()).isTrue();
    }

    // P6
    @Test
    void a_release_retried_by_the_sdk_alone_is_called_released() {
        LockWorld.Host twice = world.retryingHost("twice");
        HeldLock lock = twice.hold("orders");
        world.store.next("UpdateItem", Fault.LOSE_ANSWER);

        assertThat(twice.release(lock)).isEqualTo(ReleaseOutcome.RELEASED);
    }

    // P6
    @Test
    void what_became_of_a_release_is_called_unknown_when_only_silence_answers() {
        HeldLock lock = a.hold("orders");
        world.disturb(a, Fault.SWALLOW_REQUEST);

        CompletableFuture<ReleaseOutcome> release = lock.releaseAsync();
        world.advance(Duration.ofSeconds(3)); // three request timeouts

        assertThat(release).isCompletedWithValue(ReleaseOutcome.UNKNOWN);
        world.advance(Duration.ZERO);
        assertThat(a.events(LockEvent.Released.class)).hasSize(1);
        assertThat(world.await(b.acquire("orders", Duration.ofSeconds(7))).granted())
                .isTrue();
    }

    // C4
    @Test
    void a_released_hold_is_not_held_cannot_be_renewed_and_says_so_at_the_second_release() {
        HeldLock lock = a.hold("orders");
        assertThat(a.release(lock)).isEqualTo(ReleaseOutcome.RELEASED);

        long sent = world.requestsOf(() -> {
            assertThat(lock.isHeld()).isFalse();
            assertThat(lock.state()).isEqualTo(HoldState.RELEASED);
            assertThat(lock.remaining()).isZero();
            assertThatThrownBy(lock::requireHeld)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("orders", Long.toString(lock.token()), "was released");
            assertThatThrownBy(() -> world.await(lock.heartbeatAsync())).isInstanceOf(IllegalStateException.class);
            assertThat(a.release(lock)).isEqualTo(ReleaseOutcome.ALREADY_LOST);
        });

        assertThat(sent).isZero();
        assertThat(a.events(LockEvent.Released.class)).hasSize(1);
    }

    @Test
    void a_hold_is_over_locally_as_soon_as_its_release_was_asked_for() {
        HeldLock lock = a.hold("orders");
        world.store.next(call -> true, Course.PLAIN.taking(Duration.ofMillis(500), Duration.ZERO));

        CompletableFuture<ReleaseOutcome> release = lock.releaseAsync();

        assertThat(release).isNotDone();
        assertThat(lock.isHeld()).isFalse();
        assertThat(world.await(release)).isEqualTo(ReleaseOutcome.RELEASED);
    }

    @Test
    void a_second_call_while_the_first_is_under_way_has_the_same_outcome_and_sends_nothing() {
        HeldLock lock = a.hold("orders");
        world.store.next(call -> true, Course.PLAIN.taking(Duration.ofMillis(500), Duration.ZERO));

        CompletableFuture<ReleaseOutcome> first = lock.releaseAsync();
        CompletableFuture<ReleaseOutcome> second = lock.releaseAsync();
        assertThat(first.cancel(false)).isTrue();

        assertThat(world.requestsOf(() -> assertThat(world.await(second)).isEqualTo(ReleaseOutcome.RELEASED)))
                .isZero();
    }

    // failure table: a cancelled release goes through
    @Test
    void a_cancelled_release_goes_through() {
        HeldLock lock = a.hold("orders");
        world.store.next("UpdateItem", Fault.LOSE_REQUEST);

        assertThat(lock.releaseAsync().cancel(false)).isTrue();
        assertThat(world.await(a.client.closeAsync())).isNull();

        assertThat(world.released("orders")).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"ACCESS_DENIED", "EXPIRED_CREDENTIALS"})
    void a_release_that_is_refused_for_good_says_why_and_ends_the_hold(Fault fault) {
        HeldLock lock = a.hold("orders");
        world.disturb(a, fault);

        assertThatThrownBy(() -> a.release(lock)).isInstanceOf(StoreAccessException.class);

        assertThat(lock.isHeld()).isFalse();
        assertThat(a.process.pendingTimers()).isZero();
    }

    @Test
    void a_release_of_a_row_that_was_deleted_says_already_lost() {
        HeldLock lock = a.hold("orders");
        world.deleteRow("orders");

        assertThat(a.release(lock)).isEqualTo(ReleaseOutcome.ALREADY_LOST);
        assertThat(world.row("orders")).isEmpty();
    }

    @Test
    void a_throttled_release_is_tried_again() {
        HeldLock lock = a.hold("orders");
        world.store.next("UpdateItem", Fault.THROTTLE);
        world.store.next("UpdateItem", Fault.CONFLICT);

        assertThat(a.release(lock)).isEqualTo(ReleaseOutcome.RELEASED);
        assertThat(world.released("orders")).isTrue();
    }
}
