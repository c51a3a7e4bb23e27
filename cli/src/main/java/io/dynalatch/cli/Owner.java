package io.dynalatch.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** Names a holder after host and process, with a random part for hosts of one name. */
final class Owner {
    private Owner() {}

    static String ofThisProcess() {
        return host() + "-" + Launcher.ownPid() + "-" + Integer.toHexString(new SplittableRandom().nextInt());
    }

    private static String host() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException elsewhere) {
            return "localhost";
        }
    }
}
