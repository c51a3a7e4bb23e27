package io.dynalatch.cli;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is done to the child when the lock is being lost.
 *
 * @param signal what its process group gets first, without {@code SIG}, or null for nothing
 * @param kill whether everything that is left is killed before another can hold the lock
 */
record OnLoss(@Nullable String signal, boolean kill) {
    static final OnLoss TERM = new OnLoss("TERM", true);

    private static final Set<String> SIGNALS = Set.of(
            "HUP", "INT", "QUIT", "ABRT", "USR1", "USR2", "PIPE", "ALRM", "TERM", "CONT", "STOP", "TSTP", "WINCH");

    static OnLoss parse(String text) throws CommandException {
        return switch (text) {
            case "term" -> TERM;
            case "kill" -> new OnLoss(null, true);
            case "ignore" -> new OnLoss(null, false);
            default -> new OnLoss(signal(text), false);
        };
    }

    private static String signal(String text) throws CommandException {
        String name = text.startsWith("signal=") ? text.substring("signal=".length()) : "";
        String bare = name.startsWith("SIG") ? name.substring("SIG".length()) : name;
        if (!SIGNALS.contains(bare)) {
            throw CommandException.usage("--on-loss '" + text
                    + "' is unknown; expected term, kill, ignore or signal=NAME, as in signal=USR1");
        }
        return bare;
    }
}
