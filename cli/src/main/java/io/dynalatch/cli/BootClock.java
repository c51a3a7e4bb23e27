package io.dynalatch.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The host's clock since boot, which counts suspends and is the same in every process; what one process has watched is
 * carried to the next by it.
 */
final class BootClock {
    // proc(5), /proc/uptime: seconds with two decimals, cut off, so that the true time is up to this much later.
    static final long RESOLUTION_NANOS = 10_000_000;
    // proc(5), /proc/[pid]/stat: starttime is in clock ticks; Linux shows 100 a second to every program.
    private static final long TICK_NANOS = 10_000_000;
    private static final long CHECK_SLACK_NANOS = 1_000_000_000;
    private static final int START_TIME_FIELD = 22;

    private final Path proc;
    private final String epoch;

    private BootClock(Path proc, String epoch) {
        this.proc = proc;
        this.epoch = epoch;
    }

    /**
     * The clock of this host.
     *
     * @param proc where the proc file system is
     * @return empty where there is none, or one that shows another uptime than the kernel's
     */
    static Optional<BootClock> of(Path proc) {
        try {
            String boot =
                    Files.readString(proc.resolve("sys/kernel/random/boot_id")).strip();
            Path namespace = proc.resolve("self/ns/time");
            // Kernels without time namespaces have one clock for all.
            String time = Files.exists(namespace, LinkOption.NOFOLLOW_LINKS)
                    ? Files.readSymbolicLink(namespace).toString()
                    : "one";
            BootClock clock = new BootClock(proc, boot + "/" + time);
            return clock.plausible() ? Optional.of(clock) : Optional.empty();
        } catch (IOException | RuntimeException unreadable) {
            return Optional.empty();
        }
    }

    /** Readings with different epochs may not be compared. */
    String epoch() {
        return epoch;
    }

    /** Time since boot; never later than it is, and at most {@link #RESOLUTION_NANOS} earlier. */
    long nanos() throws IOException {
        String text = Files.readString(proc.resolve("uptime"));
        int point = text.indexOf('.');
        long seconds = Long.parseLong(text, 0, point, 10);
        long hundredths = Long.parseLong(text, point + 1, point + 3, 10);
        return Math.addExact(Math.multiplyExact(seconds, 1_000_000_000L), hundredths * 10_000_000L);
    }

    /** Some containers show an uptime of their own, which a process of the host must not compare with its own. */
    private boolean plausible() throws IOException {
        String stat = Files.readString(proc.resolve("self/stat"));
        // The second field is the program's name in parentheses, and may hold spaces.
        String[] rest = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        long started = Math.multiplyExact(Long.parseLong(rest[START_TIME_FIELD - 3]), TICK_NANOS);
        return started <= nanos() + CHECK_SLACK_NANOS;
    }
}
