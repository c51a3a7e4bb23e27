package io.dynalatch.testkit;

import io.dynalatch.embedded.EmbeddedDynamoDb;
import io.dynalatch.spi.TaskScheduler.Scheduled;
import io.dynalatch.testkit.HistoryChecker.Violation;
import io.dynalatch.testkit.VirtualProcess.Life;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * One seeded history of a few clients that compete for one lock over the embedded engine, while requests, machines and
 * clocks misbehave; then faults end and the lock of a dead holder has to be taken in time. The code under test is the
 * library as users have it.
 */
public final class LockSimulation {
    static final String TABLE = "locks";
    private static final double ALLOWANCE = 0.01;
    private static final Duration POLL_MAX = Duration.ofSeconds(1);
    private static final double CHANCE_LAST_HOLDER_DIES = 0.8;
    private static final double CHANCE_HOLDER = 0.6;
    private static final int CALM_LEASES = 30;

    private final long seed;
    private final SimulationSettings settings;
    private final VirtualTime time;
    private final RandomGenerator random;
    private final SimulatedNetwork network;
    private final FaultyDynamoDb store;
    private final Disturbances disturbances;
    private final History history = new History();
    private final List<SimulatedClient> clients = new ArrayList<>();
    private final Set<String> suspendable = new HashSet<>();
    private final Set<String> holds = new HashSet<>();
    private @Nullable Throwable failure;
    private boolean calm;
    private long calls;
    private int processes;
    private long calmSinceNanos;
    private long rowChangedNanos;
    private long rowChangedBeforeNanos;
    private boolean takenInCalm;

    private LockSimulation(long seed, SimulationSettings settings, EmbeddedDynamoDb engine) {
        this.seed = seed;
        this.settings = settings;
        time = VirtualTime.seeded(seed);
        random = time.random();
        network = new SimulatedNetwork(time.random(), settings.lease());
        store = FaultyDynamoDb.over(engine.asyncClient(), time);
        store.plan(network);
        store.onWrite(this::wrote);
        disturbances = new Disturbances(this);
    }

    /**
     * Runs one history.
     *
     * @param seed decides everything random in it
     * @param settings the world
     * @return what came of it
     */
    public static SimulationResult run(long seed, SimulationSettings settings) {
        try (EmbeddedDynamoDb engine = EmbeddedDynamoDb.inMemory()) {
            createTable(engine);
            return new LockSimulation(seed, settings, engine).run();
        }
    }

    /**
     * Runs one history, for callers that cannot share types with this class.
     *
     * @param seed decides everything random in it
     * @param settings the name of a constant of {@link SimulationSettings}
     * @return a report of the violations; empty where all promises were kept
     */
    public static String report(long seed, String settings) {
        return run(seed, SimulationSettings.named(settings)).report();
    }

    private SimulationResult run() {
        for (int i = 0; i < settings.clients(); i++) {
            start();
        }
        disturbances.begin();
        runFor(settings.length());
        becomeCalm();
        for (int i = 0; i < CALM_LEASES && !clients.stream().allMatch(SimulatedClient::done); i++) {
            runFor(settings.lease());
        }
        end();
        List<Violation> violations =
                HistoryChecker.forClocksUpTo(settings.fastestRate()).check(history);
        Map<Fault, Long> fired = new EnumMap<>(Fault.class);
        for (Fault fault : Fault.values()) {
            fired.put(fault, store.fired(fault));
        }
        return new SimulationResult(seed, violations, history, fired);
    }

    private void start() {
        VirtualProcess process = time.process(String.valueOf((char) ('a' + processes % 26)) + processes++);
        if (disturbances.setClocks(process)) {
            suspendable.add(process.name());
        }
        SimulatedClient client = new SimulatedClient(this, process);
        clients.add(client);
        if (calm) {
            client.askLast();
        } else {
            client.think();
        }
    }

    /** Ends all faults, kills the holder (mostly), and lets everybody else ask for the last time. */
    private void becomeCalm() {
        calm = true;
        calmSinceNanos = now();
        network.calm();
        store.endBlackhole();
        store.unhang(SimulatedClient.LOCK.value());
        clients.forEach(client -> store.reconnect(client.process()));
        add(new Happening.Noted(now(), "", "calm"));
        clients.forEach(client -> resume(client.process()));
        clients.stream()
                .filter(SimulatedClient::holding)
                .filter(client -> random.nextDouble() < CHANCE_LAST_HOLDER_DIES)
                .toList()
                .forEach(this::kill);
        while (clients.size() < settings.clients()) {
            start();
        }
        clients.forEach(SimulatedClient::askLast);
    }

    private void end() {
        for (SimulatedClient client : clients) {
            VirtualProcess process = client.process();
            if (!client.done()) {
                left(process, "I7", "the last call has not ended, or its hold is not released");
            } else if (process.life() != Life.KILLED) {
                leaveNothing(client);
            }
        }
        runFor(settings.lease().multipliedBy(4));
        if (store.open() > 0) {
            add(new Happening.Left(now(), "", "I10", store.open() + " requests are open"));
        }
    }

