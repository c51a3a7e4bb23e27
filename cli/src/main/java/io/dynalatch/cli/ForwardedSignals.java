package io.dynalatch.cli;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the signals that are meant for the child, keeps them while there is none, and hands them on when there is. A
 * terminating signal that came before the start means that no child may be started. Thread-safe.
 */
final class ForwardedSignals {
    private static final String[] TERMINATING = {"HUP", "INT", "TERM", "USR1"};
    private static final String RESIZED = "WINCH";
    private static final String STOP_KEY = "TSTP";

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<String> waiting = new ArrayDeque<>(); // guarded by lock
    private @Nullable Consumer<String> child; // guarded by lock
    private @Nullable Runnable onTerminate; // guarded by lock
    private int terminatedBy; // guarded by lock; 0 for none

    /** Takes the process's signals; those that the parent had ignored stay ignored. */
    static ForwardedSignals install(Report report) {
        ForwardedSignals signals = new ForwardedSignals();
        for (String name : TERMINATING) {
            SystemSignals.take(name, signals::arrived);
        }
        SystemSignals.take(RESIZED, (name, number) -> signals.arrived(name, 0));
        SystemSignals.take(
                STOP_KEY,
                (name, number) -> report.warning("cannot be suspended: the lease would end, and the command run on;"
                        + " stop it instead, or let it end"));
        return signals;
    }

    /** One signal arrived; {@code number} is 0 for one that terminates nothing. Package-private for tests. */
    void arrived(String name, int number) {
        Consumer<String> receiver;
        Runnable terminate = null;
        lock.lock();
        try {
            receiver = child;
            if (receiver == null && number > 0) {
                waiting.add(name);
                terminate = terminatedBy == 0 ? onTerminate : null;
                terminatedBy = terminatedBy == 0 ? number : terminatedBy;
            }
        } finally {
            lock.unlock();
        }
        if (receiver != null) {
            receiver.accept(name);
        } else if (terminate != null) {
            terminate.run();
        }
    }

    /** Calls back, at once or later, when a terminating signal came before a child was there. */
    void onTerminate(Runnable action) {
        boolean already;
        lock.lock();
        try {
            onTerminate = action;
            already = terminatedBy != 0;
        } finally {
            lock.unlock();
        }
        if (already) {
            action.run();
        }
    }

    /** The number of the first terminating signal that came before a child was there; 0 for none. */
    int terminatedBy() {
        lock.lock();
        try {
            return terminatedBy;
        } finally {
            lock.unlock();
        }
    }

    /** Hands signals to the child from now on, those first that came while it was being started. */
    void deliverTo(Consumer<String> child) {
        for (String name = next(child); name != null; name = next(child)) {
            child.accept(name);
        }
    }

    /** The next signal that waits; where there is none, the child gets what comes from now on. */
    private @Nullable String next(Consumer<String> child) {
        lock.lock();
        try {
            String name = waiting.poll();
            if (name == null) {
                this.child = child;
            }
            return name;
        } finally {
            lock.unlock();
        }
    }
}
