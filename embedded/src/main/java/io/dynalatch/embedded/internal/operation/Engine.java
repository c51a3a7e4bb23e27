package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.ExpressionException;
import io.dynalatch.embedded.internal.store.ConflictException;
import io.dynalatch.embedded.internal.store.ItemStore;
import io.dynalatch.embedded.internal.store.StoreException;
import io.dynalatch.embedded.internal.store.TableGoneException;
import io.dynalatch.embedded.internal.store.TokenInUseException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** Runs operations on a store and turns their failures into the exceptions that a caller of the SDK knows. */
public final class Engine implements AutoCloseable {
    private final ItemStore store;
    private final Operations operations;
    private final ExpiredItems expired;
    private final AtomicLong requests = new AtomicLong();

    /**
     * Makes an engine.
     *
     * @param store what it works on; closed with the engine
     * @param clock the wall clock
     * @param tableCreationDelay how long a new table stays in state CREATING
     */
    public Engine(ItemStore store, Clock clock, Duration tableCreationDelay) {
        this.store = store;
        this.operations = new Operations(store, clock, tableCreationDelay);
        this.expired = new ExpiredItems(store, clock);
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
        try {
            return operation.run(call, request);
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
        try {
            return expired.sweep(delay);
        } catch (StoreException e) {
            throw SdkErrors.internal(String.valueOf(e.getMessage()), e.getCause(), arrive());
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
