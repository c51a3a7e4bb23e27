package io.dynalatch.testkit;

/** Decides what befalls each request. */
@FunctionalInterface
public interface FaultPlan {
    /** Nothing ever goes wrong or takes time. */
    FaultPlan NONE = call -> Course.PLAIN;

    /**
     * Decides about one request.
     *
     * @param call the request
     * @return what befalls it
     */
    Course course(Call call);
}
