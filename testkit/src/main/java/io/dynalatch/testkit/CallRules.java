package io.dynalatch.testkit;

import io.dynalatch.testkit.HistoryChecker.Violation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** I6: each call ends in its time, by the clock of a process that ran all the while. */
final class CallRules {
    private final List<Violation> found;
    private final Map<Long, Happening.Asked> open = new HashMap<>();

    CallRules(List<Violation> found) {
        this.found = found;
    }

    void on(Happening it) {
        if (it instanceof Happening.Asked asked) {
            open.put(asked.call(), asked);
        } else if (it instanceof Happening.Granted granted) {
            ended(granted, granted.call(), granted.localNanos());
        } else if (it instanceof Happening.Denied denied) {
            ended(denied, denied.call(), denied.localNanos());
        } else if (it instanceof Happening.Lived lived) {
            open.values().removeIf(asked -> asked.process().equals(lived.process()));
        }
    }

    private void ended(Happening it, long call, long localNanos) {
        Happening.Asked asked = open.remove(call);
        if (asked != null && localNanos - asked.localNanos() > asked.patienceNanos()) {
            found.add(new Violation(
                    "I6",
                    it.atNanos(),
                    it.process() + "'s call " + call + " took " + (localNanos - asked.localNanos()) + " ns, allowed "
                            + asked.patienceNanos()));
        }
    }
}
