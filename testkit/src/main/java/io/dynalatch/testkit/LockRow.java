package io.dynalatch.testkit;

import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What a history keeps of a lock's row, under the default attribute names. Read on its own, so that a mistake in the
 * library's reader is not repeated here.
 *
 * @param holdId the acquire that made the hold; empty where the row has none
 * @param version the record version; empty where the row has none
 * @param token the fencing token; zero where the row has none
 * @param leaseMillis the lease; zero where the row has none
 * @param released whether the row is marked as released
 */
public record LockRow(String holdId, String version, long token, long leaseMillis, boolean released) {
    /**
     * Reads an item.
     *
     * @param item the item; empty where there is none
     * @return the row, or null where there is no item
     */
    public static @Nullable LockRow of(Map<String, AttributeValue> item) {
        if (item.isEmpty()) {
            return null;
        }
        AttributeValue token = item.get("fencingToken");
        return new LockRow(
                text(item, "holdId"),
                text(item, "recordVersionNumber"),
                token == null ? 0 : new BigDecimal(token.n()).longValueExact(),
                item.containsKey("leaseDuration") ? Long.parseLong(text(item, "leaseDuration")) : 0,
                item.containsKey("isReleased"));
    }

    /**
     * Whether somebody holds the lock by this row.
     *
     * @return false for a released row, and for one that never was a lock's
     */
    public boolean held() {
        return !released && !version.isEmpty();
    }

    private static String text(Map<String, AttributeValue> item, String name) {
        AttributeValue value = item.get(name);
        return value == null ? "" : value.s();
    }
}
