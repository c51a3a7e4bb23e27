package io.dynalatch.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the commands above this one hold, as {@code DYNALATCH_HELD} carries it: one word for each hold, made of store
 * and lock. A command that waited for one of them would wait for its own end.
 */
final class Ancestors {
    private final Set<String> holds;

    private Ancestors(Set<String> holds) {
        this.holds = holds;
    }

    static Ancestors parse(@Nullable String held) {
        Set<String> holds = new LinkedHashSet<>();
        if (held != null) {
            holds.addAll(Arrays.asList(held.trim().split(" +", -1)));
        }
        return new Ancestors(holds);
    }

    boolean hold(StoreChoice store, String lock) {
        return holds.contains(word(store, lock));
    }

    /** The variable's value for the children of a command that holds one more. */
    String with(StoreChoice store, String lock) {
        Set<String> more = new LinkedHashSet<>(holds);
        more.add(word(store, lock));
        return String.join(" ", more);
    }

    private static String word(StoreChoice store, String lock) {
        return encode(store.identity()) + "|" + encode(lock);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
