package io.dynalatch.embedded.internal.fault;

import io.dynalatch.embedded.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What befalls one request, decided before it is carried out. Filled by one thread, then only read. */
public final class Course {
    private static final Set<Fault> DECISIVE = EnumSet.of(
            Fault.THROUGHPUT_EXCEEDED,
            Fault.THROTTLING,
            Fault.SERVER_ERROR,
            Fault.SERVER_ERROR_APPLIED,
            Fault.LOST_REQUEST,
            Fault.LOST_ANSWER);
    private static final Set<Fault> APPLIED = EnumSet.of(Fault.SERVER_ERROR_APPLIED, Fault.LOST_ANSWER);

    private final List<Payment> payments = new ArrayList<>();
    private Duration latency = Duration.ZERO;
    private Duration silence = Duration.ZERO;
    private @Nullable Fault ending;

    Course() {}

    /**
     * What a request is to pay for.
     *
     * @param table whose consumption counts
     * @param share the part of it that this bucket pays
     */
    record Payment(TokenBucket bucket, String table, double share) {}

    /** Whether a fault decides how a request ends, so that there can be only one of them. */
    static boolean decides(Fault fault) {
        return DECISIVE.contains(fault);
    }

    /** The time before the request is carried out. */
    public Duration before() {
        return latency.dividedBy(2);
    }

    /** The time between that and the answer, or the caller's giving up. */
    public Duration after() {
        return lost() ? silence : latency.minus(before());
    }

    /** How long the caller waits for an answer that does not come; zero where the connection is closed at once. */
    public Duration silence() {
        return silence;
    }

    /** The fault that decides the end; null where the request is answered as it deserves. */
    public @Nullable Fault ending() {
        return ending;
    }

    /** Whether the request is carried out. */
    public boolean applied() {
        return ending == null || APPLIED.contains(ending);
    }

    private boolean lost() {
        return ending == Fault.LOST_REQUEST || ending == Fault.LOST_ANSWER;
    }

    /** Whether what the request consumes is to be told to {@link FaultPlan#pay}. */
    public boolean metered() {
        return !payments.isEmpty();
    }

    List<Payment> payments() {
        return payments;
    }

    void pays(Payment payment) {
        payments.add(payment);
    }

    void takes(Duration more) {
        latency = latency.plus(more);
    }

    void ends(Fault fault, Duration unanswered) {
        ending = fault;
        silence = unanswered;
    }
}
