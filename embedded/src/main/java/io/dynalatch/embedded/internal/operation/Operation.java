package io.dynalatch.embedded.internal.operation;

import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * One operation of DynamoDB's.
 *
 * @param <Q> its request
 * @param <R> its answer
 */
public final class Operation<Q extends DynamoDbRequest, R> {
    private final String name;
    private final Set<String> parameters;
    private final BiFunction<Call, Q, R> work;
    private volatile @Nullable List<SdkField<?>> others;

    /**
     * Makes one.
     *
     * @param name as the service spells it
     * @param parameters the members of the request that {@code work} honours; any other is refused when set, so that a
     *     member that a newer SDK adds is never ignored
     * @param work answers, or throws {@link Refusal} and what the packages below throw
     */
    Operation(String name, Set<String> parameters, BiFunction<Call, Q, R> work) {
        this.name = name;
        this.parameters = parameters;
        this.work = work;
    }

    R run(Call call, Q request) {
        for (SdkField<?> field : others(request)) {
            if (Members.set(field.getValueOrDefault(request))) {
                throw Unsupported.parameter(name, field.memberName());
            }
        }
        return work.apply(call, request);
    }

    @Override
    public String toString() {
        return name;
    }

    /** The members of the request that are not in {@link #parameters}; the same for every request. */
    private List<SdkField<?>> others(Q request) {
        List<SdkField<?>> known = others;
        if (known == null) {
            known = request.sdkFields().stream()
                    .filter(field -> !parameters.contains(field.memberName()))
                    .toList();
            others = known;
        }
        return known;
    }
}
