package io.dynalatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dynalatch.testkit.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** How a hold is lost, and how it is not. */
class LosingCasesTest {
    // A lease of 6 s less its margin of a fifth.
    private static final Duration TRUST = Duration.ofMillis(4800);
    private static final Duration NANO = Duration.ofNanos(1);

    private final LockWorld world = new LockWorld();
    private final LockWorld.Host a = world.host("a");
    private final LockWorld.Host b = world.host("b");
    private final List<Loss> losses = new ArrayList<>();

    @AfterEach
    void close() {
        world.close();
    }

    private HeldLock hold() {
        HeldLock lock = a.hold("orders");
        lock.onLost(losses::add);
        return lock;
    }

    // B1, P6
    @ParameterizedTest
    @EnumSource(names = {"LOSE_ANSWER", "SWALLOW_ANSWER", "TIMEOUT_AFTER", "ERROR_AFTER"})
    void a_heartbeat_that_was_applied_without_an_answer_is_recovered_and_told_once(Fault fault) {
        HeldLock lock = hold();
        world.store.next("UpdateItem", fault);

        world.advance(Duration.ofMinutes(1));

        assertThat(lock.isHeld()).isTrue();
        assertThat(a.events(LockEvent.HeartbeatFailed.class)).hasSize(1);
        assertThat(a.events(LockEvent.HeartbeatRecovered.class)).hasSize(1);
        assertThat(losses).isEmpty();
    }

    // B1, P6
    @ParameterizedTest
    @CsvSource({"false", "true"})
    void a_heartbeat_that_the_sdk_sent_twice_is_recovered_when_the_second_is_refused(boolean withoutItem) {
        LockWorld.Host twice = world.retryingHost("twice");
        HeldLock lock = twice.hold("orders");
        world.store.next("UpdateItem", Fault.LOSE_ANSWER);
        if (withoutItem) {
            world.store.next("UpdateItem", Fault.STRIP_ITEM);
        }

        world.advance(Duration.ofMinutes(1));

        assertThat(lock.isHeld()).isTrue();
        assertThat(twice.events(LockEvent.HeartbeatRecovered.class)).hasSize(1);
        assertThat(twice.events(LockEvent.Lost.class)).isEmpty();
    }

    // B2, B7, P13
    @Test
    void a_holder_that_is_cut_off_is_told_of_its_loss_at_its_deadline_without_any_answer() {
        HeldLock lock = hold();
        CompletableFuture<Loss> future = lock.lost();
        world.store.blackhole();

        world.advance(TRUST.minus(NANO));
        assertThat(losses).isEmpty();
        world.advance(NANO);

        assertThat(losses).singleElement().extracting(Loss::reason).isEqualTo(LossReason.EXPIRED);
        assertThat(losses.get(0).token()).isEqualTo(lock.token());
        assertThat(future).isCompleted();
        assertThat(lock.isHeld()).isFalse();
        world.advance(Duration.ofMinutes(1));
        assertThat(losses).hasSize(1);
        assertThat(a.events(LockEvent.Lost.class)).hasSize(1);
    }

    // B7, P2
    @Test
    void a_holder_stops_trusting_its_lock_before_anybody_else_can_hold_it() {
        HeldLock lock = hold();
        world.disturb(a, Fault.SWALLOW_REQUEST);
        CompletableFuture<Acquisition> waiting = b.acquire("orders", Duration.ofHours(1));

        while (!waiting.isDone()) {
            assertThat(world.time.step()).isTrue();
            assertThat(waiting.isDone() && lock.isHeld()).isFalse();
        }

        assertThat(losses).hasSize(1);
    }

    // B3, P13
    @ParameterizedTest
    @CsvSource({
        "THROTTLE, THROTTLED",
        "ERROR_BEFORE, SERVER_ERROR",
        "TIMEOUT_BEFORE, TIMEOUT",
        "SWALLOW_REQUEST, TIMEOUT",
        "LOSE_REQUEST, UNREACHABLE",
        "CONFLICT, CONTENDED"
    })
    void a_loss_through_failures_tells_the_kind_of_the_last_one(Fault fault, StoreUnavailableException.Kind kind) {
        hold();
        world.disturb(a, fault);

        world.advance(LockWorld.LEASE);

        assertThat(losses).singleElement().extracting(Loss::reason).isEqualTo(LossReason.EXPIRED);
        assertThat(losses.get(0).cause().orElseThrow())
                .isInstanceOfSatisfying(
                        StoreUnavailableException.class,
                        cause -> assertThat(cause.kind()).isEqualTo(kind));
    }

    // B3
    @ParameterizedTest
    @EnumSource(names = {"ACCESS_DENIED", "EXPIRED_CREDENTIALS"})
    void refused_credentials_are_told_at_once_and_borne_until_the_deadline(Fault fault) {
        HeldLock lock = hold();
        world.disturb(a, fault);

        world.advance(Duration.ofSeconds(2));
        assertThat(a.events(LockEvent.HeartbeatFailed.class))
                .first()
                .extracting(LockEvent.HeartbeatFailed::cause)
                .isInstanceOf(StoreAccessException.class);
        assertThat(lock.isHeld()).isTrue();
        world.advance(LockWorld.LEASE);

        assertThat(losses.get(0).cause().orElseThrow()).isInstanceOf(StoreAccessException.class);
    }

    // B3
    @Test
    void a_table_that_is_deleted_is_told_with_the_loss() {
        hold();
        world.direct().deleteTable(delete -> delete.tableName(LockWorld.TABLE));

        world.advance(LockWorld.LEASE);

        assertThat(losses.get(0).reason()).isEqualTo(LossReason.EXPIRED);
        assertThat(losses.get(0).cause().orElseThrow()).isInstanceOf(TableMissingException.class);
    }

