package io.dynalatch.embedded;

import io.dynalatch.embedded.internal.client.AsyncClient;
import io.dynalatch.embedded.internal.client.BlockingClient;
import io.dynalatch.embedded.internal.fault.FaultPlan;
import io.dynalatch.embedded.internal.operation.BackgroundSweep;
import io.dynalatch.embedded.internal.operation.Engine;
import io.dynalatch.embedded.internal.store.ItemStore;
import io.dynalatch.embedded.internal.store.MemoryItems;
import io.dynalatch.embedded.internal.store.SqliteItems;
import io.dynalatch.embedded.internal.system.SystemAdapter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A DynamoDB-compatible engine in this process, in memory or on a file that several processes of one host may open at
 * once. Its clients are the SDK's own types, so code written for DynamoDB runs on it unchanged.
 *
 * <p>What the engine does not have, whole operations and single request parameters alike, fails with an
 * {@link UnsupportedOperationException} that names it; nothing is ignored. Thread-safe.
 */
public final class EmbeddedDynamoDb implements AutoCloseable {
    private static final Duration BUSY_TIMEOUT_MIN = Duration.ofMillis(1);
    private static final Duration BUSY_TIMEOUT_MAX = Duration.ofMinutes(10);

    private final Engine engine;
    private final Executor executor;
    private final Faults faults;
    private final Runnable sweepEnd;
    private final Runnable threadsEnd;
    private final Set<HttpEndpoint> endpoints = ConcurrentHashMap.newKeySet();

    private EmbeddedDynamoDb(Engine engine, Executor executor, FaultPlan plan, Runnable sweepEnd, Runnable threadsEnd) {
        this.engine = engine;
        this.executor = executor;
        this.faults = new Faults(plan);
        this.sweepEnd = sweepEnd;
        this.threadsEnd = threadsEnd;
    }

    /**
     * Opens an engine that keeps everything in memory until it is closed. It starts no thread, reads no clock but the
     * one of {@link Builder#clock}, and uses no randomness.
     */
    public static EmbeddedDynamoDb inMemory() {
        return builder().inMemory().build();
    }

    /**
     * Opens an engine on a file, and makes the file where there is none.
     *
     * @param path the file; its directory must exist, be writable and lie on a local file system
     * @throws StorePathException where the path cannot be used; nothing was changed then
     */
    public static EmbeddedDynamoDb file(Path path) {
        return builder().file(path).build();
    }

    /** Starts the settings of an engine; without any, it is one in memory. */
    public static Builder builder() {
        return new Builder();
    }

    /** A blocking client, whose calls run in the thread of the caller. Closing it does nothing. */
    public DynamoDbClient client() {
        return new BlockingClient(engine);
    }

    /**
     * An asynchronous client. On an engine in memory its futures are complete when the call returns; on a file the
     * calls run on a daemon thread of the engine. Where {@link Faults} delay a call of an engine in memory, it goes on
     * in the thread of the timer. Closing it does nothing.
     */
    public DynamoDbAsyncClient asyncClient() {
        return asyncClient(executor);
    }

    /**
     * An asynchronous client whose calls run on an executor of the user. Closing it does nothing.
     *
     * @param executor runs the calls and, with them, what hangs on their futures; it stays the user's to shut down
     */
    public DynamoDbAsyncClient asyncClient(Executor executor) {
        return new AsyncClient(engine, executor);
    }

    /**
     * Lets programs of other languages and processes use this engine over HTTP, on the loopback address.
     *
     * @param port 1 to 65,535, or 0 for any that is free
     * @throws java.io.UncheckedIOException where that port cannot be listened on
     */
    public HttpEndpoint serve(int port) {
        return endpoint().port(port).start();
    }

    /** Starts the settings of an HTTP endpoint of this engine. It ends with the engine, if not before. */
    public HttpEndpoint.Builder endpoint() {
        return new HttpEndpoint.Builder(client(), endpoints);
    }

    /** What the engine does wrong; to be changed at any time. */
    public Faults faults() {
        return faults;
    }

    /**
     * Deletes what has expired by now in all tables with time to live, whatever {@link TtlSweep} the engine has. An
     * item has expired when the attribute of its table's time to live is a number, of seconds since 1970, that lies
     * before the time of {@link Builder#clock}, by up to five years. Costs a walk over all items of these tables.
     *
     * @return how many items were deleted; another process on the same file may delete at the same time
     * @throws IllegalStateException after the engine was closed
     * @throws software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException where the file cannot be
     *     written; part of the work may be done
     */
    public int sweepExpired() {
        return engine.sweepExpired(Duration.ZERO);
    }

    /**
     * Closes the engine and its endpoints: later calls of its clients fail, and an engine in memory forgets its items.
     * Its threads end.
     */
    @Override
    public void close() {
        List.copyOf(endpoints).forEach(HttpEndpoint::close);
        sweepEnd.run();
        engine.close();
        threadsEnd.run();
    }

