package io.dynalatch.embedded.internal.fault;

import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsResponse;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** Finds out what a request consumes, whether its sender wants to know it or not. Works for every operation. */
public final class Meter {
    private static final String ASKED = "ReturnConsumedCapacity";
    private static final String CONSUMED = "ConsumedCapacity";

    private Meter() {}

    /** Whether the sender wants to know. */
    public static boolean isAsked(DynamoDbRequest request) {
        SdkField<?> field = field(request, ASKED);
        Object asked = field == null ? null : field.getValueOrDefault(request);
        return asked != null && !asked.equals(ReturnConsumedCapacity.NONE.toString());
    }

    /** The same request, which asks; or itself where its operation consumes nothing. */
    @SuppressWarnings("unchecked") // A request's builder builds that request.
    public static <Q extends DynamoDbRequest> Q asking(Q request) {
        DynamoDbRequest.Builder builder = request.toBuilder();
        SdkField<?> field = field(request, ASKED);
        if (field == null) {
            return request;
        }
        field.set(builder, ReturnConsumedCapacity.TOTAL.toString());
        return (Q) builder.build();
    }

    /** What an answer says was consumed of a table, by its name; zero where it says nothing. */
    public static double units(Object answer, String table) {
        SdkField<?> field = answer instanceof SdkPojo pojo ? field(pojo, CONSUMED) : null;
        Object told = field == null ? null : field.getValueOrDefault(answer);
        double units = 0;
        for (Object each : told instanceof List<?> several ? several : told == null ? List.of() : List.of(told)) {
            if (each instanceof ConsumedCapacity consumed && table.equals(consumed.tableName())) {
                units += consumed.capacityUnits();
            }
        }
        return units;
    }

    /** The same answer without that. */
    @SuppressWarnings("unchecked") // An answer's builder builds that answer.
    public static <R> R silent(R answer) {
        if (!(answer instanceof DynamoDbResponse response)) {
            return answer;
        }
        AwsResponse.Builder builder = response.toBuilder();
        SdkField<?> field = field(response, CONSUMED);
        if (field == null) {
            return answer;
        }
        field.set(builder, null);
        return (R) builder.build();
    }

    private static @Nullable SdkField<?> field(SdkPojo pojo, String name) {
        for (SdkField<?> field : pojo.sdkFields()) {
            if (field.memberName().equals(name)) {
                return field;
            }
        }
        return null;
    }
}
