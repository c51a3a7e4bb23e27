package io.dynalatch.cli;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code dynalatch serve} was asked for.
 *
 * @param host the address to listen on
 * @param port the port to listen on, 0 for any that is free
 * @param file where the tables are kept, or null for memory
 * @param tableCreationDelay how long a new table is being created
 */
record ServeOptions(String host, int port, @Nullable Path file, Duration tableCreationDelay) {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int PORT_DEFAULT = 8000;
    private static final int PORT_MAX = 65_535;

    private static final Option PORT =
            Option.valued("--port", "-p", "N", "listen on this port, 0 for any that is free; default 8000");
    private static final Option HOST =
            Option.valued("--host", null, "ADDRESS", "listen on this address; default 127.0.0.1");
    private static final Option ALLOW_REMOTE =
            Option.flag("--allow-remote", null, "accept a --host that other machines can reach");
    private static final Option FILE = Option.valued("--file", "-f", "PATH", "keep tables in this file, not in memory");
    private static final Option CREATION_DELAY =
            Option.valued("--table-creation-delay", null, "DUR", "keep new tables in state CREATING this long");

    static final List<Option> OPTIONS = List.of(PORT, HOST, ALLOW_REMOTE, FILE, CREATION_DELAY);

    static ServeOptions of(Arguments arguments) throws CommandException {
        if (!arguments.positionals().isEmpty() || arguments.command() != null) {
            throw CommandException.usage(
                    "serve takes no names and no command, but was given " + arguments.positionals());
        }
        String host = arguments.value(HOST);
        String file = arguments.value(FILE);
        String delay = arguments.value(CREATION_DELAY);
        ServeOptions options = new ServeOptions(
                host == null ? LOOPBACK : host,
                port(arguments.value(PORT)),
                file == null ? null : path(file),
                delay == null ? Duration.ZERO : Durations.parse(CREATION_DELAY.name(), delay));
        if (options.remote() && !arguments.has(ALLOW_REMOTE)) {
            throw CommandException.usage("--host '" + options.host + "' can be reached from other machines, and serve"
                    + " asks for no credentials; add --allow-remote if that is meant");
        }
        return options;
    }

    /** Whether others than this host reach the address. */
    boolean remote() throws CommandException {
        try {
            return !InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            throw CommandException.usage(
                    "--host '" + host + "' is no address of this host; leave it out for 127.0.0.1");
        }
    }

    private static int port(@Nullable String text) throws CommandException {
        if (text == null) {
            return PORT_DEFAULT;
        }
        if (!text.matches("[0-9]{1,5}") || Integer.parseInt(text) > PORT_MAX) {
            throw CommandException.usage(
                    "--port '" + text + "' is no port; expected 1 to 65535, or 0 for any that is free");
        }
        return Integer.parseInt(text);
    }

    private static Path path(String text) throws CommandException {
        try {
            return Path.of(text).toAbsolutePath();
        } catch (InvalidPathException invalid) {
            throw CommandException.usage("--file '" + text + "' is no path: " + invalid.getReason());
        }
    }
}
