package io.dynalatch.cli;

import io.dynalatch.LockName;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the child finds in its environment beside what this process found in its own. */
final class ChildEnvironment {
    private ChildEnvironment() {}

    static void apply(
            Map<String, String> variables, StoreChoice store, LockName lock, long token, String owner, String held) {
        variables.put(Environment.LOCK, lock.value());
        variables.put(Environment.TOKEN, Long.toString(token));
        variables.put(Environment.OWNER, owner);
        variables.put(Environment.HELD, held);
        if (store instanceof StoreChoice.DynamoDb table) {
            variables.put(Environment.TABLE, table.table());
            set(variables, Environment.REGION, table.region());
            set(
                    variables,
                    Environment.ENDPOINT,
                    table.endpoint() == null ? null : table.endpoint().toString());
            set(variables, Environment.PROFILE, table.profile());
        } else if (store instanceof StoreChoice.Embedded embedded) {
            variables.put(Environment.HOME, embedded.directory().toString());
            variables.remove(Environment.TABLE);
        }
        restoreLocale(variables);
    }

    private static void set(Map<String, String> variables, String name, @Nullable String value) {
        if (value == null) {
            variables.remove(name);
        } else {
            variables.put(name, value);
        }
    }

    private static void restoreLocale(Map<String, String> variables) {
        String before = variables.remove(Environment.LOCALE);
        if (before != null) {
            set(variables, "LC_ALL", before.equals("-") ? null : before);
        }
    }
}
