package io.dynalatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dynalatch.embedded.EmbeddedDynamoDb;
import io.dynalatch.testkit.FaultyDynamoDb;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The threads of a client: what they bear, and that they end. P16. */
@Timeout(60)
class ThreadsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final EmbeddedDynamoDb engine = EmbeddedDynamoDb.inMemory();

    @AfterEach
    void close() {
        engine.close();
    }

    private LockClientBuilder overBlockingClient(String table) throws InterruptedException {
        try (LockClient creator = LockClient.create(engine.client(), table)) {
            creator.createTable(MINUTE);
        }
        joinThreads(table);
        return LockClient.builder(engine.client(), table);
    }

    private static List<Thread> threads(String table) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("dynalatch-")
                        && thread.getName().contains(table))
                .toList();
    }

    /** Waits for the threads of closed clients to run to their ends; the time limit of the class bounds it. */
    private static void joinThreads(String table) throws InterruptedException {
        for (Thread thread : threads(table)) {
            thread.join();
        }
        assertThat(threads(table)).isEmpty();
    }

    // P16
    @Test
    void a_closed_client_leaves_no_thread_behind() throws InterruptedException {
        LockClient client = overBlockingClient("ending").build();
        HeldLock lock = client.tryAcquire("orders").orThrow();
        client.tryAcquire("customers").orThrow().heartbeat();
        assertThat(client.tryAcquireAsync(LockName.of("orders"), AcquireOptions.DEFAULT)
                        .join()
                        .granted())
                .isFalse();
        assertThat(threads("ending")).isNotEmpty().allMatch(Thread::isDaemon);

        client.close();

        joinThreads("ending");
        assertThat(lock.state()).isEqualTo(HoldState.RELEASED);
    }

    // P13, P16: every hold ends in one terminal event, also those that the close ends
    @Test
    void the_end_of_each_hold_is_told_by_a_closing_client_with_threads_of_its_own() throws InterruptedException {
        List<LockEvent> events = new CopyOnWriteArrayList<>();
        LockClient client = overBlockingClient("telling").listener(events::add).build();
        for (int i = 0; i < 20; i++) {
            assertThat(client.tryAcquire("lock-" + i).granted()).isTrue();
        }

        client.close();
        joinThreads("telling");

        assertThat(events).filteredOn(LockEvent.Released.class::isInstance).hasSize(20);
    }

    // B6, E14: also where each request needs a thread of its own
    @Test
    void acquires_that_hang_in_any_number_keep_no_heartbeat_and_no_release_waiting() throws Exception {
        CountDownLatch ends = new CountDownLatch(1);
        DynamoDbClient hanging = hanging("hanging", ends);
        try (LockClient client = LockClient.builder(hanging, "hanging")
                .lease(Duration.ofMinutes(10))
                .requestTimeout(MINUTE)
                .build()) {
            client.createTable(MINUTE);
            HeldLock held = client.tryAcquire("held").orThrow();
            List<CompletableFuture<Acquisition>> acquires = IntStream.range(0, 300)
                    .mapToObj(i -> client.tryAcquireAsync(LockName.of("hanging-" + i), AcquireOptions.DEFAULT))
                    .toList();

            held.heartbeat();

            assertThat(held.release()).isEqualTo(ReleaseOutcome.RELEASED);
            assertThat(acquires).noneMatch(CompletableFuture::isDone);
            ends.countDown();
            for (CompletableFuture<Acquisition> acquire : acquires) {
                assertThat(acquire.get().granted()).isTrue();
            }
        } finally {
            ends.countDown();
        }
    }

    /** A client whose updates of keys with that prefix hang until the latch opens. */
    private DynamoDbClient hanging(String prefix, CountDownLatch ends) {
        DynamoDbClient real = engine.client();
        return (DynamoDbClient) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DynamoDbClient.class}, (proxy, method, args) -> {
                    if (args != null
                            && args[0] instanceof UpdateItemRequest update
                            && update.key().get("key").s().startsWith(prefix)) {
                        awaitUninterrupted(ends);
                    }
                    try {
                        return method.invoke(real, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    // C6
    @Test
    void an_idle_client_closes_in_no_time() {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            LockClient client = LockClient.create(engine.client(), "idle");
            long start = System.nanoTime();
            client.close();
            best = Math.min(best, System.nanoTime() - start);
        }

        assertThat(Duration.ofNanos(best)).isLessThan(Duration.ofMillis(100));
        assertThat(threads("idle")).isEmpty();
    }

    // B4
    @Test
    void a_callback_that_blocks_for_ever_stops_no_heartbeat() throws InterruptedException {
        CountDownLatch forEver = new CountDownLatch(1);
        FaultyDynamoDb counted = FaultyDynamoDb.over(engine.asyncClient());
        try (LockClient client = LockClient.builder(counted.asyncClient(), "blocked")
                .lease(Duration.ofSeconds(3))
                .listener(event -> awaitUninterrupted(forEver))
                .build()) {
            client.createTable(MINUTE);
            HeldLock first = client.tryAcquire("first").orThrow();
            HeldLock second = client.tryAcquire("second").orThrow();
            long before = counted.requests("UpdateItem");

            while (counted.requests("UpdateItem") - before < 4) { // two heartbeats of each, a second apart
                Thread.onSpinWait();
            }

            assertThat(first.isHeld()).isTrue();
            assertThat(second.isHeld()).isTrue();
            assertThat(first.release()).isEqualTo(ReleaseOutcome.RELEASED);
            forEver.countDown();
        }
        joinThreads("blocked");
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    // a blocking SDK client, several processes' worth of contention
    @Test
    void threads_of_two_clients_over_a_blocking_sdk_client_exclude_each_other() throws Exception {
        LockClientBuilder builder =
                overBlockingClient("counting").pollEvery(Duration.ofMillis(5), Duration.ofMillis(5));
        int[] counter = {0};
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (LockClient one = builder.build();
                LockClient two = builder.build()) {
            List<Future<?>> workers = new ArrayList<>();
            for (LockClient client : List.of(one, one, two, two)) {
                workers.add(threads.submit(() -> add(client, counter, 25)));
            }
            for (Future<?> worker : workers) {
                assertThat(worker.get()).isNull();
            }
        } finally {
            threads.shutdown();
        }

        assertThat(counter[0]).isEqualTo(100);
        joinThreads("counting");
    }

    private static Void add(LockClient client, int[] counter, int times) throws InterruptedException {
        for (int i = 0; i < times; i++) {
            int unused = client.withLock("counter", lock -> counter[0]++);
        }
        return null;
    }

    // C5
    @Test
    void ten_holds_are_released_by_a_close_over_a_blocking_sdk_client() throws InterruptedException {
        LockClientBuilder builder = overBlockingClient("closing");
        LockClient client = builder.build();
        for (int i : IntStream.range(0, 10).toArray()) {
            assertThat(client.tryAcquire("lock-" + i).granted()).isTrue();
        }

        client.close();

        try (LockClient next = builder.build()) {
            assertThat(next.list()).hasSize(10).allMatch(view -> view.state() == LockState.RELEASED);
        }
        joinThreads("closing");
    }
}
