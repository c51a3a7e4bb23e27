package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.internal.store.Change.Decision;
import io.dynalatch.embedded.internal.store.ItemKey;
import io.dynalatch.embedded.internal.store.ItemStore;
import io.dynalatch.embedded.internal.store.StoredItem;
import io.dynalatch.embedded.internal.store.Table;
import io.dynalatch.embedded.internal.store.TableGoneException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Deletes what has expired in the tables that have a time to live. Several processes on one file may do so at once: an
 * item is deleted only if it is still expired at that moment. Costs a walk over all items of these tables.
 */
final class ExpiredItems {
    /** What expired longer ago is left alone (AWS developer guide, Time to Live). */
    private static final int YEARS_MAX = 5;

    private static final int TABLES_PER_PAGE = 100;
    private static final int ITEMS_PER_PAGE = 100;
    private static final int BYTES_PER_PAGE = 1 << 20;
    private static final int NANO_DIGITS = 9;

    private final ItemStore store;
    private final Clock clock;

    ExpiredItems(ItemStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Deletes the items that expired more than {@code delay} ago, and says how many. */
    int sweep(Duration delay) {
        Instant now = clock.instant();
        Span span = new Span(
                seconds(now.atOffset(ZoneOffset.UTC).minusYears(YEARS_MAX).toInstant()), seconds(now.minus(delay)));
        int deleted = 0;
        List<String> names = store.names(store.nowNanos(), "", TABLES_PER_PAGE);
        while (!names.isEmpty()) {
            for (String name : names) {
                deleted += sweep(name, span);
            }
            names = store.names(store.nowNanos(), names.get(names.size() - 1), TABLES_PER_PAGE);
        }
        return deleted;
    }

    private int sweep(String name, Span span) {
        Table table = store.find(store.nowNanos(), name);
        String attribute = table == null || table.timeToLive() == null
                ? null
                : table.timeToLive().attribute();
        if (table == null || attribute == null) {
            return 0;
        }
        try {
            return sweep(table, attribute, span);
        } catch (TableGoneException gone) {
            return 0; // And with it all that could have expired.
        }
    }

    private int sweep(Table table, String attribute, Span span) {
        int deleted = 0;
        ItemKey last = null;
        boolean more = true;
        while (more) {
            ItemStore.Page page = store.scan(store.nowNanos(), table, last, ITEMS_PER_PAGE, BYTES_PER_PAGE);
            for (StoredItem item : page.items()) {
                last = Keys.ofItem(table.keys(), item.attributes());
                if (span.hasExpired(item, attribute) && delete(table, last, attribute, span)) {
                    deleted++;
                }
            }
            more = page.stopped();
        }
        return deleted;
    }

    /** The item may have been renewed, or be gone, since it was seen. */
    private boolean delete(Table table, ItemKey key, String attribute, Span span) {
        return store.change(
                store.nowNanos(),
                table,
                key,
                item -> span.hasExpired(item, attribute) ? Decision.remove(true) : Decision.keep(false));
    }

    private static BigDecimal seconds(Instant instant) {
        return BigDecimal.valueOf(instant.getEpochSecond()).add(BigDecimal.valueOf(instant.getNano(), NANO_DIGITS));
    }

    /** From the oldest expiry that counts, itself included, up to the latest, itself not; in seconds. */
    private record Span(BigDecimal from, BigDecimal to) {
        boolean hasExpired(@Nullable StoredItem item, String attribute) {
            AttributeValue value = item == null ? null : item.attributes().get(attribute);
            if (value == null || value.n() == null) {
                return false;
            }
            BigDecimal expiry = new BigDecimal(value.n());
            return expiry.compareTo(from) >= 0 && expiry.compareTo(to) < 0;
        }
    }
}
