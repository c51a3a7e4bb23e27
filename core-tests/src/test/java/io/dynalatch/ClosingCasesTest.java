package io.dynalatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.dynalatch.testkit.Course;
import io.dynalatch.testkit.Fault;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** The end of a client. */
class ClosingCasesTest {
    private final LockWorld world = new LockWorld();
    private final LockWorld.Host a = world.host("a");

    @AfterEach
    void close() {
        world.close();
    }

    private List<HeldLock> tenHolds() {
        return IntStream.range(0, 10).mapToObj(i -> a.hold("lock-" + i)).toList();
    }

    private LockReleaseException failureOfClose() {
        CompletableFuture<Void> closed = a.client.closeAsync();
        world.time.runUntil(closed::isDone, Duration.ofMinutes(1));
        return (LockReleaseException)
                closed.handle((nothing, thrown) -> thrown.getCause()).join();
    }

    // C5
    @ParameterizedTest
    @EnumSource(names = {"ACCESS_DENIED", "EXPIRED_CREDENTIALS"})
    void closing_releases_nine_of_ten_holds_and_reports_the_one_that_was_refused(Fault fault) {
        List<HeldLock> locks = tenHolds();
        world.store.next(call -> call.key().orElseThrow().get("key").s().equals("lock-2"), Course.of(fault));

        LockReleaseException failure = failureOfClose();

        assertThat(failure.failures()).containsOnlyKeys(LockName.of("lock-2"));
        assertThat(failure.failures().get(LockName.of("lock-2"))).isInstanceOf(StoreAccessException.class);
        assertThat(failure).hasMessageContainingAll("locks", "lock-2");
        assertThat(failure.getSuppressed())
                .containsExactlyElementsOf(failure.failures().values());
        for (int i = 0; i < 10; i++) {
            assertThat(world.released("lock-" + i)).isEqualTo(i != 2);
        }
        assertThat(locks).noneMatch(HeldLock::isHeld);
        assertThat(a.process.pendingTimers()).isZero();
    }

    // C5, P6, P10
    @Test
    void closing_without_a_store_ends_in_three_request_timeouts_and_reports_each_hold_as_unknown() {
        for (int seed = 1; seed <= 20; seed++) {
            try (LockWorld silent = new LockWorld(seed, AttributeNames.DEFAULT)) {
                LockWorld.Host host = silent.host("host");
                IntStream.range(0, 10)
                        .forEach(
                                i -> assertThat(host.hold("lock-" + i).isHeld()).isTrue());
                silent.store.blackhole();

                CompletableFuture<Void> closed = host.client.closeAsync();
                silent.advance(Duration.ofSeconds(3));

                assertThat(closed).as("seed %d", seed).isCompletedExceptionally();
                assertThatThrownBy(closed::join)
                        .isInstanceOf(CompletionException.class)
                        .cause()
                        .isInstanceOfSatisfying(
                                LockReleaseException.class,
                                failure -> assertThat(failure.failures()).hasSize(10));
                silent.advance(Duration.ZERO);
                assertThat(host.events(LockEvent.Released.class).size()
                                + host.events(LockEvent.Lost.class).size())
                        .isEqualTo(10);
                assertThat(host.process.pendingTimers()).isZero();
            }
        }
    }

    // C5: a release that is still reading what it found when the bound comes
    @Test
    void a_hold_whose_release_was_abandoned_is_reported_as_unknown() {
        HeldLock lock = a.hold("orders");
        world.store.plan(call -> call.operation().equals("GetItem")
                ? Course.of(Fault.SWALLOW_REQUEST)
                : Course.of(Fault.STRIP_ITEM).taking(Duration.ZERO, Duration.ofMillis(900)));
        world.deleteRow("orders");

        CompletableFuture<ReleaseOutcome> release = lock.releaseAsync();
        LockReleaseException failure = failureOfClose();

        assertThat(failure.failures()).containsOnlyKeys(lock.name());
        assertThat(world.await(release)).isEqualTo(ReleaseOutcome.UNKNOWN);
    }

    @Test
    void closing_twice_does_the_work_once() {
        HeldLock lock = a.hold("orders");

        CompletableFuture<Void> first = a.client.closeAsync();
        CompletableFuture<Void> second = a.client.closeAsync();
        world.await(CompletableFuture.allOf(first, second));
        world.advance(Duration.ZERO);

        assertThat(world.requestsOf(() -> world.await(a.client.closeAsync()))).isZero();
        assertThat(a.events(LockEvent.Released.class)).hasSize(1);
        assertThat(lock.state()).isEqualTo(HoldState.RELEASED);
    }

    @Test
    void a_hold_that_was_lost_before_is_no_failure_of_closing() {
        a.hold("orders");
        world.deleteRow("orders");

        assertThat(world.await(a.client.closeAsync())).isNull();
    }

    // C7
    @Test
    void a_closed_client_refuses_every_call_and_sends_nothing() {
        world.await(a.client.closeAsync());
        LockName name = LockName.of("orders");

        long sent = world.requestsOf(() -> {
            assertRefused(a.client.tryAcquireAsync(name, AcquireOptions.DEFAULT));
            assertRefused(a.client.acquireAsync(name, AcquireOptions.DEFAULT));
            assertRefused(a.client.inspectAsync(name));
            assertRefused(a.client.createTableAsync(Duration.ofSeconds(1)));
            assertThatThrownBy(() -> a.client.tryAcquire("orders")).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> a.client.acquire("orders")).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> a.client.inspect("orders")).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> a.client.validateTable()).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> a.client.list()).isInstanceOf(IllegalStateException.class);
        });

        assertThat(sent).isZero();
        assertThat(a.client.held()).isEmpty();
    }

    private void assertRefused(CompletableFuture<?> call) {
        assertThatThrownBy(() -> world.await(call))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("locks", "is closed");
    }

    // C7
    @Test
    void a_waiter_of_a_client_that_is_closed_is_told_so() {
        a.hold("orders");
        LockWorld.Host b = world.host("b");
        CompletableFuture<Acquisition> waiting = b.acquire("orders", Duration.ofHours(1));
        world.advance(Duration.ofSeconds(5));

        world.await(b.client.closeAsync());

        assertRefused(waiting);
        assertThat(b.process.pendingTimers()).isZero();
    }

    // C14
    @Test
    void a_normal_life_logs_nothing_above_debug() {
        Logger logger = (Logger) LoggerFactory.getLogger("io.dynalatch");
        Level before = logger.getLevel();
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        logged.start();
        logger.setLevel(Level.TRACE);
        logger.addAppender(logged);
        try {
            HeldLock lock = a.hold("orders");
            a.hold("customers");
            world.advance(Duration.ofMinutes(1));
            a.release(lock);
            CompletableFuture<Acquisition> waiting = world.host("b").acquire("customers", Duration.ofMinutes(1));
            world.await(a.client.closeAsync());
            assertThat(world.await(waiting).granted()).isTrue();
        } finally {
            logger.detachAppender(logged);
            logger.setLevel(before);
        }

        assertThat(logged.list).noneMatch(event -> event.getLevel().isGreaterOrEqual(Level.INFO));
        assertThat(logged.list).allMatch(event -> event.getThrowableProxy() == null);
    }
}
