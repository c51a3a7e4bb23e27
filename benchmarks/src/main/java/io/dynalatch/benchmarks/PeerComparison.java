package io.dynalatch.benchmarks;

import io.dynalatch.LockClient;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Compares this library with {@code amazon-dynamodb-lock-client} in one process, in turns, on one endpoint. Both get
 * the same SDK client, whose connections are kept, and the same faults. Prints a table in Markdown.
 *
 * <p>Usage: {@code PeerComparison ENDPOINT [HOLDS]}; {@code HOLDS} is the number of locks of the last row, 10,000 by
 * default.
 */
public final class PeerComparison {
    private static final int CYCLES = 500;
    private static final int WARM_UPS = 10;
    private static final int ROUNDS = 9;
    private static final int CONNECTIONS = 200;
    private static final Duration SHORT_LEASE = Duration.ofSeconds(3);

    private final DynamoDbClient real;
    private final String table = "compare-" + Long.toHexString(System.nanoTime());
    private final List<Subject.Factory> factories = List.of(Awslabs::new, Dynalatch::new);
    private final Map<String, List<String>> rows = new LinkedHashMap<>();

    private PeerComparison(DynamoDbClient real) {
        this.real = real;
    }

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        int holds = args.length > 1 ? Integer.parseInt(args[1]) : 10_000;
        try (DynamoDbClient real = DynamoDbClient.builder()
                .endpointOverride(URI.create(args[0]))
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
                .httpClientBuilder(Apache5HttpClient.builder().maxConnections(CONNECTIONS))
                .build()) {
            new PeerComparison(real).run(holds);
        }
        System.exit(0); // the peer leaves a thread behind where a heartbeat hangs
    }

    private void run(int holds) throws Exception {
        try (LockClient client = LockClient.create(real, table)) {
            client.createTable(Duration.ofSeconds(30));
        }
        each("requests of one acquire and release, nobody else there", this::requestsPerCycle);
        cycles("", Duration.ZERO, WARM_UPS);
        cycles(", each request taking 5 ms more", Duration.ofMillis(5), 0);
        each("ms until a waiter has the lock of a crashed holder, lease 3 s, median of 5", this::takeOver);
        each("acquire whose answer is lost", this::lostAcquire);
        each("heartbeat whose answer is lost: trusted two leases later", this::lostBeat);
        each("release whose answer is lost", this::lostRelease);
        each("of 20 locks, lost in 10 s while the requests of one other key hang 6 s, lease 3 s", this::hangingKey);
        each(
                "of " + holds + " locks, lost in 60 s while each request takes 5 ms more, lease 20 s",
                factory -> manyHolds(factory, holds));
        System.out.println("| | amazon-dynamodb-lock-client 1.4.0 | dynalatch |\n|---|---|---|");
        rows.forEach((what, found) -> System.out.println("| " + what + " | " + String.join(" | ", found) + " |"));
    }

    /** A row of the table: the same for each client, one after the other. */
    private void each(String what, Measurement measurement) throws Exception {
        List<String> found = new ArrayList<>();
        for (Subject.Factory factory : factories) {
            found.add(measurement.of(factory));
            System.err.println(what + ": " + found.get(found.size() - 1));
        }
        rows.put(what, found);
    }

    private interface Measurement {
        String of(Subject.Factory factory) throws Exception;
    }

    private String requestsPerCycle(Subject.Factory factory) throws Exception {
        Disturbed store = new Disturbed(real);
        try (Subject subject = factory.make(store, table, Duration.ofSeconds(30))) {
            long before = store.requests();
            released(subject, "cycle");
            return Long.toString(store.requests() - before);
        }
    }

    private static void released(Subject subject, String lock) throws InterruptedException {
        Subject.Held held = Objects.requireNonNull(subject.acquire(lock, Duration.ofSeconds(30)));
        String ignored = held.release();
        assert ignored != null;
    }

    /** In turns, so that both meet the same machine and the same warm JVM. */
    private void cycles(String how, Duration delay, int warmUps) throws InterruptedException {
        List<List<Long>> times = List.of(new ArrayList<>(), new ArrayList<>());
        for (int round = 0; round < warmUps + ROUNDS; round++) {
            for (int i = 0; i < factories.size(); i++) {
                long took = cycle(factories.get(i), delay);
                if (round >= warmUps) {
                    times.get(i).add(took);
                }
            }
        }
        List<String> medians = times.stream().map(each -> millis(median(each))).toList();
        rows.put("ms for " + CYCLES + " such cycles" + how + ", one thread, median of " + ROUNDS, medians);
        System.err.println("cycles" + how + ": " + medians);
    }

    private long cycle(Subject.Factory factory, Duration delay) throws InterruptedException {
        Disturbed store = new Disturbed(real);
        store.slow(delay);
        try (Subject subject = factory.make(store, table, Duration.ofSeconds(30))) {
            long start = System.nanoTime();
            for (int i = 0; i < CYCLES; i++) {
                released(subject, "cycle-" + i % 10);
            }
            return System.nanoTime() - start;
        }
    }

    private static long median(List<Long> times) {
        return times.stream().sorted().toList().get(times.size() / 2);
    }

    private String takeOver(Subject.Factory factory) throws Exception {
        List<Long> times = new ArrayList<>();
        for (int run = 0; run < 5; run++) {
            String lock = "crash-" + run;
            Disturbed store = new Disturbed(real);
            Subject crashing = factory.make(store, table, SHORT_LEASE);
            try (Subject waiting = factory.make(new Disturbed(real), table, SHORT_LEASE)) {
                Objects.requireNonNull(crashing.acquire(lock, Duration.ZERO));
                store.cut();
                long start = System.nanoTime();
                Subject.Held held = Objects.requireNonNull(waiting.acquire(lock, Duration.ofSeconds(30)));
                times.add(System.nanoTime() - start);
                String ignored = held.release();
                assert ignored != null;
            }
        }
        return millis(median(times));
    }

    private String lostAcquire(Subject.Factory factory) throws Exception {
        Disturbed store = new Disturbed(real);
        try (Subject subject = factory.make(store, table, SHORT_LEASE)) {
            store.loseAnswers(1);
            long start = System.nanoTime();
            String outcome =
                    outcome(() -> subject.acquire("lost-acquire-" + subject.name(), Duration.ofSeconds(5)) == null
                            ? "busy"
                            : "granted");
            String first = outcome + " after " + millis(System.nanoTime() - start) + " ms";
            if (outcome.equals("granted")) {
                return first;
            }
            start = System.nanoTime();
            outcome = outcome(() -> subject.acquire("lost-acquire-" + subject.name(), Duration.ofSeconds(5)) == null
                    ? "busy"
                    : "granted");
            return first + ", the next: " + outcome + " after " + millis(System.nanoTime() - start) + " ms";
        }
    }

    private String lostBeat(Subject.Factory factory) throws Exception {
        Disturbed store = new Disturbed(real);
        try (Subject subject = factory.make(store, table, SHORT_LEASE)) {
            Subject.Held held =
                    Objects.requireNonNull(subject.acquire("lost-beat-" + subject.name(), Duration.ofSeconds(5)));
            store.loseAnswers(1);
            pause(SHORT_LEASE.multipliedBy(2));
            return held.trusted() ? "yes" : "no, though nobody else has taken it";
        }
    }

    private String lostRelease(Subject.Factory factory) throws Exception {
        Disturbed store = new Disturbed(real);
        try (Subject subject = factory.make(store, table, SHORT_LEASE)) {
            Subject.Held held =
                    Objects.requireNonNull(subject.acquire("lost-release-" + subject.name(), Duration.ofSeconds(5)));
            store.loseAnswers(1);
            String first = outcome(held::release);
            return first + ", again: " + outcome(held::release);
        }
    }

    private String hangingKey(Subject.Factory factory) throws Exception {
        Disturbed store = new Disturbed(real);
        try (Subject subject = factory.make(store, table, SHORT_LEASE)) {
            List<Subject.Held> held = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                held.add(Objects.requireNonNull(subject.acquire("one-of-20-" + i, Duration.ofSeconds(5))));
            }
            Objects.requireNonNull(subject.acquire("hanging", Duration.ofSeconds(5)));
            store.hang("hanging", Duration.ofSeconds(6));
            String lost = Integer.toString(everLost(held, Duration.ofSeconds(10)));
            store.hang(null, Duration.ZERO);
            return lost;
        }
    }

    private String manyHolds(Subject.Factory factory, int holds) throws Exception {
        Disturbed store = new Disturbed(real);
        ExecutorService threads = Executors.newFixedThreadPool(32);
        try (Subject subject = factory.make(store, table, Duration.ofSeconds(20))) {
            List<Callable<Subject.Held>> calls = IntStream.range(0, holds)
                    .<Callable<Subject.Held>>mapToObj(i ->
                            () -> Objects.requireNonNull(subject.acquire(subject.name() + i, Duration.ofSeconds(30))))
                    .toList();
            List<Subject.Held> held = new ArrayList<>();
            for (Future<Subject.Held> acquired : threads.invokeAll(calls)) {
                held.add(acquired.get());
            }
            store.slow(Duration.ofMillis(5));
            long before = store.requests();
            int lost = everLost(held, Duration.ofSeconds(60));
            String result = lost + " (" + (store.requests() - before) / 60 + " requests/s)";
            store.slow(Duration.ZERO);
            return result;
        } finally {
            threads.shutdownNow();
        }
    }

    /** How many the client did not trust at some time, looked at ten times a second. */
    private static int everLost(List<Subject.Held> held, Duration during) {
        boolean[] lost = new boolean[held.size()];
        long end = System.nanoTime() + during.toNanos();
        while (System.nanoTime() < end) {
            for (int i = 0; i < lost.length; i++) {
                lost[i] |= !held.get(i).trusted();
            }
            pause(Duration.ofMillis(100));
        }
        return (int) IntStream.range(0, lost.length).filter(i -> lost[i]).count();
    }

    private static String outcome(Callable<String> call) {
        try {
            return call.call();
        } catch (Exception e) {
            return e.getClass().getSimpleName();
        }
    }

    private static void pause(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static String millis(long nanos) {
        return Long.toString(Math.round(nanos / 1e6));
    }
}
