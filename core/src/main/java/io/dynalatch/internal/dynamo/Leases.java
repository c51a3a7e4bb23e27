package io.dynalatch.internal.dynamo;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The lease in a row: decimal milliseconds, or a duration as clients in Go write it ({@code 20s}, {@code 1m30s}). */
final class Leases {
    private static final Pattern MILLIS = Pattern.compile("[0-9]{1,18}");
    // The Go programming language, package time, Duration.String: hours, minutes, then seconds with a fraction, or ms,
    // µs, ns.
    private static final Pattern GO = Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,9})?)(h|ms|m|s|us|µs|ns)");
    // The longest that Go writes is about 30; without a bound the sum could run over.
    private static final int GO_CHARACTERS_MAX = 64;
    private static final Map<String, Long> NANOS_PER_UNIT = Map.of(
            "h",
            3_600_000_000_000L,
            "m",
            60_000_000_000L,
            "s",
            1_000_000_000L,
            "ms",
            1_000_000L,
            "us",
            1_000L,
            "µs",
            1_000L,
            "ns",
            1L);

    private Leases() {}

    /** The lease, or null where the text is no duration. */
    static @Nullable Duration parse(String text) {
        if (MILLIS.matcher(text).matches()) {
            return Duration.ofMillis(Long.parseLong(text));
        }
        if (text.length() > GO_CHARACTERS_MAX) {
            return null;
        }
        Matcher part = GO.matcher(text);
        BigDecimal nanos = BigDecimal.ZERO;
        int end = 0;
        while (end < text.length()) {
            if (!part.find(end) || part.start() != end) {
                return null;
            }
            BigDecimal unit = BigDecimal.valueOf(Objects.requireNonNull(NANOS_PER_UNIT.get(part.group(2))));
            nanos = nanos.add(new BigDecimal(part.group(1)).multiply(unit));
            end = part.end();
        }
        return end == 0 ? null : ofNanos(nanos.setScale(0, RoundingMode.CEILING));
    }

    private static Duration ofNanos(BigDecimal nanos) {
        BigDecimal[] parts = nanos.divideAndRemainder(BigDecimal.valueOf(1_000_000_000));
        return Duration.ofSeconds(parts[0].longValueExact(), parts[1].longValueExact());
    }
}
