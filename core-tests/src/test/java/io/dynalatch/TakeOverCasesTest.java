package io.dynalatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dynalatch.testkit.Course;
import io.dynalatch.testkit.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waiting for a holder, and taking over from a dead one. */
class TakeOverCasesTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final LockWorld world = new LockWorld();
    private final LockWorld.Host a = world.host("a");
    private final LockWorld.Host b = world.host("b");

    @AfterEach
    void close() {
        world.close();
    }

    // A1, P9, P10
    @Test
    void a_client_that_tries_once_a_second_gets_a_dead_lock_within_a_lease_and_a_second_of_its_first_look() {
        HeldLock dead = a.hold("orders");
        a.process.kill();

        int tries = 0;
        Acquisition last = tryWithoutBlocking("orders");
        while (!last.granted() && tries < 60) {
            world.advance(SECOND);
            tries++;
            last = tryWithoutBlocking("orders");
        }

        assertThat(tries).isEqualTo(7); // a lease of 6 s, its allowance of 60 ms, and the rest of a second
        assertThat(last.orThrow().token()).isGreaterThan(dead.token());
    }

    private Acquisition tryWithoutBlocking(String name) {
        List<Acquisition> outcome = new ArrayList<>();
        Duration took = world.timeOf(() -> assertThat(world.requestsOf(() -> outcome.add(b.tryAcquire(name))))
                .isLessThanOrEqualTo(1));
        assertThat(took).isZero();
        return outcome.get(0);
    }

    @Test
    void a_watch_is_carried_on_by_the_next_client_of_the_host() {
        HeldLock dead = a.hold("orders");
        a.process.kill();
        assertThat(b.tryAcquire("orders").granted()).isFalse();
        world.advance(LockWorld.LEASE.plus(Duration.ofMillis(60)));
        Watch watch = b.client.watches().get(0);

        LockWorld.Host next = world.host("next");
        next.client.resume(watch);

        assertThat(next.tryAcquire("orders").orThrow().token()).isGreaterThan(dead.token());
    }

    @Test
    void a_carried_watch_takes_nothing_from_a_living_holder() {
        HeldLock alive = a.hold("orders");
        assertThat(b.tryAcquire("orders").granted()).isFalse();
        Watch watch = b.client.watches().get(0);
        world.advance(LockWorld.LEASE.multipliedBy(2));

        LockWorld.Host next = world.host("next");
        next.client.resume(new Watch(watch.name(), watch.recordVersion(), watch.lease(), Duration.ofSeconds(12)));

        assertThat(next.tryAcquire("orders").granted()).isFalse();
        assertThat(next.tryAcquire("orders").granted()).isFalse();
        assertThat(alive.isHeld()).isTrue();
    }

    // A3, P10
    @Test
    void a_wait_for_a_living_holder_ends_at_its_ceiling_and_one_request_at_most() {
        HeldLock alive = a.hold("orders");
        store100MillisAway();

        CompletableFuture<Acquisition> waiting = b.acquire("orders", Duration.ofSeconds(5));
        Duration took =
                world.timeOf(() -> assertThat(world.await(waiting).granted()).isFalse());

        assertThat(took).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(5).plus(Duration.ofMillis(200)));
        assertThat(alive.isHeld()).isTrue();
    }

    private void store100MillisAway() {
        Duration way = Duration.ofMillis(100);
        world.store.plan(call -> Course.PLAIN.taking(way, way));
    }

    // P10
    @Test
    void a_wait_ends_at_its_ceiling_and_one_request_timeout_when_the_store_falls_silent() {
        a.hold("orders");
        CompletableFuture<Acquisition> waiting = b.acquire("orders", Duration.ofSeconds(5));
        world.advance(SECOND);
        world.disturb(b, Fault.SWALLOW_REQUEST);

        world.advance(Duration.ofSeconds(5));

        assertThat(waiting).isCompletedExceptionally();
    }

    // A4
    @Test
    void waiters_that_lose_the_race_for_a_released_lock_go_on_waiting() {
        HeldLock first = a.hold("orders");
        List<CompletableFuture<Acquisition>> waiting = waiters(20);
        world.advance(Duration.ofSeconds(10));

        for (int left = 20; left > 0; left--) {
            a.release(left == 20 ? first : granted(waiting.remove(0)));
            world.advance(Duration.ofSeconds(3));
            assertThat(waiting.stream().filter(CompletableFuture::isDone)).hasSize(1);
            waiting.sort((one, two) -> Boolean.compare(two.isDone(), one.isDone()));
        }
    }

    private static HeldLock granted(CompletableFuture<Acquisition> done) {
        return done.join().orThrow();
    }

    private List<CompletableFuture<Acquisition>> waiters(int count) {
        return new ArrayList<>(IntStream.range(0, count)
                .mapToObj(i -> world.host("waiter-" + i).acquire("orders", HOUR))
                .toList());
    }

    // A6
    @Test
    void a_lock_taken_after_a_release_in_place_is_held_by_its_new_owner_alone() {
        HeldLock first = a.hold("orders");
        a.release(first);
        assertThat(world.released("orders")).isTrue();
        assertThat(b.inspect("orders").state()).isEqualTo(LockState.RELEASED);

        HeldLock second = b.hold("orders");

        assertThat(world.released("orders")).isFalse();
        LockView view = b.inspect("orders");
        assertThat(view.owner()).isEqualTo("b");
        assertThat(view.state()).isEqualTo(LockState.HELD);
        assertThat(view.token()).isEqualTo(second.token());
    }

    // A7
    @Test
    void a_foreign_lock_is_called_unwatched_then_alive_or_expired_and_never_guessed() {
        a.hold("orders");

        LockView first = b.inspect("orders");
        assertThat(first.state()).isEqualTo(LockState.UNWATCHED);
        assertThat(first.describe()).contains("held by 'a'", "watched for 0 ms: too short to say");
        world.advance(LockWorld.LEASE.dividedBy(2));
        assertThat(b.inspect("orders").state()).isEqualTo(LockState.HELD);

        a.process.kill();
        world.advance(LockWorld.LEASE);
        assertThat(b.inspect("orders").state()).isNotEqualTo(LockState.EXPIRED);
        world.advance(Duration.ofMillis(60));
        assertThat(b.inspect("orders").state()).isEqualTo(LockState.EXPIRED);
        assertThat(world.host("late").inspect("orders").state()).isEqualTo(LockState.UNWATCHED);
    }

    // A8
    @Test
    void one_of_five_waiters_takes_over_and_the_others_watch_the_new_holder_for_its_own_lease() {
        a.hold("orders");
        a.process.kill();
        List<CompletableFuture<Acquisition>> waiting = waiters(5);

        world.advance(LockWorld.LEASE.plus(SECOND));
        HeldLock next = granted(onlyDone(waiting));
        world.advance(LockWorld.LEASE.multipliedBy(10));

        assertThat(waiting).noneMatch(CompletableFuture::isDone);
        assertThat(next.isHeld()).isTrue();
    }

    private static CompletableFuture<Acquisition> onlyDone(List<CompletableFuture<Acquisition>> waiting) {
        List<CompletableFuture<Acquisition>> done =
                waiting.stream().filter(CompletableFuture::isDone).toList();
        assertThat(done).hasSize(1);
        waiting.removeIf(CompletableFuture::isDone);
        return done.get(0);
    }

    // A10
    @Test
    void nobody_takes_over_from_a_holder_whose_heartbeats_come_late_but_in_time() {
        HeldLock late = a.hold("orders");
        List<CompletableFuture<Acquisition>> waiting = waiters(5);

        for (int i = 0; i < 20; i++) {
            world.disturb(a, Fault.LOSE_REQUEST);
            world.advance(Duration.ofMillis(4700)); // the holder trusts its lease for 4.8 s
            world.calm();
            assertThat(world.await(late.heartbeatAsync())).isNull();
        }

        assertThat(waiting).noneMatch(CompletableFuture::isDone);
        assertThat(late.isHeld()).isTrue();
        assertThat(a.events(LockEvent.Lost.class)).isEmpty();
    }

    // E13
    @Test
    void a_lock_that_is_freed_between_the_refusal_and_the_read_of_its_holder_is_acquired() {
        HeldLock first = a.hold("orders");
        world.store.next("UpdateItem", Fault.STRIP_ITEM);
        world.store.next(
                call -> call.operation().equals("GetItem"), Course.PLAIN.taking(Duration.ofMillis(200), Duration.ZERO));

        CompletableFuture<Acquisition> trying = b.client.tryAcquireAsync(LockName.of("orders"), AcquireOptions.DEFAULT);
        world.advance(Duration.ofMillis(100));
        CompletableFuture<ReleaseOutcome> release = first.releaseAsync();
        world.advance(Duration.ofMillis(200));

        assertThat(release).isCompletedWithValue(ReleaseOutcome.RELEASED);
        assertThat(trying.join().orThrow().token()).isGreaterThan(first.token());
    }

    // E13
    @Test
    void a_lock_that_is_deleted_between_the_refusal_and_the_read_of_its_holder_is_acquired() {
        a.hold("orders");
        world.store.next("UpdateItem", Fault.STRIP_ITEM);
        world.store.next(
                call -> call.operation().equals("GetItem"), Course.PLAIN.taking(Duration.ofMillis(200), Duration.ZERO));

        CompletableFuture<Acquisition> trying = b.client.tryAcquireAsync(LockName.of("orders"), AcquireOptions.DEFAULT);
        world.advance(Duration.ofMillis(100));
        world.deleteRow("orders");

        assertThat(world.await(trying).granted()).isTrue();
    }
}
