package io.dynalatch.internal.runtime;

import io.dynalatch.LockView;
import io.dynalatch.internal.dynamo.LockRows;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** All locks of the table, page by page as they are asked for. */
final class Listing implements Iterator<LockView> {
    // A page is up to 1 MB; the timeout of requests on single rows would be too short.
    private static final Duration PAGE_TIMEOUT = Duration.ofSeconds(10);

    private final LockRuntime runtime;
    private final Queue<LockView> ready = new ArrayDeque<>();
    private @Nullable Map<String, AttributeValue> from;
    private boolean more = true;

    private Listing(LockRuntime runtime) {
        this.runtime = runtime;
    }

    static Stream<LockView> of(LockRuntime runtime) {
        int traits = Spliterator.NONNULL | Spliterator.DISTINCT;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(new Listing(runtime), traits), false);
    }

    @Override
    public boolean hasNext() {
        while (ready.isEmpty() && more) { // ends with the table
            fetch();
        }
        return !ready.isEmpty();
    }

    @Override
    public LockView next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no more locks");
        }
        return ready.remove();
    }

    private void fetch() {
        LockRows.Page page = LockRuntime.joinUninterruptibly(
                runtime.rows().page(runtime.writer().scan(from, PAGE_TIMEOUT)));
        for (LockRows.Listed listed : page.locks()) {
            ready.add(Views.of(listed.name(), listed.row(), runtime.see(listed.name(), listed.row()), runtime));
        }
        from = page.next();
        more = from != null;
    }
}
