package io.dynalatch.cli;

import io.dynalatch.spi.IdSource;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Unique ids from the kernel's randomness. {@code UUID.randomUUID} reads the same, through a security provider that
 * takes longer to load than an acquire takes.
 */
final class KernelIds implements IdSource {
    private static final Path RANDOM = Path.of("/dev/urandom");

    /** The kernel's randomness where it has that file, else the JVM's. */
    static IdSource system() {
        return Files.isReadable(RANDOM)
                ? new KernelIds()
                : () -> UUID.randomUUID().toString();
    }

    @Override
    public String next() {
        try (DataInputStream in = new DataInputStream(Files.newInputStream(RANDOM))) {
            return new UUID(in.readLong(), in.readLong()).toString();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + RANDOM + " for a unique id", unreadable);
        }
    }
}
