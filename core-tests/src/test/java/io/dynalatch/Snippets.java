package io.dynalatch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Java code in documents and in the tests that run it, without differences of white space. */
final class Snippets {
    private static final Pattern BLOCK = Pattern.compile("(?s)```java\\n(.*?)```");

    private Snippets() {}

    /** All blocks of Java of a document; the path is relative to the project's root. */
    static List<String> inDocument(String path) throws IOException {
        return BLOCK.matcher(Files.readString(Path.of("..").resolve(path)))
                .results()
                .map((MatchResult block) -> squeezed(block.group(1)))
                .toList();
    }

    /**
     * The lines of a test class between the comments <i>name</i> {@code begins} and <i>name</i> {@code ends}, without
     * those that end with {@code // not shown}.
     */
    static String inSource(Class<?> test, String name) throws IOException {
        String code = Files.readString(Path.of("src/test/java", test.getName().replace('.', '/') + ".java"));
        int start = code.indexOf("// " + name + " begins\n");
        int end = code.indexOf("// " + name + " ends\n");
        if (start < 0 || end < start) {
            throw new IllegalArgumentException(test + " does not mark the code of " + name);
        }
        String shown = code.substring(code.indexOf('\n', start), end)
                .lines()
                .filter(line -> !line.endsWith("// not shown"))
                .reduce("", (all, line) -> all + line + "\n");
        return squeezed(shown);
    }

    private static String squeezed(String code) {
        return code.replaceAll("\\s+", " ").strip();
    }
}
