package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.internal.store.Index;
import io.dynalatch.embedded.internal.store.ItemStore;
import io.dynalatch.embedded.internal.store.Table;
import java.time.Clock;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Finds tables by what requests call them, a name or an ARN. */
final class Tables {
    /** Region and account of every table here; both mean nothing. */
    static final String ARN_PREFIX = "arn:aws:dynamodb:embedded:000000000000:table/";

    static final String NOT_FOUND = "Requested resource not found";

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_.-]+");
    private static final Pattern ARN = Pattern.compile("arn:aws[a-z-]*:dynamodb:[^:]*:[^:]*:table/(?<name>[^/]+)");
    private static final int NAME_MIN = 3;
    private static final int NAME_MAX = 255;
    private static final int ARN_MAX = 1_024;

    private final ItemStore store;
    private final Clock clock;

    Tables(ItemStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** The table that a data operation works on: there, and ready. */
    Table active(Call call, @Nullable String nameOrArn) {
        Table table = store.find(call.arrivedNanos(), name(nameOrArn));
        if (table == null || status(table) != TableStatus.ACTIVE) {
            throw Refusal.notFound(NOT_FOUND);
        }
        return table;
    }

    /** The table that a table operation works on, in whatever state. */
    Table any(Call call, @Nullable String nameOrArn) {
        String name = name(nameOrArn);
        Table table = store.find(call.arrivedNanos(), name);
        if (table == null) {
            throw Refusal.notFound(NOT_FOUND + ": Table: " + name + " not found");
        }
        return table;
    }

    /** The table of an ARN, for operations that take no name. */
    Table ofArn(Call call, @Nullable String arn) {
        if (arn == null) {
            throw Refusal.constraint("ResourceArn", "Member must not be null");
        }
        var matcher = ARN.matcher(arn);
        if (!matcher.matches()) {
            throw Refusal.validation("Invalid TableArn: Invalid ResourceArn provided as input " + arn);
        }
        Table table = store.find(call.arrivedNanos(), matcher.group("name"));
        if (table == null) {
            throw Refusal.notFound(NOT_FOUND + ": ResourceArn: " + arn + " not found");
        }
        return table;
    }

    TableStatus status(Table table) {
        return clock.instant().isBefore(table.activeAt()) ? TableStatus.CREATING : TableStatus.ACTIVE;
    }

    /** Whether an index can be read. */
    boolean ready(Index index) {
        return !clock.instant().isBefore(index.activeAt());
    }

    /** The name for a new table: stricter than for one that must be there anyway. */
    static String newName(@Nullable String name) {
        String checked = checked(name, NAME_MIN, NAME_MAX);
        checkLetters(checked);
        return checked;
    }

    private static String name(@Nullable String nameOrArn) {
        String checked = checked(nameOrArn, 1, ARN_MAX);
        var arn = ARN.matcher(checked);
        String name = arn.matches() ? arn.group("name") : checked(checked, 1, NAME_MAX);
        checkLetters(name);
        return name;
    }

    private static String checked(@Nullable String name, int min, int max) {
        if (name == null) {
            throw Refusal.constraint("TableName", "Member must not be null");
        }
        if (name.length() < min) {
            throw Refusal.constraint("TableName", "Member must have length greater than or equal to " + min);
        }
        if (name.length() > max) {
            throw Refusal.constraint("TableName", "Member must have length less than or equal to " + max);
        }
        return name;
    }

    private static void checkLetters(String name) {
        if (!NAME.matcher(name).matches()) {
            throw Refusal.constraint("TableName", "Member must satisfy regular expression pattern: " + NAME);
        }
    }
}
