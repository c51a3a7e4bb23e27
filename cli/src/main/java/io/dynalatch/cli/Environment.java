package io.dynalatch.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The environment variables that the command reads. An empty one counts as absent. */
final class Environment {
    static final String HOME = "DYNALATCH_HOME";
    static final String TABLE = "DYNALATCH_TABLE";
    static final String ENDPOINT = "DYNALATCH_ENDPOINT";
    static final String REGION = "DYNALATCH_REGION";
    static final String PROFILE = "DYNALATCH_PROFILE";
    static final String LOCK = "DYNALATCH_LOCK";
    static final String TOKEN = "DYNALATCH_TOKEN";
    static final String OWNER = "DYNALATCH_OWNER";
    static final String HELD = "DYNALATCH_HELD";
    /** What LC_ALL was before the root script set it for the JVM's sake; a minus sign where it was not set. */
    static final String LOCALE = "DYNALATCH_LC_ALL";

    private final Map<String, String> variables;

    Environment(Map<String, String> variables) {
        this.variables = variables;
    }

    @Nullable
    String get(String name) {
        String value = variables.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    /** The option's value where it was given, else the variable's. */
    @Nullable
    String either(@Nullable String option, String variable) {
        return option != null ? option : get(variable);
    }

    /** Where the embedded store and the watches are kept. */
    Path dataDirectory() throws CommandException {
        String own = get(HOME);
        if (own != null) {
            return path(HOME, own).toAbsolutePath();
        }
        String data = get("XDG_DATA_HOME");
        // XDG Base Directory Specification, "Basics": relative paths are to be ignored.
        if (data != null && data.startsWith("/")) {
            return path("XDG_DATA_HOME", data).resolve("dynalatch");
        }
        String home = get("HOME");
        if (home == null) {
            throw CommandException.configuration(
                    "no place for the lock store: neither DYNALATCH_HOME, XDG_DATA_HOME nor HOME is set;"
                            + " set DYNALATCH_HOME to a directory, or DYNALATCH_TABLE to a DynamoDB table",
                    null);
        }
        return path("HOME", home).toAbsolutePath().resolve(".local/share/dynalatch");
    }

    private static Path path(String variable, String value) throws CommandException {
        try {
            return Path.of(value);
        } catch (InvalidPathException invalid) {
            throw CommandException.configuration(
                    variable + " '" + value + "' is no path: " + invalid.getReason() + "; set it to a directory",
                    invalid);
        }
    }
}
