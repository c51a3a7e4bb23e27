package io.dynalatch.internal.runtime;

import io.dynalatch.AttributeNames;
import io.dynalatch.StoreUnavailableException;
import io.dynalatch.StoreUnavailableException.Kind;
import io.dynalatch.TableSchemaException;
import io.dynalatch.internal.dynamo.DynamoPort;
import io.dynalatch.internal.dynamo.Failures;
import io.dynalatch.internal.dynamo.TableShape;
import io.dynalatch.protocol.Moment;
import io.dynalatch.protocol.Times;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates and checks the table. */
final class TableSetup {
    private static final Logger log = LoggerFactory.getLogger(TableSetup.class);
    private static final Duration POLL = Duration.ofMillis(200);

    private final LockRuntime runtime;
    private final TableShape shape;

    TableSetup(LockRuntime runtime, DynamoPort port, AttributeNames names, Failures failures) {
        this.runtime = runtime;
        this.shape = new TableShape(port, runtime.settings().table(), names, failures);
    }

    CompletableFuture<Void> validate() {
        return shape.describe().thenAccept(found -> {
            if (found == null) {
                throw shape.missing();
            }
            checkKeys(found);
        });
    }

    /** Creates the table if need be, waits until it is active, and sees to its time to live. Idempotent. */
    CompletableFuture<Void> create(Duration timeout) {
        Moment started = runtime.system().now();
        return shape.describe()
                .thenCompose(found -> found == null ? shape.create() : CompletableFuture.<Void>completedFuture(null))
                .thenCompose(created -> active(started, timeout))
                .thenCompose(active -> timeToLive());
    }

    private CompletableFuture<Void> active(Moment started, Duration timeout) {
        return shape.describe().thenCompose(found -> {
            if (found != null) {
                checkKeys(found);
            }
            if (found != null && found.active()) {
                return CompletableFuture.<Void>completedFuture(null);
            }
            long left = Times.nanos(timeout) - runtime.system().now().nanosSince(started);
            if (left <= 0) {
                throw new StoreUnavailableException(
                        Kind.TIMEOUT,
                        "table '" + runtime.settings().table() + "' was created but is not active after "
                                + timeout.toMillis() + " ms; wait and try again, it goes on by itself",
                        null);
            }
            return after(POLL, () -> active(started, timeout));
        });
    }

    private CompletableFuture<Void> after(Duration delay, Supplier<CompletableFuture<Void>> next) {
        CompletableFuture<Void> reached = new CompletableFuture<>();
        var timer = runtime.schedule(delay, () -> reached.complete(null));
        assert timer != null;
        return reached.thenCompose(due -> next.get());
    }

    private void checkKeys(TableShape.Found found) {
        if (!found.keys().equals(shape.expectedKeys())) {
            throw new TableSchemaException(
                    "table '" + runtime.settings().table() + "' cannot hold these locks: expected the keys "
                            + shape.expectedKeys() + ", found " + found.keys()
                            + "; name the table's own keys in the client's attribute names, or use another table",
                    null);
        }
    }

    private CompletableFuture<Void> timeToLive() {
        return shape.timeToLiveAttribute().thenCompose(found -> {
            if (found == null) {
                return shape.enableTimeToLive();
            }
            if (!found.equals(shape.expiresAt()) && !found.equals(TableShape.UNSUPPORTED)) {
                throw new TableSchemaException(
                        "table '" + runtime.settings().table() + "' has its time to live on attribute '" + found
                                + "', expected '" + shape.expiresAt()
                                + "'; name that attribute in the client's attribute names if it is free for locks, or turn it"
                                + " off",
                        null);
            }
            if (found.equals(TableShape.UNSUPPORTED)) {
                log.warn(
                        "table {}: this endpoint has no time to live, old rows are not cleaned up",
                        runtime.settings().table());
            }
            return CompletableFuture.<Void>completedFuture(null);
        });
    }
}