    private void leaveNothing(SimulatedClient client) {
        VirtualProcess process = client.process();
        runFor(settings.lease().multipliedBy(4));
        if (process.pendingTimers() > 0) {
            left(process, "I10", process.pendingTimers() + " timers are left with nothing to do");
        } else {
            client.client().close(); // with timers left it would wait for what cannot happen meanwhile
        }
        if (!client.client().held().isEmpty()) {
            left(process, "I10", "the client still holds " + client.client().held());
        }
        if (client.client().callbackFailures() > 0) {
            left(process, "I10", client.client().callbackFailures() + " callbacks have failed");
        }
    }

    private void left(VirtualProcess process, String rule, String what) {
        add(new Happening.Left(now(), process.name(), rule, what));
    }

    VirtualTime time() {
        return time;
    }

    SimulatedNetwork network() {
        return network;
    }

    FaultyDynamoDb store() {
        return store;
    }

    SimulationSettings settings() {
        return settings;
    }

    static Duration requestTimeout(Duration lease) {
        Duration sixth = lease.dividedBy(6);
        Duration most = Duration.ofSeconds(2);
        return sixth.compareTo(most) < 0 ? sixth : most;
    }

    boolean calm() {
        return calm;
    }

    long now() {
        return time.nowNanos();
    }

    long nextCall() {
        return ++calls;
    }

    void add(Happening happening) {
        if (happening instanceof Happening.Granted granted) {
            holds.add(granted.process() + "/" + granted.token());
        }
        history.add(happening);
    }

    boolean knows(String process, long token) {
        return holds.contains(process + "/" + token);
    }

    boolean suspendable(VirtualProcess process) {
        return suspendable.contains(process.name());
    }

    Optional<SimulatedClient> holder() {
        return clients.stream().filter(SimulatedClient::holding).findFirst();
    }

    /** Somebody to disturb; more often than not the one whose trouble matters. */
    Optional<SimulatedClient> anyClient(RandomGenerator chance) {
        Optional<SimulatedClient> holder = holder();
        if (holder.isPresent() && chance.nextDouble() < CHANCE_HOLDER) {
            return holder;
        }
        return clients.isEmpty() ? Optional.empty() : Optional.of(clients.get(chance.nextInt(clients.size())));
    }

    void later(Duration delay, Runnable step) {
        Scheduled unused = time.after(delay, step);
    }

    /** Runs code of the simulation that the library calls: its failure must not vanish in a future or a callback. */
    void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | AssertionError e) {
            failure = e;
        }
    }

    void resume(VirtualProcess process) {
        if (process.life() == Life.PAUSED || process.life() == Life.SUSPENDED) {
            process.resume();
            add(new Happening.Lived(now(), process.name(), Life.RUNNING));
            clients.forEach(SimulatedClient::probe);
        }
    }

    void kill(SimulatedClient client) {
        client.process().kill();
        add(new Happening.Lived(now(), client.process().name(), Life.KILLED));
        clients.remove(client);
        if (!calm) {
            later(settings.lease().dividedBy(2), this::start);
        }
    }

    /** Everybody is asked at the instant of a grant: that is when two could hold. */
    void granted(VirtualProcess process, long localNanos) {
        clients.forEach(SimulatedClient::probe);
        if (calm && !takenInCalm) {
            takenInCalm = true;
            requireInTime(process);
        }
    }

    /** P9, by the clock of the one who got the lock. Its own acquire is the last change of the row. */
    private void requireInTime(VirtualProcess process) {
        long sinceNanos = Math.max(calmSinceNanos, rowChangedBeforeNanos);
        double tookNanos = (now() - sinceNanos) * process.monotonic().rate();
        double boundNanos = settings.lease().toNanos() * (1 + ALLOWANCE)
                + POLL_MAX.toNanos()
                + 3 * requestTimeout(settings.lease()).toNanos();
        if (tookNanos > boundNanos) {
            left(process, "I7", "took " + (long) tookNanos + " ns to hold, allowed " + (long) boundNanos);
        }
    }

    private void wrote(Write write) {
        rowChangedBeforeNanos = rowChangedNanos;
        rowChangedNanos = now();
        add(new Happening.Wrote(
                now(),
                write.call().sender(),
                write.call().sentNanos(),
                write.copy(),
                LockRow.of(write.before()),
                LockRow.of(write.after())));
    }

    private void runFor(Duration duration) {
        time.advance(duration);
        if (failure != null) {
            throw new IllegalStateException("the simulation itself failed: " + failure, failure);
        }
    }

    private static void createTable(EmbeddedDynamoDb engine) {
        CreateTableRequest table = CreateTableRequest.builder()
                .tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(KeySchemaElement.builder()
                        .attributeName("key")
                        .keyType(KeyType.HASH)
                        .build())
                .attributeDefinitions(AttributeDefinition.builder()
                        .attributeName("key")
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .build();
        if (!engine.client().createTable(table).sdkHttpResponse().isSuccessful()) {
            throw new IllegalStateException("the engine did not create the table");
        }
    }
}
