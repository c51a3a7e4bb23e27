package io.dynalatch.internal.dynamo;

import io.dynalatch.AttributeNames;
import io.dynalatch.HolderInfo;
import io.dynalatch.LockName;
import io.dynalatch.RowFormatException;
import io.dynalatch.protocol.Row;
import io.dynalatch.protocol.Times;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Reads lock rows, those of {@code amazon-dynamodb-lock-client} included. Tolerant of what does not matter; what
 * decides about a lock and cannot be read is an error that names attribute, expected and found, so that no lock is ever
 * taken on a guess.
 */
public final class RowReader {
    static final String FORMAT = "1";
    static final String RELEASED = "1";

    private final String table;
    private final AttributeNames names;
    private final Set<String> ours;

    public RowReader(String table, AttributeNames names) {
        this.table = table;
        this.names = names;
        this.ours = names.all();
    }

    /**
     * Reads a row.
     *
     * @param item the attributes; empty where there is no row
     * @throws RowFormatException if it cannot be read, or has a newer format
     */
    public RowImage read(LockName name, Map<String, AttributeValue> item) {
        if (item.isEmpty()) {
            return RowImage.absent();
        }
        checkFormat(name, item);
        String owner = text(name, item, names.ownerName());
        String version = text(name, item, names.recordVersion());
        String holdId = text(name, item, names.holdId());
        Duration lease = lease(name, item);
        return new RowImage(
                row(name, item, owner, version, holdId, lease),
                owner,
                lease,
                token(name, item),
                holder(item.get(names.holder())),
                data(item.get(names.data())),
                !ours.containsAll(item.keySet()));
    }

    /** Whether a row of a scan is a lock at all, held or released. */
    boolean isLock(Map<String, AttributeValue> item) {
        return item.containsKey(names.ownerName()) && item.containsKey(names.recordVersion());
    }

    /** The lock's name from a row's keys, or null where the keys are no strings. */
    @Nullable
    LockName name(Map<String, AttributeValue> item) {
        AttributeValue value = item.get(names.partitionKey());
        AttributeValue sort = names.sortKey() == null ? null : item.get(names.sortKey());
        if (value == null || value.s() == null || (sort != null && sort.s() == null)) {
            return null;
        }
        return sort == null ? LockName.of(value.s()) : LockName.of(value.s(), sort.s());
    }

    private Row row(
            LockName name,
            Map<String, AttributeValue> item,
            @Nullable String owner,
            @Nullable String version,
            @Nullable String holdId,
            @Nullable Duration lease) {
        if (owner == null && version == null) {
            return new Row(Row.Standing.UNLOCKED, null, holdId, 0);
        }
        if (released(name, item)) {
            return new Row(Row.Standing.RELEASED, version, holdId, 0);
        }
        if (version == null) {
            throw unreadable(name, names.recordVersion(), "S", "nothing");
        }
        if (lease == null) {
            throw unreadable(name, names.leaseDuration(), "S with decimal milliseconds", "nothing");
        }
        return new Row(Row.Standing.HELD, version, holdId, Times.nanos(lease));
    }

    private void checkFormat(LockName name, Map<String, AttributeValue> item) {
        AttributeValue format = item.get(names.format());
        if (format != null && !FORMAT.equals(format.n())) {
            throw new RowFormatException(
                    at(name) + ": attribute '" + names.format() + "' expected N " + FORMAT + ", found " + shown(format)
                            + "; the row was written by a newer version or another program and is left as it is: upgrade"
                            + " this one",
                    null);
        }
    }

    private boolean released(LockName name, Map<String, AttributeValue> item) {
        AttributeValue mark = item.get(names.released());
        if (mark == null) {
            return false;
        }
        if (RELEASED.equals(mark.s())
                || (mark.b() != null
                        && mark.b().asByteArray().length == 1
                        && mark.b().asByteArray()[0] == '1')) {
            return true;
        }
        throw unreadable(name, names.released(), "S \"" + RELEASED + "\"", shown(mark));
    }

    private @Nullable Duration lease(LockName name, Map<String, AttributeValue> item) {
        AttributeValue value = item.get(names.leaseDuration());
        if (value == null) {
            return null;
        }
        Duration lease = value.s() == null ? null : Leases.parse(value.s());
        if (lease == null) {
            throw unreadable(name, names.leaseDuration(), "S with decimal milliseconds", shown(value));
        }
        return lease;
    }

    private @Nullable Long token(LockName name, Map<String, AttributeValue> item) {
        AttributeValue value = item.get(names.fencingToken());
        if (value == null) {
            return null;
        }
        try {
            return Long.parseLong(String.valueOf(value.n()));
        } catch (NumberFormatException e) {
            throw unreadable(name, names.fencingToken(), "N, an integer of 63 bits", shown(value));
        }
    }

    private @Nullable String text(LockName name, Map<String, AttributeValue> item, String attribute) {
        AttributeValue value = item.get(attribute);
        if (value == null) {
            return null;
        }
        if (value.s() == null) {
            throw unreadable(name, attribute, "S", shown(value));
        }
        return value.s();
    }

    private static @Nullable ByteBuffer data(@Nullable AttributeValue value) {
        return value == null || value.b() == null ? null : value.b().asByteBuffer();
    }

    private static @Nullable HolderInfo holder(@Nullable AttributeValue value) {
        if (value == null || !value.hasM()) {
            return null;
        }
        Map<String, AttributeValue> map = value.m();
        return new HolderInfo(
                string(map, HolderFields.HOST),
                number(map, HolderFields.PROCESS_ID),
                string(map, HolderFields.THREAD),
                string(map, HolderFields.APPLICATION),
                instant(map, HolderFields.SINCE));
    }

    private static @Nullable String string(Map<String, AttributeValue> map, String field) {
        AttributeValue value = map.get(field);
        return value == null ? null : value.s();
    }

    private static @Nullable Long number(Map<String, AttributeValue> map, String field) {
        AttributeValue value = map.get(field);
        try {
            return value == null || value.n() == null ? null : Long.valueOf(value.n());
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static @Nullable Instant instant(Map<String, AttributeValue> map, String field) {
        String text = string(map, field);
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    private RowFormatException unreadable(LockName name, String attribute, String expected, String found) {
        return new RowFormatException(
                at(name) + ": attribute '" + attribute + "' expected " + expected + ", found " + found
                        + "; the lock cannot be judged and is left as it is: correct or delete the row if no client uses it",
                null);
    }

    private String at(LockName name) {
        return "row of lock '" + name + "' in table '" + table + "'";
    }

    /** The type and, for short scalars, the value: enough to find it, without the user's data. */
    private static String shown(AttributeValue value) {
        String scalar = value.s() != null ? value.s() : value.n();
        String type = value.type().toString();
        return scalar == null || scalar.length() > 40 ? type : type + " \"" + scalar + "\"";
    }
}
