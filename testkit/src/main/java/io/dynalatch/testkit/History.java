package io.dynalatch.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What happened to one lock, in the order in which it happened. Not thread-safe. */
public final class History {
    private static final double NANOS_PER_SECOND = 1e9;

    private final List<Happening> happenings = new ArrayList<>();

    /** Starts empty. */
    public History() {}

    /**
     * Adds what happened last.
     *
     * @param happening not before the last one
     */
    public void add(Happening happening) {
        if (!happenings.isEmpty()
                && happening.atNanos() < happenings.get(happenings.size() - 1).atNanos()) {
            throw new IllegalArgumentException(happening + " is earlier than what was recorded last");
        }
        happenings.add(happening);
    }

    /**
     * Everything so far.
     *
     * @return a view, in order
     */
    public List<Happening> happenings() {
        return java.util.Collections.unmodifiableList(happenings);
    }

    /**
     * The history for a reader: a line for each happening, with its time in seconds.
     *
     * @return the lines
     */
    public String timeLine() {
        return happenings.stream().map(History::line).collect(Collectors.joining("\n"));
    }

    private static String line(Happening it) {
        return String.format(Locale.ROOT, "%14.6f s  %-4s %s", it.atNanos() / NANOS_PER_SECOND, it.process(), text(it));
    }

    private static String text(Happening it) {
        if (it instanceof Happening.Wrote wrote) {
            return (wrote.copy() ? "late copy" : "write") + " sent at "
                    + String.format(Locale.ROOT, "%.6f s", wrote.sentNanos() / NANOS_PER_SECOND) + ": " + wrote.before()
                    + " -> " + wrote.after();
        }
        String all = it.toString();
        return all.replaceFirst("atNanos=\\d+, process=[^,\\]]*(, )?", "");
    }
}
