package io.dynalatch.cli;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Reads durations as people type them: {@code 500ms}, {@code 5s}, {@code 2m}, {@code 1h}. */
final class Durations {
    private Durations() {}

    static Duration parse(String option, String text) throws CommandException {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        if (digits == 0) {
            throw refused(option, text, text.startsWith("-") ? "it is negative" : "it does not start with a number");
        }
        ChronoUnit unit = unit(option, text, text.substring(digits));
        try {
            return Duration.of(Long.parseLong(text, 0, digits, 10), unit);
        } catch (NumberFormatException | ArithmeticException tooLarge) {
            throw refused(option, text, "it is too large");
        }
    }

    private static ChronoUnit unit(String option, String text, String unit) throws CommandException {
        return switch (unit) {
            case "ms" -> ChronoUnit.MILLIS;
            case "s" -> ChronoUnit.SECONDS;
            case "m" -> ChronoUnit.MINUTES;
            case "h" -> ChronoUnit.HOURS;
            case "" -> throw refused(option, text, "it has no unit");
            default -> throw refused(option, text, "its unit '" + unit + "' is unknown");
        };
    }

    private static CommandException refused(String option, String text, String why) {
        return CommandException.usage(option + " '" + text + "' is no duration: " + why
                + "; expected a whole number and ms, s, m or h, as in 500ms, 5s, 2m, 1h");
    }

    /** The shortest of those forms, for messages. */
    static String format(Duration duration) {
        long millis = duration.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
    }
}
