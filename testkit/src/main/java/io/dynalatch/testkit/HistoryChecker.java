package io.dynalatch.testkit;

import java.util.ArrayList;
import java.util.List;

/**
 * Holds a history of one lock against what Dynalatch promises. It knows nothing of the protocol but the promises.
 *
 * <ul>
 *   <li>I1: no hold is trusted once a newer one was granted, and never two at one instant.
 *   <li>I2: fencing tokens grow with every hold.
 *   <li>I4: only the current hold changes its row, and nobody else takes it before its lease has passed.
 *   <li>I5: the end of each hold is told once, and before another acquire returns.
 *   <li>I6: each call ends in its time.
 *   <li>P6: a hold whose row is untouched is not told that others ended it.
 *   <li>Others, such as I7 and I10, are recorded as {@link Happening.Left} by whoever notices them.
 * </ul>
 */
public final class HistoryChecker {
    private final double fastestRate;

    private HistoryChecker(double fastestRate) {
        this.fastestRate = fastestRate;
    }

    /**
     * A checker.
     *
     * @param fastestRate of the clocks in the history, seconds of the clock for each true second; no lease may have
     *     been watched faster
     * @return the checker, usable for many histories
     */
    public static HistoryChecker forClocksUpTo(double fastestRate) {
        return new HistoryChecker(fastestRate);
    }

    /**
     * A promise that was not kept.
     *
     * @param rule the invariant, as {@code I1}
     * @param atNanos true time
     * @param what for the reader
     */
    public record Violation(String rule, long atNanos, String what) {}

    /**
     * Checks a whole history.
     *
     * @param history complete: a hold whose end was not told is a violation unless its process was killed
     * @return what was violated, in the order of time within each rule; empty where all promises were kept
     */
    public List<Violation> check(History history) {
        List<Violation> found = new ArrayList<>();
        HoldRules holds = new HoldRules(found);
        RowRules rows = new RowRules(found, fastestRate);
        CallRules calls = new CallRules(found);
        for (Happening it : history.happenings()) {
            holds.on(it);
            rows.on(it);
            calls.on(it);
            if (it instanceof Happening.Left left) {
                found.add(new Violation(left.rule(), left.atNanos(), left.process() + ": " + left.what()));
            }
        }
        holds.end();
        return List.copyOf(found);
    }
}
