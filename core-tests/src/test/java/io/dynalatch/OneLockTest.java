package io.dynalatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The life of one lock, without faults. */
class OneLockTest {
    private final LockWorld world = new LockWorld();
    private final LockWorld.Host a = world.host("a");
    private final LockWorld.Host b = world.host("b");

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void an_answered_try_is_one_request_and_a_release_is_one_request() {
        long before = world.store.requests();

        HeldLock lock = a.hold("orders");
        assertThat(world.store.requests() - before).isEqualTo(1);

        assertThat(a.release(lock)).isEqualTo(ReleaseOutcome.RELEASED);
        assertThat(world.store.requests() - before).isEqualTo(2);
    }

    @Test
    void a_refused_try_is_one_request_and_names_the_holder() {
        HeldLock lock = a.hold("orders");
        long before = world.store.requests();

        Acquisition.Busy busy = (Acquisition.Busy) b.tryAcquire("orders");

        assertThat(world.store.requests() - before).isEqualTo(1);
        assertThat(busy.holder().owner()).isEqualTo("a");
        assertThat(busy.holder().token()).isEqualTo(lock.token());
        assertThat(busy.holder().state()).isEqualTo(LockState.UNWATCHED);
        assertThat(busy.waited()).isZero();
    }

    @Test
    void a_waiter_gets_the_lock_when_it_is_released_with_a_larger_token() {
        HeldLock first = a.hold("orders");
        CompletableFuture<Acquisition> waiting = b.acquire("orders", Duration.ofMinutes(1));
        world.advance(Duration.ofSeconds(20));
        assertThat(waiting).isNotDone();

        a.release(first);
        HeldLock second = world.await(waiting).orThrow();

        assertThat(second.token()).isGreaterThan(first.token());
        assertThat(second.isHeld()).isTrue();
    }

    @Test
    void heartbeats_keep_the_lock_for_as_long_as_the_process_lives() {
        HeldLock lock = a.hold("orders");
        CompletableFuture<Acquisition> waiting = b.acquire("orders", Duration.ofHours(1));

        for (int i = 0; i < 1000; i++) {
            world.advance(Duration.ofSeconds(1));
            assertThat(lock.isHeld()).isTrue();
        }

        assertThat(waiting).isNotDone();
        assertThat(a.events(LockEvent.Lost.class)).isEmpty();
    }

    @Test
    void a_dead_holders_lock_is_taken_over_when_its_whole_lease_was_watched() {
        HeldLock dead = a.hold("orders");
        a.process.kill();
        CompletableFuture<Acquisition> waiting = b.acquire("orders", Duration.ofMinutes(1));

        world.advance(LockWorld.LEASE);
        assertThat(waiting).isNotDone();
        world.advance(Duration.ofMillis(70));

        assertThat(world.await(waiting).orThrow().token()).isGreaterThan(dead.token());
        assertThat(b.events(LockEvent.Acquired.class).get(0).takenOver()).isTrue();
    }
}
