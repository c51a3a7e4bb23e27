package io.dynalatch.embedded.internal.store;

import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The joint changes that were made lately, by their tokens, and those that are being made. Bounded by time alone. */
final class MemoryTokens {
    private final ReentrantLock guard = new ReentrantLock();
    private final Map<String, Made> made = new LinkedHashMap<>(); // guarded by guard; the oldest first
    private final Set<String> running = new HashSet<>(); // guarded by guard

    private record Made(String content, long untilMillis) {}

    /**
     * Works with what is remembered of the token, or null, and remembers it if the work ends well.
     *
     * @throws TokenInUseException while other work with this token runs
     */
    <T> T once(@Nullable Token token, Function<@Nullable String, T> work) {
        if (token == null) {
            return work.apply(null);
        }
        String remembered = begin(token);
        boolean done = false;
        try {
            T answer = work.apply(remembered);
            done = true;
            return answer;
        } finally {
            end(token, done && remembered == null);
        }
    }

    private @Nullable String begin(Token token) {
        guard.lock();
        try {
            long nowMillis = token.nowMillis();
            forget(nowMillis);
            if (!running.add(token.name())) {
                throw new TokenInUseException();
            }
            Made known = made.get(token.name());
            return known == null || known.untilMillis() <= nowMillis ? null : known.content();
        } finally {
            guard.unlock();
        }
    }

    /** A clock that was put back leaves younger ones before older ones; they go later, and are not used. */
    private void forget(long nowMillis) {
        Iterator<Made> oldest = made.values().iterator();
        while (oldest.hasNext() && oldest.next().untilMillis() <= nowMillis) {
            oldest.remove();
        }
    }

    private void end(Token token, boolean remember) {
        guard.lock();
        try {
            running.remove(token.name());
            if (remember) {
                made.remove(token.name()); // What is put anew goes to the end.
                made.put(token.name(), new Made(token.content(), token.untilMillis()));
            }
        } finally {
            guard.unlock();
        }
    }
}
