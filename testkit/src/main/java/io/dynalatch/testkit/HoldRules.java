package io.dynalatch.testkit;

import io.dynalatch.testkit.HistoryChecker.Violation;
import io.dynalatch.testkit.VirtualProcess.Life;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** I1 and I5: what holders believe, and what they are told. */
final class HoldRules {
    private final List<Violation> found;
    private final Map<String, Hold> holds = new LinkedHashMap<>();
    private final Map<String, Life> lives = new HashMap<>();
    private long lastAtNanos;

    HoldRules(List<Violation> found) {
        this.found = found;
    }

    private static final class Hold {
        private final String process;
        private final long token;
        private boolean suspended;
        private boolean ended;
        private int told;
        private long trustedAtNanos = -1;

        private Hold(String process, long token) {
            this.process = process;
            this.token = token;
        }

        @Override
        public String toString() {
            return process + "'s hold " + token;
        }
    }

    void on(Happening it) {
        lastAtNanos = it.atNanos();
        if (it instanceof Happening.Granted granted) {
            granted(granted);
        } else if (it instanceof Happening.Probed probed && probed.held()) {
            trusted(probed);
        } else if (it instanceof Happening.ReleaseAsked asked) {
            hold(asked.process(), asked.token()).ended = true;
        } else if (it instanceof Happening.EndTold told) {
            told(told);
        } else if (it instanceof Happening.Lived lived) {
            lives.put(lived.process(), lived.life());
            if (lived.life() == Life.SUSPENDED) {
                holdsOf(lived.process()).forEach(hold -> hold.suspended = true);
            }
        }
    }

    /** Every hold has to have been told by now, unless nobody is left to be told. */
    void end() {
        for (Hold hold : holds.values()) {
            if (hold.told == 0 && lives.get(hold.process) != Life.KILLED) {
                violated("I5", lastAtNanos, "the end of " + hold + " was never told");
            }
        }
    }

    private void granted(Happening.Granted granted) {
        for (Hold other : holds.values()) {
            // A machine that was suspended learns of it only when somebody asks or a timer of its own runs.
            boolean couldKnow = lives.getOrDefault(other.process, Life.RUNNING) == Life.RUNNING && !other.suspended;
            if (!other.ended && couldKnow) {
                violated(
                        "I5",
                        granted.atNanos(),
                        other + " had not ended when " + granted.process() + " was granted " + granted.token());
            }
        }
        Hold before =
                holds.put(granted.process() + "/" + granted.token(), new Hold(granted.process(), granted.token()));
        if (before != null) {
            violated("I2", granted.atNanos(), before + " was granted twice");
        }
    }

    private void trusted(Happening.Probed probed) {
        Hold hold = hold(probed.process(), probed.token());
        for (Hold other : holds.values()) {
            boolean newer = other.token > hold.token;
            boolean atOnce = other != hold && other.trustedAtNanos == probed.atNanos();
            if (newer || atOnce) {
                violated("I1", probed.atNanos(), hold + " is trusted " + (newer ? "after " : "together with ") + other);
            }
        }
        hold.trustedAtNanos = probed.atNanos();
    }

    private void told(Happening.EndTold told) {
        Hold hold = hold(told.process(), told.token());
        hold.ended = true;
        hold.told++;
        if (hold.told > 1) {
            violated("I5", told.atNanos(), "the end of " + hold + " was told " + hold.told + " times");
        }
    }

    private Hold hold(String process, long token) {
        Hold hold = holds.get(process + "/" + token);
        if (hold == null) {
            throw new IllegalArgumentException("the history has no grant of " + process + "'s hold " + token);
        }
        return hold;
    }

    private List<Hold> holdsOf(String process) {
        List<Hold> own = new ArrayList<>(holds.values());
        own.removeIf(hold -> !hold.process.equals(process));
        return own;
    }

    private void violated(String rule, long atNanos, String what) {
        found.add(new Violation(rule, atNanos, what));
    }
}
