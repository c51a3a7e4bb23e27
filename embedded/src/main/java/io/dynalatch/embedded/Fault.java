package io.dynalatch.embedded;

/** A way in which an engine misbehaves when it is told to by a {@link FaultRule}. */
public enum Fault {
    /**
     * The request takes the rule's {@link Delay}: half of it passes before the request is carried out, half after.
     * Delays of several rules add up.
     */
    LATENCY,
    /**
     * Refused with {@code ProvisionedThroughputExceededException}: always, or with a {@link Throughput} while that is
     * used up.
     */
    THROUGHPUT_EXCEEDED,
    /** The same with {@code ThrottlingException}. */
    THROTTLING,
    /** Refused with {@code InternalServerError}, status 500. */
    SERVER_ERROR,
    /** Carried out, and answered with {@code InternalServerError}, status 500, all the same. */
    SERVER_ERROR_APPLIED,
    /**
     * Not carried out, and no answer comes. The caller sees what the SDK makes of a connection that is closed
     * ({@code SdkClientException}) or, with a {@link Delay}, of an attempt that times out after that long
     * ({@code ApiCallAttemptTimeoutException}). Over HTTP the connection is closed, after the delay.
     */
    LOST_REQUEST,
    /** Carried out, and no answer comes, as with {@link #LOST_REQUEST}; neither if the request was refused. */
    LOST_ANSWER
}
