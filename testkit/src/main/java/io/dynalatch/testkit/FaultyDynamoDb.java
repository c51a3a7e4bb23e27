package io.dynalatch.testkit;

import io.dynalatch.spi.TaskScheduler.Scheduled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * A DynamoDB that misbehaves as told. It stands before a real store (the embedded engine, or any other) and gives the
 * SDK's own clients, so that the code under test notices no difference.
 *
 * <p>What goes wrong is decided for each request by, in this order: {@link #blackhole}, {@link #cutOff} and
 * {@link #hang}, what was put in line by {@link #next}, the {@link FaultPlan}. With virtual time every way of a request
 * is an event, and delays cost nothing. Without, requests run in the calling thread, and what is delayed waits for
 * {@link #deliverHeld}.
 *
 * <p>Thread-safe without virtual time; with it, everything runs in one thread.
 */
public final class FaultyDynamoDb {
    private final DynamoDbAsyncClient client;
    private final ObservedStore store;
    private final @Nullable VirtualTime time;
    private final ReentrantLock guard = new ReentrantLock();
    private final List<Planned> planned = new ArrayList<>(); // guarded by guard, as all below
    private final Map<String, List<Runnable>> hanging = new HashMap<>();
    private final Set<String> cutOff = new HashSet<>();
    private final List<Runnable> held = new ArrayList<>();
    private final Map<String, Long> requests = new HashMap<>();
    private final Map<Fault, Long> fired = new EnumMap<>(Fault.class);
    private final Set<Flight> inFlight = new HashSet<>();
    private FaultPlan plan = FaultPlan.NONE;
    private boolean blackhole;
    private long lastNumber;

    private FaultyDynamoDb(DynamoDbAsyncClient store, @Nullable VirtualTime time) {
        client = store;
        this.store = new ObservedStore(store);
        this.time = time;
    }

    /**
     * Stands before a store, for real threads.
     *
     * @param store not closed by this
     * @return without faults as yet
     */
    public static FaultyDynamoDb over(DynamoDbAsyncClient store) {
        return new FaultyDynamoDb(store, null);
    }

    /**
     * Stands before a store, in virtual time.
     *
     * @param store one that answers in the calling thread; not closed by this
     * @param time carries the requests
     * @return without faults as yet
     */
    public static FaultyDynamoDb over(DynamoDbAsyncClient store, VirtualTime time) {
        return new FaultyDynamoDb(store, time);
    }

    /**
     * An asynchronous client of no process in particular.
     *
     * @return a client whose {@code close} does nothing
     */
    public DynamoDbAsyncClient asyncClient() {
        return ClientProxies.async(client, request -> send(null, request));
    }

    /**
     * An asynchronous client of a process: answers arrive while it runs, and never once it is killed. What it has sent
     * goes on without it.
     *
     * @param process who sends
     * @return a client whose {@code close} does nothing
     */
    public DynamoDbAsyncClient asyncClient(VirtualProcess process) {
        return ClientProxies.async(client, request -> send(process, request));
    }

    /**
     * A blocking client, for real threads.
     *
     * @return a client whose {@code close} does nothing
     * @throws IllegalStateException with virtual time, which could not advance while a call blocks
     */
    public DynamoDbClient client() {
        if (time != null) {
            throw new IllegalStateException("a blocking client cannot be used with virtual time");
        }
        return ClientProxies.blocking(client, request -> send(null, request));
    }

    /**
     * Sets who decides about requests that nothing else was said about.
     *
     * @param plan in place of the one before
     */
    public void plan(FaultPlan plan) {
        locked(() -> this.plan = plan);
    }

    /**
     * Decides about the next request.
     *
     * @param course after those that are in line already
     */
    public void next(Course course) {
        next(call -> true, course);
    }

    /**
     * Decides about the next request of an operation.
     *
     * @param operation DynamoDB's name of it, as {@code UpdateItem}
     * @param faults what goes wrong with it
     */
    public void next(String operation, Fault... faults) {
        next(call -> call.operation().equals(operation), Course.of(faults));
    }

    /**
     * Decides about the next request of a kind.
     *
     * @param which the requests that are meant
     * @param course after those that are in line already
     */
    public void next(Predicate<Call> which, Course course) {
        locked(() -> planned.add(new Planned(which, course)));
    }

    /** Loses the answer of the next request, which is applied. */
    public void loseNextAnswer() {
        next(Course.of(Fault.LOSE_ANSWER));
    }

    /** Loses the next request. */
    public void loseNextRequest() {
        next(Course.of(Fault.LOSE_REQUEST));
    }

    /** Cuts the store off: no request arrives, and no answer either, also of those on their way. */
    public void blackhole() {
        locked(() -> {
            blackhole = true;
            inFlight.forEach(flight -> flight.swallowed = true);
            inFlight.clear();
            return null;
        });
    }

    /** Ends {@link #blackhole}; what was lost stays lost. */
    public void endBlackhole() {
        locked(() -> blackhole = false);
    }

    /**
     * Cuts one process off: what it sends from now on does not arrive. Answers that are on their way still do.
     *
     * @param process who is cut off
     */
    public void cutOff(VirtualProcess process) {
        locked(() -> cutOff.add(process.name()));
    }

    /**
     * Ends {@link #cutOff}; what was lost stays lost.
     *
     * @param process who can reach the store again
     */
    public void reconnect(VirtualProcess process) {
        locked(() -> cutOff.remove(process.name()));
    }

    /**
     * Lets every request for one item hang until {@link #unhang}.
     *
     * @param key a part of the item's key, as text
     */
    public void hang(String key) {
        locked(() -> hanging.computeIfAbsent(key, k -> new ArrayList<>()));
    }

    /**
     * Ends {@link #hang}: what hung is applied and answered now, in its order.
     *
     * @param key as it was given
     */
    public void unhang(String key) {
        List<Runnable> waiting = locked(() -> hanging.remove(key));
        if (waiting != null) {
            waiting.forEach(Runnable::run);
        }
    }

    /**
     * Without virtual time: lets everything arrive that was delayed so far, in its order.
     *
     * @return how many requests, answers and copies that was
     */
    public int deliverHeld() {
        List<Runnable> due = locked(() -> {
            List<Runnable> all = List.copyOf(held);
            held.clear();
            return all;
        });
        due.forEach(Runnable::run);
        return due.size();
    }

    /**
     * Is told each write of one item right after it was applied. Only for stores that answer in the calling thread; a
     * write of whole or several items then fails, as it could not be told.
     *
     * @param listener called in the thread that applies
     */
    public void onWrite(Consumer<Write> listener) {
        store.onWrite(listener);
    }

    /**
     * How many requests were sent, whatever became of them.
     *
     * @param operation DynamoDB's name of it, as {@code UpdateItem}
     * @return zero or more
     */
    public long requests(String operation) {
        return locked(() -> requests.getOrDefault(operation, 0L));
    }

    /**
     * How many requests of all operations were sent.
     *
     * @return zero or more
     */
    public long requests() {
        return locked(() -> lastNumber);
    }

    /**
     * How many requests wait for an answer that may still come.
     *
     * @return zero or more
     */
    public int open() {
        return locked(inFlight::size);
    }

    /**
     * How often a fault was fired.
     *
     * @param fault which
     * @return zero or more
     */
    public long fired(Fault fault) {
        return locked(() -> fired.getOrDefault(fault, 0L));
    }

    private CompletableFuture<Object> send(@Nullable VirtualProcess sender, DynamoDbRequest request) {
        Flight flight = locked(() -> takeOff(sender, request));
        List<Runnable> queue = locked(() -> flight.hangingAt == null ? null : hanging.get(flight.hangingAt));
        if (queue != null) {
            locked(() -> queue.add(() -> arrive(flight)));
        } else if (!flight.swallowed) {
            later(flight.course.outbound(), flight.course.has(Fault.DELAY_REQUEST), () -> arrive(flight));
        }
        return flight.answer;
    }

    private Flight takeOff(@Nullable VirtualProcess sender, DynamoDbRequest request) {
        String type = request.getClass().getSimpleName();
        String operation = type.substring(0, type.length() - "Request".length());
        requests.merge(operation, 1L, Long::sum);
        long sentNanos = time == null ? 0 : time.nowNanos();
        Call call = new Call(sender == null ? "" : sender.name(), operation, request, ++lastNumber, sentNanos);
        Flight flight = new Flight(sender, call, courseOf(call), hangingKey(call));
        flight.course.faults().stream().filter(f -> f != Fault.STRIP_ITEM).forEach(this::count);
        flight.swallowed = unreachable(call);
        if (!flight.swallowed) {
            inFlight.add(flight);
        }
        return flight;
    }

    private boolean unreachable(Call call) {
        return blackhole || cutOff.contains(call.sender());
    }

    private Course courseOf(Call call) {
        if (unreachable(call)) {
            return Course.of(blackhole ? Fault.BLACKHOLE : Fault.CUT_OFF);
        }
        if (hangingKey(call) != null) {
            return Course.of(Fault.HANG);
        }
        for (Planned next : planned) {
            if (next.which.test(call)) {
                planned.remove(next);
                return next.course;
            }
        }
        return plan.course(call);
    }

    private @Nullable String hangingKey(Call call) {
        return call.key().orElse(Map.of()).values().stream()
                .map(AttributeValue::s)
                .filter(hanging::containsKey)
                .findFirst()
                .orElse(null);
    }

    private void arrive(Flight flight) {
        if (flight.swallowed) {
            return;
        }
        Fault fault = flight.course.decisive();
        if (flight.course.has(Fault.DUPLICATE) && fault.leavesCopy()) {
            later(flight.course.copyAfter(), true, () -> store.apply(flight.call, true, (answer, error) -> {}));
        }
        if (!fault.ending().applies()) {
            answer(flight, fault, null, fault.error());
            return;
        }
        store.apply(flight.call, false, (answer, error) -> {
            RuntimeException own = fault.error();
            answer(flight, fault, answer, own != null ? own : strip(flight, error));
        });
    }

    private void answer(Flight flight, Fault fault, @Nullable Object answer, @Nullable Throwable error) {
        if (fault.ending().silent()) {
            locked(() -> inFlight.remove(flight));
            return;
        }
        later(flight.course.inbound(), flight.course.has(Fault.DELAY_ANSWER), () -> deliver(flight, answer, error));
    }

    private void deliver(Flight flight, @Nullable Object answer, @Nullable Throwable error) {
        if (!locked(() -> inFlight.remove(flight))) {
            return;
        }
        Runnable complete =
                error == null ? () -> flight.answer.complete(answer) : () -> flight.answer.completeExceptionally(error);
        if (flight.sender == null) {
            complete.run();
        } else {
            flight.sender.run(complete);
        }
    }

    private @Nullable Throwable strip(Flight flight, @Nullable Throwable error) {
        if (flight.course.has(Fault.STRIP_ITEM)
                && error instanceof TransactionCanceledException cancelled
                && cancelled.cancellationReasons().stream().anyMatch(CancellationReason::hasItem)) {
            locked(() -> count(Fault.STRIP_ITEM));
            return cancelled.toBuilder()
                    .cancellationReasons(cancelled.cancellationReasons().stream()
                            .map(reason -> reason.toBuilder().item(null).build())
                            .toList())
                    .build();
        }
        if (!flight.course.has(Fault.STRIP_ITEM)
                || !(error instanceof ConditionalCheckFailedException refusal)
                || !refusal.hasItem()) {
            return error;
        }
        locked(() -> count(Fault.STRIP_ITEM));
        return refusal.toBuilder().item(null).build();
    }

    private void later(Duration delay, boolean hold, Runnable step) {
        if (time != null) {
            Scheduled unused = time.after(delay, step);
        } else if (hold) {
            locked(() -> held.add(step));
        } else {
            step.run();
        }
    }

    private long count(Fault fault) {
        return fired.merge(fault, 1L, Long::sum);
    }

    private <T> T locked(Supplier<T> change) {
        guard.lock();
        try {
            return change.get();
        } finally {
            guard.unlock();
        }
    }

    private record Planned(Predicate<Call> which, Course course) {}

    /** A request on its way, compared by identity. */
    private static final class Flight {
        private final @Nullable VirtualProcess sender;
        private final Call call;
        private final Course course;
        private final @Nullable String hangingAt;
        private final CompletableFuture<Object> answer = new CompletableFuture<>();
        private volatile boolean swallowed;

        private Flight(@Nullable VirtualProcess sender, Call call, Course course, @Nullable String hangingAt) {
            this.sender = sender;
            this.call = call;
            this.course = course;
            this.hangingAt = hangingAt;
        }
    }
}