    /** The settings of an engine. Not thread-safe. */
    public static final class Builder {
        private @Nullable Path path;
        private Clock clock = SystemAdapter.wallClock();
        private Duration tableCreationDelay = Duration.ZERO;
        private Duration busyTimeout = Duration.ofSeconds(5);
        private TtlSweep ttlSweep = TtlSweep.NEVER;
        private final List<FaultRule> faults = new ArrayList<>();
        private long faultSeed;
        private @Nullable EngineTime time;

        private Builder() {}

        /** Keeps everything in memory; the default. */
        public Builder inMemory() {
            path = null;
            return this;
        }

        /**
         * Keeps everything in a file.
         *
         * @param file the file; made where there is none, in a directory that must exist
         */
        public Builder file(Path file) {
            path = file;
            return this;
        }

        /**
         * The wall clock that dates tables, judges their age, and tells which items have expired; the system's by
         * default.
         */
        public Builder clock(Clock wallClock) {
            clock = wallClock;
            return this;
        }

        /**
         * How long a new table stays in state {@code CREATING}, by {@link #clock}.
         *
         * @param delay zero or more; zero by default
         * @throws IllegalArgumentException for a negative delay
         */
        public Builder tableCreationDelay(Duration delay) {
            if (delay.isNegative()) {
                throw new IllegalArgumentException("tableCreationDelay must not be negative, but was " + delay);
            }
            tableCreationDelay = delay;
            return this;
        }

        /**
         * How long a call waits for another writer of the same file before it fails with a retryable error.
         *
         * @param timeout 1 ms to 10 min; 5 s by default; an engine in memory never waits
         * @throws IllegalArgumentException for a timeout outside its bounds
         */
        public Builder busyTimeout(Duration timeout) {
            if (timeout.compareTo(BUSY_TIMEOUT_MIN) < 0 || timeout.compareTo(BUSY_TIMEOUT_MAX) > 0) {
                throw new IllegalArgumentException("busyTimeout must be between " + BUSY_TIMEOUT_MIN + " and "
                        + BUSY_TIMEOUT_MAX + ", but was " + timeout);
            }
            busyTimeout = timeout;
            return this;
        }

        /**
         * When expired items are deleted.
         *
         * @param sweep {@link TtlSweep#NEVER} by default
         */
        public Builder ttlSweep(TtlSweep sweep) {
            ttlSweep = sweep;
            return this;
        }

        /**
         * What the engine does wrong from the beginning on; none by default. {@link EmbeddedDynamoDb#faults} changes it
         * later.
         *
         * @param rules behind those of earlier calls
         */
        public Builder faults(FaultRule... rules) {
            faults.addAll(List.of(rules));
            return this;
        }

        /**
         * What all chance of the faults follows from.
         *
         * @param seed any number; 0 by default
         */
        public Builder faultSeed(long seed) {
            faultSeed = seed;
            return this;
        }

        /**
         * Elapsed time and timers, in place of the system's.
         *
         * @param engineTime stays the user's to end
         */
        public Builder time(EngineTime engineTime) {
            time = engineTime;
            return this;
        }

        /**
         * Opens the engine.
         *
         * @throws StorePathException where the path cannot be used; nothing was changed then
         */
        public EmbeddedDynamoDb build() {
            if (path == null) {
                return engine(new MemoryItems(), Runnable::run, () -> {}, "dynalatch-embedded");
            }
            String name = "dynalatch-embedded-" + path.getFileName();
            SqliteItems store = SqliteItems.open(path, busyTimeout);
            ExecutorService executor = SystemAdapter.daemon(name);
            return engine(store, executor, executor::shutdown, name);
        }

        private EmbeddedDynamoDb engine(ItemStore store, Executor executor, Runnable executorEnd, String name) {
            if (time != null) {
                return engine(store, executor, executorEnd, time);
            }
            SystemAdapter.SystemTime system = SystemAdapter.time(name + "-timer");
            Runnable threadsEnd = () -> {
                system.close();
                executorEnd.run();
            };
            return engine(store, executor, threadsEnd, system);
        }

        private EmbeddedDynamoDb engine(
                ItemStore store, Executor executor, Runnable threadsEnd, EngineTime engineTime) {
            FaultPlan plan = new FaultPlan(faultSeed, engineTime);
            faults.forEach(plan::add);
            Engine engine = new Engine(store, clock, tableCreationDelay, plan, engineTime);
            return new EmbeddedDynamoDb(engine, executor, plan, sweep(engine, engineTime), threadsEnd);
        }

        /** Starts to look for expired items, and gives what ends that. */
        private Runnable sweep(Engine engine, EngineTime timers) {
            Duration delay = ttlSweep.delay();
            return delay == null
                    ? () -> {}
                    : BackgroundSweep.start(engine, timers, delay, TtlSweep.pause(delay))::close;
        }
    }
}
