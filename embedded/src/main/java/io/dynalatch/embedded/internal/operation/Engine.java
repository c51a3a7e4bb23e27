package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.EngineTime;
import io.dynalatch.embedded.expression.ExpressionException;
import io.dynalatch.embedded.internal.fault.Course;
import io.dynalatch.embedded.internal.fault.FaultPlan;
import io.dynalatch.embedded.internal.store.ConflictException;
import io.dynalatch.embedded.internal.store.ItemStore;
import io.dynalatch.embedded.internal.store.StoreException;
import io.dynalatch.embedded.internal.store.TableGoneException;
import io.dynalatch.embedded.internal.store.TokenInUseException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** Runs operations on a store and turns their failures into the exceptions that a caller of the SDK knows. */
public final class Engine implements AutoCloseable {
    private final ItemStore store;
    private final Operations operations;
    private final ExpiredItems expired;
    private final FaultInjection faults;
    private final EngineTime time;
    private final AtomicLong requests = new AtomicLong();

    /**
     * Makes an engine.
     *
     * @param store what it works on; closed with the engine
     * @param clock the wall clock
     * @param tableCreationDelay how long a new table stays in state CREATING
     * @param plan what goes wrong
     * @param time carries out delays
     */
    public Engine(ItemStore store, Clock clock, Duration tableCreationDelay, FaultPlan plan, EngineTime time) {
        this.store = store;
        this.operations = new Operations(store, clock, tableCreationDelay);
        this.expired = new ExpiredItems(store, clock);
        this.faults = new FaultInjection(plan, store);
        this.time = time;
    }

    /** What it can do. */
    public Operations operations() {
        return operations;
    }

    /** Marks the arrival of a request; its patience for other writers counts from here. */
    public Call arrive() {
        return new Call("dynalatch-" + requests.incrementAndGet(), store.nowNanos());
    }

    /**
     * Runs one request in the caller's thread.
     *
     * @throws software.amazon.awssdk.services.dynamodb.model.DynamoDbException what the service would answer
     * @throws UnsupportedOperationException for a parameter that the engine does not have
     * @throws IllegalStateException after the engine was closed
     */
    public <Q extends DynamoDbRequest, R> R run(Operation<Q, R> operation, Call call, Q request) {
        return translated(call, () -> operation.run(call, request));
    }

    /**
     * What befalls a request, decided now; null where nothing does, and {@link #run(Operation, Call, DynamoDbRequest)}
     * is all there is to do.
     */
    public @Nullable Course course(Operation<?, ?> operation, Call call, @Nullable DynamoDbRequest request) {
        return faults.isIdle()
                ? null
                : translated(call, () -> Optional.ofNullable(faults.course(operation, call, request)))
                        .orElse(null);
    }

    /**
     * Runs one request in the caller's thread as its course says, but without the delays before and after.
     *
     * @throws software.amazon.awssdk.core.exception.SdkException what the caller is to see
     */
    public <Q extends DynamoDbRequest, R> R run(Operation<Q, R> operation, Call call, Q request, Course course) {
        return faults.run(operation, call, request, course, asked -> run(operation, call, asked));
    }

    /** Carries out delays. */
    public EngineTime time() {
        return time;
    }

    private static <T> T translated(Call call, Supplier<T> work) {
        try {
            return work.get();
        } catch (Refusal e) {
            throw SdkErrors.of(e, call);
        } catch (ExpressionException e) {
            throw SdkErrors.validation(String.valueOf(e.getMessage()), call);
        } catch (TableGoneException e) {
            throw SdkErrors.of(Refusal.notFound("Requested resource not found"), call);
        } catch (ConflictException e) {
            throw SdkErrors.of(Refusal.conflict(), call);
        } catch (TokenInUseException e) {
            throw SdkErrors.of(Refusal.inProgress(), call);
        } catch (StoreException e) {
            throw SdkErrors.internal(String.valueOf(e.getMessage()), e.getCause(), call);
        }
    }

    /**
     * Deletes, in all tables with a time to live, the items that expired more than {@code delay} ago.
     *
     * @return how many
     * @throws software.amazon.awssdk.services.dynamodb.model.DynamoDbException where the store cannot do its work; some
     *     items may be deleted then
     */
    public int sweepExpired(Duration delay) {
        return translated(arrive(), () -> expired.sweep(delay));
    }

    @Override
    public void close() {
        store.close();
    }
}
