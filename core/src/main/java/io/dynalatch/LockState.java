package io.dynalatch;

/** What this client can say about a lock that it looked at. */
public enum LockState {
    /** There is no hold: no row, or a row that nobody locked. */
    FREE,
    /** Somebody holds it, and has been seen renewing within its lease; or this client holds it itself. */
    HELD,
    /** The last holder released it. */
    RELEASED,
    /** Somebody's hold is on the row; whether it is alive cannot be said before it was watched for its whole lease. */
    UNWATCHED,
    /** Somebody's hold was watched for its whole lease and did not change: it may be taken over. */
    EXPIRED
}
