package io.dynalatch.cli;

import io.dynalatch.LockName;
import java.util.List;

/** Reads the lock that a verb is about. */
final class Locks {
    private static final char UNREADABLE = '\uFFFD';

    private Locks() {}

    static LockName onlyName(Arguments arguments) throws CommandException {
        List<String> names = arguments.positionals();
        if (names.size() != 1) {
            throw CommandException.usage("expected the name of one lock, but found "
                    + (names.isEmpty() ? "none" : names.size() + ": " + names) + "; a command goes behind '--'");
        }
        String name = names.get(0);
        requireReadable("the lock's name", name);
        try {
            return LockName.of(name);
        } catch (IllegalArgumentException outOfBounds) {
            throw CommandException.usage(String.valueOf(outOfBounds.getMessage()));
        }
    }

    /** Two names that differ only in bytes which cannot be read would be the same lock. */
    static void requireReadable(String what, String text) throws CommandException {
        if (text.indexOf(UNREADABLE) >= 0) {
            throw CommandException.usage(what + " '" + text + "' is not UTF-8 in this locale; use a UTF-8 locale, as in"
                    + " LC_ALL=C.UTF-8");
        }
    }
}
