package io.dynalatch.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Looks at what standard input is. */
final class StandardInput {
    private static final int GROUP_FIELD = 5;
    private static final int TERMINAL_GROUP_FIELD = 8;

    private StandardInput() {}

    /**
     * Whether it is a terminal that other processes have at the moment, since this one runs in the background. The
     * child has a session of its own, where nothing would stop it from reading what the user types for them.
     */
    static boolean isTerminalOfOthers() {
        try {
            String file = Files.readSymbolicLink(Path.of("/proc/self/fd/0")).toString();
            if (!file.startsWith("/dev/pts/") && !file.startsWith("/dev/tty")) {
                return false;
            }
            String stat = Files.readString(Path.of("/proc/self/stat"));
            // The second field is the program's name in parentheses, and may hold spaces.
            String[] rest = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            String terminalGroup = rest[TERMINAL_GROUP_FIELD - 3];
            return !terminalGroup.equals("-1") && !terminalGroup.equals(rest[GROUP_FIELD - 3]);
        } catch (IOException | RuntimeException elsewhere) {
            return false;
        }
    }
}
