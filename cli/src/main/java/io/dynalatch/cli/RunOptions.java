package io.dynalatch.cli;

import io.dynalatch.LockName;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code run} was asked to do.
 *
 * @param lock the lock
 * @param command the program and its arguments
 * @param maxWait how long to wait for a busy lock; zero to try once, null for ever
 * @param lease the lease of the hold
 * @param owner who holds it, or null for host, process and a random part
 * @param data what to write on the row, or null to leave it
 * @param onLoss what is done to the child when the lock is being lost
 * @param killAfter the time between that and the kill
 * @param contain how the child's processes are kept together
 */
record RunOptions(
        LockName lock,
        List<String> command,
        @Nullable Duration maxWait,
        Duration lease,
        @Nullable String owner,
        @Nullable String data,
        OnLoss onLoss,
        Duration killAfter,
        Containment contain) {

    private static final Option NO_WAIT = Option.flag("--no-wait", "-n", "try once; exit 75 if the lock is busy");
    private static final Option WAIT =
            Option.valued("--wait", "-w", "DUR", "wait at most this long (default: for ever), then exit 75");
    private static final Option LEASE =
            Option.valued("--lease", null, "DUR", "how long a hold lasts without a heartbeat (default 30s)");
    private static final Option OWNER =
            Option.valued("--owner", null, "NAME", "who holds it (default: host, process and a random part)");
    private static final Option DATA = Option.valued("--data", null, "TEXT", "write this on the lock's row");
    private static final Option ON_LOSS = Option.valued(
            "--on-loss",
            null,
            "WHAT",
            "term (default), kill, ignore or signal=NAME: what CMD gets when the lock is lost");
    private static final Option KILL_AFTER = Option.valued(
            "--kill-after", null, "DUR", "time between TERM and KILL then (default: a sixth of the lease)");
    private static final Option CONTAIN = Option.valued(
            "--contain", null, "HOW", "auto (default), namespace or group: what is killed when dynalatch is killed");

    static final List<Option> OPTIONS = List.of(NO_WAIT, WAIT, LEASE, OWNER, DATA, ON_LOSS, KILL_AFTER, CONTAIN);

    private static final Duration LEASE_DEFAULT = Duration.ofSeconds(30);
    private static final Duration LEASE_MIN = Duration.ofMillis(500);
    private static final Duration LEASE_MAX = Duration.ofHours(1);
    private static final int OWNER_LENGTH_MAX = 1024;
    // DynamoDB Developer Guide, "Constraints": an item has at most 400 KB; the rest of the row needs room too.
    private static final int DATA_BYTES_MAX = 300 * 1024;

    static RunOptions of(Arguments arguments) throws CommandException {
        List<String> command = command(arguments);
        LockName lock = Locks.onlyName(arguments);
        Duration lease = lease(arguments);
        return new RunOptions(
                lock,
                command,
                maxWait(arguments),
                lease,
                owner(arguments),
                data(arguments),
                arguments.has(ON_LOSS) ? OnLoss.parse(text(arguments, ON_LOSS)) : OnLoss.TERM,
                killAfter(arguments, lease),
                arguments.has(CONTAIN) ? Containment.parse(text(arguments, CONTAIN)) : Containment.AUTO);
    }

    private static List<String> command(Arguments arguments) throws CommandException {
        List<String> command = arguments.command();
        if (command == null || command.isEmpty()) {
            throw CommandException.usage(
                    "run needs a command behind '--'; expected: dynalatch run [options] LOCK -- CMD [ARG...]");
        }
        for (String word : command) {
            Locks.requireReadable("the command", word);
        }
        return new ArrayList<>(command);
    }

    private static @Nullable Duration maxWait(Arguments arguments) throws CommandException {
        if (arguments.has(NO_WAIT) && arguments.has(WAIT)) {
            throw CommandException.usage("--no-wait and --wait exclude each other; give one of them");
        }
        if (arguments.has(NO_WAIT)) {
            return Duration.ZERO;
        }
        return arguments.has(WAIT) ? Durations.parse("--wait", text(arguments, WAIT)) : null;
    }

    private static Duration lease(Arguments arguments) throws CommandException {
        if (!arguments.has(LEASE)) {
            return LEASE_DEFAULT;
        }
        Duration lease = Durations.parse("--lease", text(arguments, LEASE));
        if (lease.compareTo(LEASE_MIN) < 0 || lease.compareTo(LEASE_MAX) > 0) {
            throw CommandException.usage(
                    "--lease '" + text(arguments, LEASE) + "' is out of bounds; expected 500ms to 1h");
        }
        return lease;
    }

    private static @Nullable String owner(Arguments arguments) throws CommandException {
        String owner = arguments.value(OWNER);
        if (owner != null && (owner.isEmpty() || owner.length() > OWNER_LENGTH_MAX)) {
            throw CommandException.usage(
                    "--owner has " + owner.length() + " characters; expected 1 to " + OWNER_LENGTH_MAX);
        }
        return owner;
    }

    private static @Nullable String data(Arguments arguments) throws CommandException {
        String data = arguments.value(DATA);
        if (data == null) {
            return null;
        }
        int bytes = data.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > DATA_BYTES_MAX) {
            throw CommandException.usage("--data has " + bytes + " bytes; expected at most " + DATA_BYTES_MAX);
        }
        return data;
    }

    private static Duration killAfter(Arguments arguments, Duration lease) throws CommandException {
        if (!arguments.has(KILL_AFTER)) {
            return LossPlan.defaultKillAfter(lease);
        }
        Duration killAfter = Durations.parse("--kill-after", text(arguments, KILL_AFTER));
        Duration max = LossPlan.maxKillAfter(lease);
        if (killAfter.compareTo(max) > 0) {
            throw CommandException.usage("--kill-after '" + text(arguments, KILL_AFTER) + "' does not fit the lease of "
                    + Durations.format(lease) + "; expected at most a third of it, " + Durations.format(max)
                    + ", or a longer --lease");
        }
        return killAfter;
    }

    private static String text(Arguments arguments, Option option) {
        return String.valueOf(arguments.value(option));
    }
}
