package io.dynalatch;

/** What the holder itself knows about its hold. */
public enum HoldState {
    /** The lease runs. */
    HELD,
    /** Heartbeats fail and the deadline is near: do not start anything new. It may become {@link #HELD} again. */
    SUSPECT,
    /** The hold ended without a release. */
    LOST,
    /** A release was asked for. */
    RELEASED
}
