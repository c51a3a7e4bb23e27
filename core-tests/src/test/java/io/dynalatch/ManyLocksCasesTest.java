package io.dynalatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dynalatch.spi.TaskScheduler.Scheduled;
import io.dynalatch.testkit.Course;
import io.dynalatch.testkit.FaultPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What one lock does to the others of its client, and what a client keeps of locks that are over. */
class ManyLocksCasesTest {
    private final LockWorld world = new LockWorld();

    @AfterEach
    void close() {
        world.close();
    }

    private List<HeldLock> hold(LockWorld.Host host, int count) {
        return IntStream.range(0, count).mapToObj(i -> host.hold("lock-" + i)).toList();
    }

    // B5
    @Test
    void five_hundred_holds_of_a_slow_store_are_all_kept() {
        Duration way = Duration.ofMillis(10);
        world.store.plan(call -> Course.PLAIN.taking(way, way));
        LockWorld.Host a = world.host("a", builder -> builder.lease(Duration.ofSeconds(10)));
        List<HeldLock> locks = hold(a, 500);

        for (int second = 0; second < 60; second++) {
            world.advance(Duration.ofSeconds(1));
            assertThat(locks).allMatch(HeldLock::isHeld);
        }

        assertThat(a.events(LockEvent.Suspected.class)).isEmpty();
        assertThat(a.events(LockEvent.HeartbeatFailed.class)).isEmpty();
    }

    // B6
    @Test
    void a_lock_whose_requests_hang_for_two_leases_costs_no_other_lock() {
        LockWorld.Host a = world.host("a", builder -> builder.lease(Duration.ofSeconds(3)));
        HeldLock hanging = a.hold("hanging");
        List<HeldLock> others = hold(a, 20);
        world.store.hang("hanging");

        world.advance(Duration.ofSeconds(6));
        world.store.unhang("hanging");
        world.advance(Duration.ofSeconds(4));

        assertThat(others).allMatch(HeldLock::isHeld);
        assertThat(a.events(LockEvent.Suspected.class))
                .extracting(LockEvent::name)
                .containsOnly(hanging.name());
        assertThat(hanging.state()).isEqualTo(HoldState.LOST);
    }

    // B6
    @Test
    void more_hanging_locks_than_heartbeats_in_parallel_cost_no_other_lock() {
        LockWorld.Host a = world.host("a");
        List<HeldLock> hanging = hold(a, 300);
        HeldLock other = a.hold("other");
        hanging.forEach(lock -> world.store.hang(lock.name().value()));

        world.advance(LockWorld.LEASE.multipliedBy(3));

        assertThat(other.isHeld()).isTrue();
        assertThat(a.events(LockEvent.Lost.class)).hasSize(300);
    }

    // B8
    @Test
    void a_heartbeat_that_waited_for_others_until_its_lease_was_over_is_not_sent() {
        LockWorld.Host a = world.host("a");
        List<HeldLock> locks = hold(a, 2000);
        world.store.blackhole();
        world.advance(Duration.ofMillis(4800));
        assertThat(locks).noneMatch(HeldLock::isHeld);

        assertThat(world.requestsOf(() -> world.advance(Duration.ofMinutes(1)))).isZero();
    }

    // B4
    @Test
    void heartbeats_that_waited_for_others_go_on_when_each_fails_at_once() {
        LockWorld.Host a = world.host("a");
        List<HeldLock> locks = hold(a, 1500);
        world.store.blackhole();
        world.advance(Duration.ofMillis(2500));
        world.store.plan(call -> {
            throw new IllegalStateException("on purpose");
        });
        world.store.endBlackhole();
        world.advance(Duration.ofSeconds(1));
        world.calm();

        world.advance(LockWorld.LEASE);

        assertThat(locks).allMatch(HeldLock::isHeld);
    }

