package io.dynalatch.cli;

/** The command's own exit codes; every other code is the child's. They avoid what children usually use. */
final class ExitCode {
    static final int OK = 0;
    static final int USAGE = 64;
    static final int UNREACHABLE = 69;
    static final int BUG = 70;
    static final int NO_TABLE = 73;
    static final int BUSY = 75;
    static final int LOST = 76;
    static final int NO_ACCESS = 77;
    static final int CONFIGURATION = 78;
    static final int NOT_EXECUTABLE = 126;
    static final int NOT_FOUND = 127;
    /** What a shell adds to the number of a signal that ended a process. */
    static final int SIGNAL_BASE = 128;

    static final int KILLED = SIGNAL_BASE + 9;

    private ExitCode() {}
}
