package io.dynalatch;

import io.dynalatch.internal.dynamo.DynamoPort;
import io.dynalatch.internal.runtime.LockRuntime;
import io.dynalatch.internal.runtime.Settings;
import io.dynalatch.internal.runtime.SystemAdapters;
import io.dynalatch.spi.IdSource;
import io.dynalatch.spi.TaskScheduler;
import io.dynalatch.spi.TimeSource;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Collects the settings of a {@link LockClient}. Everything is optional; {@link #build} checks. Not thread-safe. */
public final class LockClientBuilder {
    private final @Nullable DynamoDbClient blocking;
    private final @Nullable DynamoDbAsyncClient async;
    private final String table;
    private final List<LockListener> listeners = new ArrayList<>();
    private AttributeNames names = AttributeNames.DEFAULT;
    private @Nullable String owner;
    private @Nullable String application;
    private Duration lease = Duration.ofSeconds(30);
    private @Nullable Duration heartbeatEvery;
    private @Nullable Duration safetyMargin;
    private @Nullable Duration requestTimeout;
    private double clockAllowance = 0.01;
    private Duration pollMin = Duration.ofMillis(20);
    private Duration pollMax = Duration.ofSeconds(1);
    private int watchesMax = 10_000;
    private Duration retention = Duration.ofDays(7);
    private @Nullable Executor requestExecutor;
    private @Nullable Executor callbackExecutor;
    private @Nullable TaskScheduler scheduler;
    private @Nullable TimeSource time;
    private @Nullable Clock wall;
    private @Nullable IdSource ids;
    private @Nullable RandomGenerator random;

    LockClientBuilder(@Nullable DynamoDbClient blocking, @Nullable DynamoDbAsyncClient async, String table) {
        this.blocking = blocking;
        this.async = async;
        this.table = table;
    }

    /**
     * Sets who this client is; by default host, process id and a random part. For people, and never used alone to
     * recognise a hold.
     *
     * @param owner 1 to 1,024 characters
     * @return this
     */
    public LockClientBuilder owner(String owner) {
        this.owner = owner;
        return this;
    }

    /**
     * Sets the application's name on the rows, for people; none by default.
     *
     * @param application 1 to 1,024 characters
     * @return this
     */
    public LockClientBuilder application(String application) {
        this.application = application;
        return this;
    }

    /**
     * Sets the names of the attributes, among them the table's keys.
     *
     * @param names the same for all clients of the table
     * @return this
     */
    public LockClientBuilder attributeNames(AttributeNames names) {
        this.names = names;
        return this;
    }

    /**
     * Sets how long a hold lasts without a heartbeat; 30 s by default. Shorter means that a dead holder's lock is free
     * sooner, at the price of more heartbeats and less room for outages.
     *
     * @param lease 500 ms to 1 h
     * @return this
     */
    public LockClientBuilder lease(Duration lease) {
        this.lease = lease;
        return this;
    }

    /**
     * Sets the pause between heartbeats; a third of the lease by default.
     *
     * @param period more than zero, at most a third of the lease, so that one may fail without harm
     * @return this
     */
    public LockClientBuilder heartbeatEvery(Duration period) {
        heartbeatEvery = period;
        return this;
    }

    /**
     * Sets how long before the end of its lease a holder stops trusting it; a fifth of the lease by default. It must be
     * at least lease × (1 − slowest/fastest clock rate) of any two hosts.
     *
     * @param margin a fiftieth to half of the lease
     * @return this
     */
    public LockClientBuilder safetyMargin(Duration margin) {
        safetyMargin = margin;
        return this;
    }

    /**
     * Sets the timeout of each request; by default the smaller of 2 s and a sixth of the lease.
     *
     * @param timeout more than zero, at most a sixth of the lease
     * @return this
     */
    public LockClientBuilder requestTimeout(Duration timeout) {
        requestTimeout = timeout;
        return this;
    }

    /**
     * Sets what this client adds to the lease of another holder that it watches, for clocks of differing rates; 0.01 by
     * default.
     *
     * @param fraction 0 to 0.2 of the lease
     * @return this
     */
    public LockClientBuilder clockAllowance(double fraction) {
        clockAllowance = fraction;
        return this;
    }

    /**
     * Sets the bounds of the pause between two reads of a waiter; 20 ms to 1 s by default. The pause is adaptive: short
     * when a hand-over is likely, long when the holder has had the lock for long.
     *
     * @param min 5 ms or more
     * @param max at least {@code min}, at most 1 min
     * @return this
     */
    public LockClientBuilder pollEvery(Duration min, Duration max) {
        pollMin = min;
        pollMax = max;
        return this;
    }

    /**
     * Sets how many watches of other holders' rows are kept; 10,000 by default. The longest unused go first.
     *
     * @param max 1 or more
     * @return this
     */
    public LockClientBuilder watchesMax(int max) {
        watchesMax = max;
        return this;
    }

    /**
     * Sets how long a released row stays before DynamoDB's time-to-live may clean it up; 7 days by default. While the
     * row lives, fencing tokens grow whatever clocks do.
     *
     * @param retention 1 day to 365 days
     * @return this
     */
    public LockClientBuilder retention(Duration retention) {
        this.retention = retention;
        return this;
    }

    /**
     * Adds a listener.
     *
     * @param listener called on the callback executor
     * @return this
     */
    public LockClientBuilder listener(LockListener listener) {
        listeners.add(listener);
        return this;
    }

    /**
     * Sets what runs the requests of a blocking SDK client; by default daemon threads of this client, virtual where the
     * JVM has them, with some kept for heartbeats and releases, which then do not wait behind acquires that hang. Not
     * used with an asynchronous SDK client. Not closed by this client.
     *
     * @param executor must not run tasks in the calling thread if heartbeats are to be independent of each other, and
     *     needs more threads than there are acquires at once if these are not to delay heartbeats
     * @return this
     */
    public LockClientBuilder requestExecutor(Executor executor) {
        requestExecutor = executor;
        return this;
    }

    /**
     * Sets what calls listeners and completes the user's futures; by default a daemon thread of this client. Not closed
     * by this client.
     *
     * @param executor runs one task after the other, or many at once
     * @return this
     */
    public LockClientBuilder callbackExecutor(Executor executor) {
        callbackExecutor = executor;
        return this;
    }

    /**
     * Sets what runs heartbeats and deadlines; by default a daemon thread of this client. Not closed by this client.
     *
     * @param scheduler the scheduler
     * @return this
     */
    public LockClientBuilder scheduler(TaskScheduler scheduler) {
        this.scheduler = scheduler;
        return this;
    }

    /**
     * Sets the monotonic clock; the system's by default.
     *
     * @param time the clock that judges leases
     * @return this
     */
    public LockClientBuilder timeSource(TimeSource time) {
        this.time = time;
        return this;
    }

    /**
     * Sets the wall clock; the system's by default. It is written for people and clean-up, and tells a holder that its
     * monotonic clock stood still.
     *
     * @param wall the clock
     * @return this
     */
    public LockClientBuilder wallClock(Clock wall) {
        this.wall = wall;
        return this;
    }

    /**
     * Sets the source of unique ids; random UUIDs by default.
     *
     * @param ids the source
     * @return this
     */
    public LockClientBuilder ids(IdSource ids) {
        this.ids = ids;
        return this;
    }

    /**
     * Sets the randomness of pauses; the JVM's by default.
     *
     * @param random thread-safe
     * @return this
     */
    public LockClientBuilder random(RandomGenerator random) {
        this.random = random;
        return this;
    }

    /**
     * Checks the settings and makes the client. Sends nothing.
     *
     * @return the client
     * @throws IllegalArgumentException if a setting is out of its bounds; the message names it
     */
    public LockClient build() {
        SystemAdapters system =
                new SystemAdapters(table, time, wall, scheduler, ids, random, requestExecutor, callbackExecutor);
        Settings settings = new Settings(
                table,
                names,
                owner == null ? system.defaultOwner() : owner,
                application,
                lease,
                heartbeatEvery,
                safetyMargin,
                requestTimeout,
                clockAllowance,
                pollMin,
                pollMax,
                watchesMax,
                retention);
        DynamoPort port = async != null
                ? DynamoPort.of(async)
                : DynamoPort.of(
                        java.util.Objects.requireNonNull(blocking, "client"), system.requests(), system.holdRequests());
        return new LockClient(new LockRuntime(settings, system, port, listeners));
    }
}
