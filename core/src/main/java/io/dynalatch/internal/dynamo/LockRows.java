package io.dynalatch.internal.dynamo;

import io.dynalatch.LockName;
import io.dynalatch.RowFormatException;
import io.dynalatch.StoreException;
import io.dynalatch.spi.TaskScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Sends requests on lock rows and tells what came of them. */
public final class LockRows {
    private final DynamoPort port;
    private final RowReader reader;
    private final Failures failures;
    private final TimedRequests requests;

    public LockRows(DynamoPort port, RowReader reader, Failures failures, TaskScheduler scheduler) {
        this.port = port;
        this.reader = reader;
        this.failures = failures;
        this.requests = new TimedRequests(scheduler);
    }

    /**
     * Sends a conditional write. The answer is told once, but for one case: where none came in time, that is told, and
     * the late answer is told too when it comes, since it decides what became of the write.
     *
     * @param action what is asked, for error messages
     */
    public void write(
            String action, LockName name, UpdateItemRequest request, Duration timeout, Consumer<Answer> tell) {
        requests.ask(port.updateItem(request), timeout, tell, (response, thrown) -> {
            if (thrown instanceof ConditionalCheckFailedException refused) {
                return new Answer.Refused(
                        refused.hasItem() && !refused.item().isEmpty() ? reader.read(name, refused.item()) : null);
            }
            if (response == null) {
                return new Answer.Failed(failures.of(action, name, thrown));
            }
            return applied(name, response);
        });
    }

    private Answer applied(LockName name, UpdateItemResponse response) {
        try {
            return new Answer.Applied(response.hasAttributes() ? reader.read(name, response.attributes()) : null);
        } catch (RowFormatException unreadable) {
            return new Answer.Unreadable(unreadable);
        }
    }

    /** What came of a transaction. */
    public sealed interface Outcome {
        record Applied() implements Outcome {}

        /** Cancelled; one reason for each action, in their order, and what the SDK reported. */
        record Cancelled(List<CancellationReason> reasons, Throwable cause) implements Outcome {}

        /** No answer, or an error. */
        record Failed(StoreException cause) implements Outcome {}
    }

    /**
     * Sends a transaction. The outcome is told once, but for the case of {@link #write}: a late answer is told too.
     *
     * @param action what is asked, for error messages
     */
    public void transact(
            String action, LockName name, TransactWriteItemsRequest request, Duration timeout, Consumer<Outcome> tell) {
        int actions = request.transactItems().size();
        requests.ask(port.transactWriteItems(request), timeout, tell, (response, thrown) -> {
            if (response != null) {
                return new Outcome.Applied();
            }
            boolean reasons = thrown instanceof TransactionCanceledException cancelled
                    && cancelled.hasCancellationReasons()
                    && cancelled.cancellationReasons().size() == actions;
            return reasons
                    ? new Outcome.Cancelled(((TransactionCanceledException) thrown).cancellationReasons(), thrown)
                    : new Outcome.Failed(failures.of(action, name, thrown));
        });
    }

    /** The row that a reason of a cancelled transaction shows, or null where it shows none. */
    public @Nullable RowImage row(LockName name, CancellationReason reason) {
        return reason.hasItem() && !reason.item().isEmpty() ? reader.read(name, reason.item()) : null;
    }

    /** Sends a consistent read. The answer is told exactly once. */
    public void read(LockName name, GetItemRequest request, Duration timeout, Consumer<Answer> tell) {
        AtomicBoolean told = new AtomicBoolean();
        Consumer<Answer> once = answer -> {
            if (told.compareAndSet(false, true)) {
                tell.accept(answer);
            }
        };
        requests.ask(port.getItem(request), timeout, once, (response, thrown) -> {
            if (response == null) {
                return new Answer.Failed(failures.of("read", name, thrown));
            }
            return new Answer.Found(reader.read(name, response.hasItem() ? response.item() : Map.of()));
        });
    }

    /** One row of a scan that is a lock. */
    public record Listed(LockName name, RowImage row) {}

    /** One page of a scan; {@code next} is where to go on, null at the end. */
    public record Page(List<Listed> locks, @Nullable Map<String, AttributeValue> next) {}

    /** Reads a page of all locks. Rows that are no locks, or cannot be read as such, are left out. */
    public CompletableFuture<Page> page(ScanRequest request) {
        return port.scan(request).handle((response, thrown) -> {
            if (response == null) {
                throw failures.of("listing", null, thrown);
            }
            List<Listed> locks = new ArrayList<>();
            response.items().forEach(item -> addLock(item, locks));
            Map<String, AttributeValue> next = response.hasLastEvaluatedKey() ? response.lastEvaluatedKey() : Map.of();
            return new Page(locks, next.isEmpty() ? null : next);
        });
    }

    private void addLock(Map<String, AttributeValue> item, List<Listed> locks) {
        LockName name = reader.isLock(item) ? reader.name(item) : null;
        if (name == null) {
            return;
        }
        try {
            locks.add(new Listed(name, reader.read(name, item)));
        } catch (StoreException unreadable) {
            // Not ours to judge, and one odd row must not hide the others; asking for this very lock tells what is
            // wrong.
        }
    }
}
