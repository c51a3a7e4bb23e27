package io.dynalatch.protocol;

/** What chance decides, handed in so that a run can be repeated. */
public interface Draws {
    /** An id that was never drawn before, anywhere. */
    String id();

    /** From 0 (included) to 1 (excluded). */
    double fraction();
}