    // B3
    @ParameterizedTest
    @CsvSource({"false", "true"})
    void a_deleted_row_is_a_loss_of_its_own_kind(boolean withoutItem) {
        hold();
        world.deleteRow("orders");

        assertThat(nextBeatLoses(withoutItem)).isEqualTo(LossReason.DELETED);
    }

    // B3
    @ParameterizedTest
    @CsvSource({"false", "true"})
    void a_lock_that_another_has_in_spite_of_all_is_a_loss_of_its_own_kind(boolean withoutItem) {
        hold();
        world.deleteRow("orders");
        b.hold("orders");

        assertThat(nextBeatLoses(withoutItem)).isEqualTo(LossReason.TAKEN_OVER);
    }

    // B3
    @ParameterizedTest
    @CsvSource({"false", "true"})
    void a_release_by_an_operator_is_a_loss_of_its_own_kind(boolean withoutItem) {
        hold();
        Map<String, AttributeValue> forced = new HashMap<>(world.row("orders"));
        forced.put("isReleased", AttributeValue.fromS("1"));
        forced.put("recordVersionNumber", AttributeValue.fromS("forced"));
        world.putRow("orders", forced);

        assertThat(nextBeatLoses(withoutItem)).isEqualTo(LossReason.FORCED);
    }

    private LossReason nextBeatLoses(boolean withoutItem) {
        if (withoutItem) {
            world.disturb(a, Fault.STRIP_ITEM);
        }
        world.advance(Duration.ofSeconds(2));
        assertThat(losses).hasSize(1);
        return losses.get(0).reason();
    }

    // B3, P2
    @Test
    void a_wall_clock_that_runs_past_the_lease_is_a_loss_of_its_own_kind() {
        HeldLock lock = hold();
        a.process.suspend();
        world.advance(LockWorld.LEASE.multipliedBy(2));
        a.process.resume();

        assertThat(lock.isHeld()).isFalse();
        assertThat(losses).singleElement().extracting(Loss::reason).isEqualTo(LossReason.CLOCK_JUMP);
    }

    @Test
    void a_wall_clock_that_is_set_back_changes_nothing() {
        HeldLock lock = hold();

        a.process.wall().step(Duration.ofDays(-400));
        world.advance(Duration.ofMinutes(1));

        assertThat(lock.isHeld()).isTrue();
    }

    // B8, P13
    @Test
    void a_process_that_was_stopped_for_two_leases_learns_of_its_loss_before_it_gets_an_answer() {
        HeldLock lock = hold();
        a.process.pause();
        world.advance(LockWorld.LEASE.multipliedBy(2));
        a.process.resume();
        long before = world.store.requests();

        assertThatThrownBy(lock::requireHeld)
                .isInstanceOfSatisfying(
                        LockLostException.class,
                        lost -> assertThat(lost.getMessage()).contains("orders", Long.toString(lock.token())));
        assertThat(losses).singleElement().extracting(Loss::reason).isEqualTo(LossReason.EXPIRED);
        world.advance(Duration.ofMinutes(1));

        assertThat(world.store.requests()).isEqualTo(before);
    }

    // B8, P5
    @Test
    void a_stopped_process_that_goes_on_sends_nothing_for_a_lease_that_has_ended() {
        hold();
        a.process.pause();
        HeldLock next = world.await(b.acquire("orders", Duration.ofMinutes(1))).orThrow();
        world.disturb(b, Fault.LOSE_REQUEST);
        long before = world.store.requests();

        a.process.resume();
        world.advance(Duration.ofMillis(100));

        assertThat(world.store.requests()).isEqualTo(before);
        assertThat(losses).hasSize(1);
        assertThat(next.isHeld()).isTrue();
    }

    // B10
    @Test
    void a_suspicion_that_is_not_confirmed_ends_with_the_next_heartbeat() {
        HeldLock lock = hold();
        world.store.blackhole();

        world.advance(Duration.ofMillis(3400));
        assertThat(lock.state()).isEqualTo(HoldState.SUSPECT);
        assertThatThrownBy(lock::requireHeld).isInstanceOf(LockLostException.class);
        assertThat(lock.remaining()).isZero();
        world.store.endBlackhole();
        world.advance(Duration.ofMillis(1300));

        assertThat(lock.state()).isEqualTo(HoldState.HELD);
        assertThat(a.events(LockEvent.Suspected.class)).hasSize(1);
        assertThat(a.events(LockEvent.Reassured.class)).hasSize(1);
        world.advance(Duration.ofMinutes(1));
        assertThat(losses).isEmpty();
    }

    // P13
    @Test
    void a_listener_that_comes_after_the_loss_is_told_of_it() {
        HeldLock lock = hold();
        world.store.blackhole();
        world.advance(LockWorld.LEASE);

        List<Loss> late = new ArrayList<>();
        lock.onLost(late::add);
        world.advance(Duration.ZERO);

        assertThat(late).isEqualTo(losses);
        assertThat(lock.lost()).isCompletedWithValue(losses.get(0));
    }

    // P13
    @Test
    void a_release_is_never_told_as_a_loss() {
        HeldLock lock = hold();

        a.release(lock);
        world.advance(Duration.ofMinutes(1));

        assertThat(losses).isEmpty();
        assertThat(lock.lost()).isNotDone();
        assertThat(a.events(LockEvent.Released.class)).hasSize(1);
    }
}
