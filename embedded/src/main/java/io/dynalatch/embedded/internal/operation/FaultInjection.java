package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.internal.fault.Course;
import io.dynalatch.embedded.internal.fault.FaultPlan;
import io.dynalatch.embedded.internal.fault.Meter;
import io.dynalatch.embedded.internal.store.ItemStore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** Carries out what was decided about requests. Knows no operation, so that every new one is covered. */
final class FaultInjection {
    /** What a refused condition consumes at least (AWS developer guide, Capacity unit consumption). */
    private static final double REFUSED_UNITS = 1;

    private final FaultPlan plan;
    private final ItemStore store;

    FaultInjection(FaultPlan plan, ItemStore store) {
        this.plan = plan;
        this.store = store;
    }

    /** Whether there is nothing to inject, and {@link #course} need not be asked. */
    boolean isIdle() {
        return plan.isEmpty();
    }

    /** What befalls a request; null where nothing does. */
    @Nullable
    Course course(Operation<?, ?> operation, Call call, @Nullable DynamoDbRequest request) {
        return request == null
                ? null
                : plan.course(operation.toString(), request, name -> store.find(call.arrivedNanos(), name));
    }

    /**
     * Carries a request out, if that is its course, and ends it as its course says.
     *
     * @param engine answers, or throws what the service would answer
     */
    <Q extends DynamoDbRequest, R> R run(
            Operation<Q, R> operation, Call call, Q request, Course course, Function<Q, R> engine) {
        if (!course.applied()) {
            throw end(operation, call, course);
        }
        R answer;
        try {
            answer = course.metered() ? metered(request, course, engine) : engine.apply(request);
        } catch (AwsServiceException refusal) {
            throw course.ending() == null ? refusal : end(operation, call, course);
        }
        if (course.ending() != null) {
            throw end(operation, call, course);
        }
        return answer;
    }

    private static RuntimeException end(Operation<?, ?> operation, Call call, Course course) {
        if (course.ending() == null) {
            throw new IllegalStateException("no fault ends " + operation);
        }
        return FaultErrors.of(course.ending(), operation, course.silence(), call);
    }

    private <Q extends DynamoDbRequest, R> R metered(Q request, Course course, Function<Q, R> engine) {
        boolean asked = Meter.isAsked(request);
        try {
            R answer = engine.apply(asked ? request : Meter.asking(request));
            plan.pay(course, table -> Meter.units(answer, table));
            return asked ? answer : Meter.silent(answer);
        } catch (ConditionalCheckFailedException refused) {
            plan.pay(course, table -> REFUSED_UNITS);
            throw refused;
        }
    }
}
