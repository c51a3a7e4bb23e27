package io.dynalatch.cli;

import io.dynalatch.LockName;
import io.dynalatch.Watch;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Keeps what a command has watched for the next one on this host, one small file for each store and lock. Rounds so
 * that a watch never gets longer on the way; what it cannot read for certain it ignores.
 */
final class WatchFiles {
    private static final String FORMAT = "dynalatch watch 1";
    private static final int LINES = 7;

    private final Path directory;
    private final BootClock clock;
    private final String store;

    WatchFiles(Path dataDirectory, BootClock clock, StoreChoice store) {
        directory = dataDirectory.resolve("watches");
        this.clock = clock;
        this.store = encode(store.identity());
    }

    /** Reads the watch of a lock; empty where there is none, or none that can be trusted. */
    Optional<Watch> load(LockName name) {
        try {
            return parse(Files.readAllLines(file(name), StandardCharsets.US_ASCII), name);
        } catch (IOException | RuntimeException unreadable) {
            return Optional.empty();
        }
    }

    private Optional<Watch> parse(List<String> lines, LockName name) throws IOException {
        boolean ours = lines.size() == LINES
                && lines.get(0).equals(FORMAT)
                && lines.get(1).equals(clock.epoch())
                && lines.get(2).equals(store)
                && lines.get(3).equals(encode(name.value()));
        if (!ours) {
            return Optional.empty();
        }
        String version = URLDecoder.decode(lines.get(4), StandardCharsets.UTF_8);
        Duration lease = Duration.ofMillis(Long.parseLong(lines.get(5)));
        long watched = Math.subtractExact(clock.nanos(), Long.parseLong(lines.get(6)));
        return watched < 0 ? Optional.empty() : Optional.of(new Watch(name, version, lease, Duration.ofNanos(watched)));
    }

    /** Keeps a watch that was taken from a client just now. */
    void save(Watch watch) throws IOException {
        // Read after the watch was taken, and put at the late end of the clock's resolution: both make it shorter.
        long now = clock.nanos() + BootClock.RESOLUTION_NANOS;
        long since = now - watch.watched().toNanos();
        List<String> lines = List.of(
                FORMAT,
                clock.epoch(),
                store,
                encode(watch.name().value()),
                encode(watch.recordVersion()),
                Long.toString(watch.lease().toMillis()),
                Long.toString(since));
        Files.createDirectories(directory);
        // Not createTempFile: that hides the file from the other users of a shared directory.
        Path temporary = directory.resolve("new-" + ProcessHandle.current().pid() + "-" + now + ".tmp");
        try {
            Files.write(
                    temporary,
                    lines,
                    StandardCharsets.US_ASCII,
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE);
            Files.move(temporary, file(watch.name()), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Forgets the watch of a lock. */
    void forget(LockName name) throws IOException {
        Files.deleteIfExists(file(name));
    }

    private Path file(LockName name) {
        // The name only finds the file; its lines say which lock it is about.
        return directory.resolve(Long.toHexString(hash(store + "|" + encode(name.value()))) + ".watch");
    }

    // FNV-1a, 64 bits (Fowler, Noll, Vo): spreads well enough for file names, and loads no security provider.
    private static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return hash;
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
