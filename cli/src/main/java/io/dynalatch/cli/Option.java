package io.dynalatch.cli;

import org.jspecify.annotations.Nullable;

/**
 * One option that a verb knows.
 *
 * @param name the long form, with its dashes
 * @param letter the short form, with its dash, or null where it has none
 * @param value what its value is called in the help, or null where it takes none
 * @param help one line
 */
record Option(
        String name, @Nullable String letter, @Nullable String value, String help) {
    static Option flag(String name, @Nullable String letter, String help) {
        return new Option(name, letter, null, help);
    }

    static Option valued(String name, @Nullable String letter, String value, String help) {
        return new Option(name, letter, value, help);
    }

    /** How the help shows it. */
    String usage() {
        return (letter == null ? "    " : letter + ", ") + name + (value == null ? "" : " " + value);
    }
}
