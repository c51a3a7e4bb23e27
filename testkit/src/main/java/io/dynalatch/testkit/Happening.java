package io.dynalatch.testkit;

import org.jspecify.annotations.Nullable;

/** One entry of a {@link History}. */
public sealed interface Happening {
    /**
     * When.
     *
     * @return true time in nanoseconds
     */
    long atNanos();

    /**
     * Where.
     *
     * @return the name of the process
     */
    String process();

    /**
     * A process asked for the lock.
     *
     * @param atNanos true time
     * @param process who
     * @param call a number of its own in the history
     * @param localNanos the process's monotonic clock
     * @param patienceNanos by that clock, the time in which the call has to end
     */
    record Asked(long atNanos, String process, long call, long localNanos, long patienceNanos) implements Happening {}

    /**
     * The call came back with the lock.
     *
     * @param atNanos true time
     * @param process who
     * @param call the call's number
     * @param localNanos the process's monotonic clock
     * @param token the fencing token of the hold
     */
    record Granted(long atNanos, String process, long call, long localNanos, long token) implements Happening {}

    /**
     * The call came back without the lock.
     *
     * @param atNanos true time
     * @param process who
     * @param call the call's number
     * @param localNanos the process's monotonic clock
     * @param why for the reader
     */
    record Denied(long atNanos, String process, long call, long localNanos, String why) implements Happening {}

    /**
     * A holder was asked whether it holds.
     *
     * @param atNanos true time
     * @param process who
     * @param token the hold
     * @param held what {@code isHeld()} answered
     */
    record Probed(long atNanos, String process, long token, boolean held) implements Happening {}

    /**
     * A holder began to release.
     *
     * @param atNanos true time
     * @param process who
     * @param token the hold
     */
    record ReleaseAsked(long atNanos, String process, long token) implements Happening {}

    /**
     * The end of a hold was told to its holder.
     *
     * @param atNanos true time
     * @param process who
     * @param token the hold
     * @param end how it ended
     */
    record EndTold(long atNanos, String process, long token, String end) implements Happening {}

    /**
     * A write of the lock's row was applied.
     *
     * @param atNanos true time
     * @param process who had sent it
     * @param sentNanos true time of sending
     * @param copy whether it was the late copy of a request
     * @param before the row before it, or null where there was none
     * @param after the row after it, or null where there is none
     */
    record Wrote(
            long atNanos,
            String process,
            long sentNanos,
            boolean copy,
            @Nullable LockRow before,
            @Nullable LockRow after)
            implements Happening {}

    /**
     * A process was stopped, or went on, or was killed.
     *
     * @param atNanos true time
     * @param process who
     * @param life what it can do from now on
     */
    record Lived(long atNanos, String process, VirtualProcess.Life life) implements Happening {}

    /**
     * Something that a process should not have left behind, or a bound that it missed.
     *
     * @param atNanos true time
     * @param process who
     * @param rule the invariant, as {@code I10}
     * @param what for the reader
     */
    record Left(long atNanos, String process, String rule, String what) implements Happening {}

    /**
     * Something that the reader of a time line wants to know and the checker does not.
     *
     * @param atNanos true time
     * @param process who
     * @param what for the reader
     */
    record Noted(long atNanos, String process, String what) implements Happening {}
}
