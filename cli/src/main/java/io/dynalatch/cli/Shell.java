package io.dynalatch.cli;

/** Writes words so that a shell reads them back as they are. */
final class Shell {
    private Shell() {}

    static String word(String text) {
        boolean plain = !text.isEmpty()
                && text.chars()
                        .allMatch(c -> c < 128 && (Character.isLetterOrDigit(c) || "_./:@%+=,-".indexOf(c) >= 0));
        return plain ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
