package io.dynalatch.embedded;

import io.dynalatch.embedded.internal.fault.FaultPlan;
import java.util.List;

/**
 * What an engine does wrong, and how often it has. Rules are looked at in the order in which they were added; each
 * counts the requests that it is about. Of the faults that decide how a request ends, the first counts: a request that
 * is throttled cannot lose its answer too, and the later rule is not used up.
 *
 * <p>All clients of the engine and its HTTP endpoints are befallen. Chance comes from
 * {@link EmbeddedDynamoDb.Builder#faultSeed}, for each rule on its own, so that the same requests in the same order
 * meet the same faults. Without rules, an engine is as fast as if there were no faults. Thread-safe.
 */
public final class Faults {
    private final FaultPlan plan;

    Faults(FaultPlan plan) {
        this.plan = plan;
    }

    /**
     * Adds rules behind those that are there. A rule that equals one of them takes its place, and counts from the
     * beginning.
     */
    public void add(FaultRule... rules) {
        List.of(rules).forEach(plan::add);
    }

    /** Takes a rule away, and its count; does nothing where it is not there. Requests on their way keep their fate. */
    public void remove(FaultRule rule) {
        plan.remove(rule);
    }

    /** Takes all rules away. The counts of faults stay. */
    public void clear() {
        plan.clear();
    }

    /** The rules, in their order; a copy. */
    public List<FaultRule> rules() {
        return plan.rules();
    }

    /** How often a fault has befallen a request, since the engine was opened. */
    public long fired(Fault fault) {
        return plan.fired(fault);
    }

    /** How often a rule has befallen a request, since it was added; 0 where it is not there. */
    public long fired(FaultRule rule) {
        return plan.fired(rule);
    }
}
