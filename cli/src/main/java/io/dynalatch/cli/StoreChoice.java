package io.dynalatch.cli;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which store the command uses. Only a table, by option or variable, selects DynamoDB: an exported {@code AWS_PROFILE}
 * or endpoint must never flip the store under two commands that are meant to exclude each other.
 */
sealed interface StoreChoice {
    Option TABLE = Option.valued("--table", null, "NAME", "use this DynamoDB table (or DYNALATCH_TABLE)");
    Option REGION = Option.valued("--region", null, "REGION", "AWS region of the table");
    Option ENDPOINT = Option.valued("--endpoint", null, "URL", "DynamoDB endpoint, as in http://localhost:8000");
    Option PROFILE = Option.valued("--profile", null, "NAME", "AWS profile for region and credentials");
    List<Option> OPTIONS = List.of(TABLE, REGION, ENDPOINT, PROFILE);

    /** The embedded engine on a file of this host. */
    record Embedded(Path directory) implements StoreChoice {
        static final String TABLE = "locks";

        Path file() {
            return directory.resolve("locks.db");
        }

        @Override
        public String table() {
            return TABLE;
        }

        @Override
        public String describe() {
            return "embedded store " + file();
        }

        @Override
        public String identity() {
            return "file:" + file().toAbsolutePath().normalize();
        }
    }

    /** A DynamoDB table; what is null is left to the SDK. */
    record DynamoDb(
            String table,
            @Nullable String region,
            @Nullable URI endpoint,
            @Nullable String profile) implements StoreChoice {
        @Override
        public String describe() {
            return "DynamoDB table '" + table + "'" + (endpoint == null ? "" : " at " + endpoint)
                    + (region == null ? "" : " in " + region);
        }

        @Override
        public String identity() {
            return "dynamodb:" + (endpoint == null ? "" : endpoint) + ":" + (region == null ? "" : region) + ":"
                    + (profile == null ? "" : profile) + ":" + table;
        }
    }

    String table();

    /** For messages. */
    String describe();

    /** The same for the same store, as far as the settings tell. */
    String identity();

    /** Decides; touches nothing. */
    static StoreChoice of(Arguments arguments, Environment environment) throws CommandException {
        String table = environment.either(arguments.value(TABLE), Environment.TABLE);
        if (table == null) {
            refuseRefinements(arguments);
            return new Embedded(environment.dataDirectory());
        }
        // DynamoDB Developer Guide, "Supported data types and naming rules"; an ARN may stand for a name.
        if (!table.matches("[a-zA-Z0-9_.-]{3,255}|arn:[a-zA-Z0-9_.:/-]{1,1019}")) {
            throw CommandException.usage("table '" + table
                    + "' is no table name; expected 3 to 255 of a-z A-Z 0-9 _ . - (DynamoDB's rule), or an ARN");
        }
        String region = environment.either(arguments.value(REGION), Environment.REGION);
        String endpoint = environment.either(arguments.value(ENDPOINT), Environment.ENDPOINT);
        String profile = environment.either(arguments.value(PROFILE), Environment.PROFILE);
        return new DynamoDb(
                table,
                region != null ? region : environment.get("AWS_REGION"),
                endpoint == null ? null : endpoint(endpoint),
                profile != null ? profile : environment.get("AWS_PROFILE"));
    }

    private static void refuseRefinements(Arguments arguments) throws CommandException {
        for (Option refinement : List.of(REGION, ENDPOINT, PROFILE)) {
            if (arguments.has(refinement)) {
                throw CommandException.usage("option " + refinement.name()
                        + " needs --table (or DYNALATCH_TABLE): without a table the embedded store is used");
            }
        }
    }

    private static URI endpoint(String text) throws CommandException {
        try {
            URI uri = new URI(text);
            if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return uri;
            }
        } catch (java.net.URISyntaxException malformed) {
            // Told below, like an address that is none of HTTP.
        }
        throw CommandException.usage("endpoint '" + text
                + "' is no address; expected http or https and a host, as in http://localhost:8000");
    }
}
