package io.dynalatch.testkit;

import io.dynalatch.testkit.HistoryChecker.Violation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** I2 and I4: what is written on the lock's row, and by whom. */
final class RowRules {
    private static final double NANOS_PER_MILLI = 1e6;

    private final List<Violation> found;
    private final double fastestRate;
    private final Set<String> versions = new HashSet<>();
    private long tokenMax;
    private String holder = "";
    private long holdSentNanos;
    private long changedNanos;

    RowRules(List<Violation> found, double fastestRate) {
        this.found = found;
        this.fastestRate = fastestRate;
    }

    void on(Happening it) {
        if (it instanceof Happening.Wrote wrote) {
            wrote(wrote);
            changedNanos = wrote.atNanos();
        }
    }

    private void wrote(Happening.Wrote wrote) {
        LockRow before = wrote.before();
        LockRow after = wrote.after();
        if (after == null) {
            violated("I4", wrote, "the row was deleted");
            tokenMax = 0;
            return;
        }
        if (!versions.add(after.version())) {
            violated("I4", wrote, "record version " + after.version() + " was written a second time");
        }
        if (before == null || !before.holdId().equals(after.holdId())) {
            acquired(wrote, after);
        } else if (!before.held()) {
            violated("I4", wrote, "a released row was changed by other than an acquire");
        } else if (!wrote.process().equals(holder) || wrote.sentNanos() < holdSentNanos) {
            violated("I4", wrote, "sent before the hold on the row, or by another process than its holder " + holder);
        } else if (after.token() < before.token()) {
            violated("I2", wrote, "the token of a hold went back from " + before.token());
        }
    }

    private void acquired(Happening.Wrote wrote, LockRow after) {
        LockRow before = wrote.before();
        if (before != null && before.held()) {
            double watchedNanos = (wrote.atNanos() - changedNanos) * fastestRate;
            if (watchedNanos < before.leaseMillis() * NANOS_PER_MILLI) {
                violated("I4", wrote, "taken over before its lease of " + before.leaseMillis() + " ms had passed");
            }
        }
        if (after.token() <= tokenMax) {
            violated("I2", wrote, "token " + after.token() + " after " + tokenMax);
        }
        tokenMax = Math.max(tokenMax, after.token());
        holder = wrote.process();
        holdSentNanos = wrote.sentNanos();
    }

    private void violated(String rule, Happening.Wrote wrote, String what) {
        found.add(new Violation(
                rule,
                wrote.atNanos(),
                what + "; by " + wrote.process() + ", " + wrote.before() + " -> " + wrote.after()));
    }
}
