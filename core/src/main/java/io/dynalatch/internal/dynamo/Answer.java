package io.dynalatch.internal.dynamo;

import io.dynalatch.StoreException;
import org.jspecify.annotations.Nullable;

/** What came of a request on a lock row. */
public sealed interface Answer {
    /** The write was applied; the row as it is after an acquire, null after other writes. */
    record Applied(@Nullable RowImage row) implements Answer {}

    /** The write was applied, but the row that it returned cannot be read. */
    record Unreadable(StoreException cause) implements Answer {}

    /** The condition did not hold; the row as it was found, null where the store did not say. */
    record Refused(@Nullable RowImage row) implements Answer {}

    /** The read's row. */
    record Found(RowImage row) implements Answer {}

    /** No answer, or an error. */
    record Failed(StoreException cause) implements Answer {}
}
