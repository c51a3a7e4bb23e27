package io.dynalatch.testkit;

import io.dynalatch.testkit.HistoryChecker.Violation;
import java.util.List;
import java.util.Map;

/**
 * What came of one simulated history.
 *
 * @param seed what repeats it
 * @param violations the promises that were not kept; empty where all were
 * @param history all that happened to the lock
 * @param fired how often each kind of fault was fired; absent for never
 */
public record SimulationResult(long seed, List<Violation> violations, History history, Map<Fault, Long> fired) {
    /** Copies the collections. */
    public SimulationResult {
        violations = List.copyOf(violations);
        fired = Map.copyOf(fired);
    }

    /**
     * How many happenings of a kind there were.
     *
     * @param kind the kind
     * @return zero or more
     */
    public long count(Class<? extends Happening> kind) {
        return history.happenings().stream().filter(kind::isInstance).count();
    }

    /**
     * The violations with the seed and the whole time line, for a reader.
     *
     * @return several lines; empty where all promises were kept
     */
    public String report() {
        if (violations.isEmpty()) {
            return "";
        }
        StringBuilder report = new StringBuilder("seed " + seed + " violates:\n");
        violations.forEach(it -> report.append(String.format(
                java.util.Locale.ROOT, "  %s at %.6f s: %s%n", it.rule(), it.atNanos() / 1e9, it.what())));
        return report.append(history.timeLine()).append('\n').toString();
    }
}
