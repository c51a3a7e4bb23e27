package io.dynalatch;

/** What a release found. */
public enum ReleaseOutcome {
    /** The row was ours, and is free now. */
    RELEASED,
    /** The hold had ended before: lost, or released by an earlier call. */
    ALREADY_LOST,
    /** The store did not say in time. The row is free one lease later at most. */
    UNKNOWN
}