    // B4
    @Test
    void an_error_thrown_by_the_sdk_client_costs_no_heartbeat_but_the_one_that_it_hit() {
        LockWorld.Host a = world.host("a");
        List<HeldLock> locks = hold(a, 20);
        int[] thrown = {0};
        FaultPlan everyThird = call -> {
            if (call.number() % 3 == 0) {
                thrown[0]++;
                throw new StackOverflowError("on purpose");
            }
            return Course.PLAIN;
        };
        world.store.plan(everyThird);

        world.advance(Duration.ofMinutes(1));

        assertThat(locks).allMatch(HeldLock::isHeld);
        assertThat(a.events(LockEvent.HeartbeatFailed.class)).hasSize(thrown[0]).hasSizeGreaterThan(50);
        assertThat(a.events(LockEvent.Lost.class)).isEmpty();
    }

    // B4
    @Test
    void callbacks_that_throw_are_counted_and_hurt_no_heartbeat_and_no_other_callback() {
        LockWorld.Host a = world.host(
                "a",
                builder -> builder.listener(event -> {
                    throw new AssertionError("on purpose");
                }));
        List<Loss> losses = new ArrayList<>();
        HeldLock lost = a.hold("lost");
        lost.onLost(loss -> {
            throw new IllegalStateException("on purpose");
        });
        lost.onLost(losses::add);
        List<HeldLock> locks = hold(a, 5);
        world.deleteRow("lost");

        world.advance(Duration.ofMinutes(1));

        assertThat(losses).hasSize(1);
        assertThat(locks).allMatch(HeldLock::isHeld);
        assertThat(a.events(LockEvent.Acquired.class)).hasSize(6);
        assertThat(a.client.callbackFailures()).isEqualTo(8); // six grants, one loss, its listener
    }

    // B4
    @Test
    void a_store_that_comes_back_after_errors_finds_heartbeats_that_go_on() {
        LockWorld.Host a = world.host("a");
        HeldLock lock = a.hold("orders");
        world.store.plan(call -> {
            throw new OutOfMemoryError("on purpose");
        });

        world.advance(Duration.ofSeconds(4));
        world.calm();
        world.advance(Duration.ofMinutes(1));

        assertThat(lock.isHeld()).isTrue();
        assertThat(a.events(LockEvent.HeartbeatRecovered.class)).hasSize(1);
    }

    // P16
    @Test
    void no_timer_is_left_of_holds_and_acquires_that_are_over() {
        LockWorld.Host a = world.host("a");
        LockWorld.Host b = world.host("b");
        hold(a, 50).forEach(a::release);
        a.hold("busy");
        assertThat(world.await(b.acquire("busy", Duration.ofSeconds(3))).granted())
                .isFalse();

        assertThat(a.process.pendingTimers()).isEqualTo(1); // the heartbeat of the one that is held
        assertThat(b.process.pendingTimers()).isZero();
        assertThat(a.client.held()).hasSize(1);
    }

    // C10, P16
    @Test
    void a_hundred_thousand_names_used_once_leave_nothing_behind() throws InterruptedException {
        Set<Object> timers = new HashSet<>();
        AtomicLong ids = new AtomicLong();
        try (LockClient client = LockClient.builder(GrantingClient.make(), LockWorld.TABLE)
                .callbackExecutor(Runnable::run)
                .scheduler((delay, task) -> timer(timers))
                .ids(() -> "id-" + ids.incrementAndGet())
                .build()) {
            cycle(client, 0, 12_000);
            long base = usedAfterCollection();

            cycle(client, 12_000, 112_000);

            assertThat(timers).isEmpty();
            // What is bounded (10,000 ended ids) was full before; a leak of 100 bytes a name would be 10 MB.
            assertThat(usedAfterCollection() - base).isLessThan(8_000_000);
        }
    }

    /** A timer that never fires: no hold here lives for long enough. */
    private static Scheduled timer(Set<Object> timers) {
        Object timer = new Object();
        timers.add(timer);
        return () -> timers.remove(timer);
    }

    private static void cycle(LockClient client, int from, int to) throws InterruptedException {
        for (int i = from; i < to; i++) {
            HeldLock lock = client.tryAcquire("name-" + i).orThrow();
            if (lock.release() != ReleaseOutcome.RELEASED) {
                throw new AssertionError("not released: " + lock);
            }
        }
    }

    private static long usedAfterCollection() {
        Runtime runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }
}
