package io.dynalatch.internal.dynamo;

import io.dynalatch.HolderInfo;
import io.dynalatch.protocol.Row;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A lock row as it was read.
 *
 * @param row what decides
 * @param owner who holds it or held it last, or null
 * @param lease the lease in the row, or null
 * @param token the fencing token, or null
 * @param holder what the holder says about itself, or null
 * @param data the user's data, or null
 * @param business whether the row has attributes that are not the library's: the user's own item, never to be deleted
 */
public record RowImage(
        Row row,
        @Nullable String owner,
        @Nullable Duration lease,
        @Nullable Long token,
        @Nullable HolderInfo holder,
        @Nullable ByteBuffer data,
        boolean business) {
    public static RowImage absent() {
        return new RowImage(Row.absent(), null, null, null, null, null, false);
    }
}
