package io.dynalatch.testkit;

import io.dynalatch.testkit.HistoryChecker.Violation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** I2, I4 and P6: what is written on the lock's row, by whom, and what is told of it. */
final class RowRules {
    private static final double NANOS_PER_MILLI = 1e6;

    private static final Set<String> TAKEN_BY_OTHERS = Set.of("TAKEN_OVER", "DELETED", "FORCED");

    private final List<Violation> found;
    private final double fastestRate;
    private final Set<String> versions = new HashSet<>();
    private final Set<String> holdIds = new HashSet<>();
    private long tokenMax;
    private String holder = "";
    private long holdSentNanos;
    private long changedNanos;
    private @Nullable LockRow current;
    // A late copy or a late retry of an acquire has made a hold anew that had ended: it is granted to nobody, and late
    // copies of its heartbeats may touch it.
    private boolean ghost;
    // Who watched this record version when it stood here for the first time may count that in.
    private boolean seenBefore;

    RowRules(List<Violation> found, double fastestRate) {
        this.found = found;
        this.fastestRate = fastestRate;
    }

    void on(Happening it) {
        if (it instanceof Happening.Wrote wrote) {
            wrote(wrote);
            changedNanos = wrote.atNanos();
            current = wrote.after();
        } else if (it instanceof Happening.EndTold told) {
            told(told);
        }
    }

    /** What the store did not do to a hold must not be told as its end. */
    private void told(Happening.EndTold told) {
        boolean byStore = TAKEN_BY_OTHERS.contains(told.end());
        if (byStore && current != null && current.held() && current.token() == told.token()) {
            found.add(new Violation(
                    "P6",
                    told.atNanos(),
                    told.process() + "'s hold " + told.token() + " was told to be " + told.end()
                            + " while its row was untouched"));
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
        boolean repeated = !versions.add(after.version());
        boolean acquire = before == null || !before.holdId().equals(after.holdId());
        if (repeated && !(wrote.copy() && (acquire || ghost))) {
            violated("I4", wrote, "record version " + after.version() + " was written a second time");
        }
        if (acquire) {
            acquired(wrote, after);
            ghost = !holdIds.add(after.holdId());
        } else if (before != null && !before.held()) {
            violated("I4", wrote, "a released row was changed by other than an acquire");
        } else if (!wrote.process().equals(holder) || wrote.sentNanos() < holdSentNanos) {
            violated("I4", wrote, "sent before the hold on the row, or by another process than its holder " + holder);
        } else if (before != null && after.token() < before.token()) {
            violated("I2", wrote, "the token of a hold went back from " + before.token());
        }
        seenBefore = repeated;
    }

    private void acquired(Happening.Wrote wrote, LockRow after) {
        LockRow before = wrote.before();
        if (before != null && before.held()) {
            double watchedNanos = (wrote.atNanos() - changedNanos) * fastestRate;
            if (!seenBefore && watchedNanos < before.leaseMillis() * NANOS_PER_MILLI) {
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
