package io.dynalatch.embedded.expression;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** The words that an expression may use as attribute names only behind a placeholder, whatever their case. */
final class ReservedWords {
    /** AWS developer guide, Reserved words in DynamoDB; one in each line, in upper case. */
    private static final Set<String> WORDS = read("reserved-words.txt");

    private ReservedWords() {}

    static boolean contains(String name) {
        return WORDS.contains(name.toUpperCase(Locale.ROOT));
    }

    private static Set<String> read(String resource) {
        try (InputStream in = Objects.requireNonNull(ReservedWords.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the reserved words from " + resource, e);
        }
    }
}
