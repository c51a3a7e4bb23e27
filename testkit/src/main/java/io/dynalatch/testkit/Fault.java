package io.dynalatch.testkit;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** Something that goes wrong with one request to the store. */
public enum Fault {
    /** The request does not arrive; the connection breaks. */
    LOSE_REQUEST(Ending.FAILED),
    /** The request is applied; the connection breaks before the answer. */
    LOSE_ANSWER(Ending.APPLIED_AND_FAILED),
    /** The request does not arrive, and no answer ever comes. */
    SWALLOW_REQUEST(Ending.SILENT),
    /** The request is applied, and no answer ever comes. */
    SWALLOW_ANSWER(Ending.APPLIED_AND_SILENT),
    /** The request does not arrive; the SDK reports a timeout. */
    TIMEOUT_BEFORE(Ending.FAILED),
    /** The request is applied; the SDK reports a timeout. */
    TIMEOUT_AFTER(Ending.APPLIED_AND_FAILED),
    /** The store throttles. */
    THROTTLE(Ending.FAILED),
    /** The store fails with status 500 and has not applied the request. */
    ERROR_BEFORE(Ending.FAILED),
    /** The store fails with status 503 and has applied the request. */
    ERROR_AFTER(Ending.APPLIED_AND_FAILED),
    /** The item is in a transaction of somebody else. */
    CONFLICT(Ending.FAILED),
    /** The caller may not do this. */
    ACCESS_DENIED(Ending.FAILED),
    /** The caller's credentials have run out. */
    EXPIRED_CREDENTIALS(Ending.FAILED),
    /** A refused condition comes back without the item; counted only where there was one. */
    STRIP_ITEM(Ending.ANSWERED),
    /** The request takes long to arrive. */
    DELAY_REQUEST(Ending.ANSWERED),
    /** The answer takes long to arrive. */
    DELAY_ANSWER(Ending.ANSWERED),
    /** A copy of the request, byte for byte, arrives later, also of one that was lost. */
    DUPLICATE(Ending.ANSWERED),
    /** The store cannot be reached at all; see {@link FaultyDynamoDb#blackhole}. */
    BLACKHOLE(Ending.SILENT),
    /** One process cannot reach the store; see {@link FaultyDynamoDb#cutOff}. */
    CUT_OFF(Ending.SILENT),
    /** The requests for one key hang; see {@link FaultyDynamoDb#hang}. */
    HANG(Ending.ANSWERED);

    /** How a request with this fault ends for its sender. */
    enum Ending {
        ANSWERED,
        FAILED,
        APPLIED_AND_FAILED,
        SILENT,
        APPLIED_AND_SILENT;

        boolean applies() {
            return this == ANSWERED || this == APPLIED_AND_FAILED || this == APPLIED_AND_SILENT;
        }

        boolean silent() {
            return this == SILENT || this == APPLIED_AND_SILENT;
        }
    }

    private final Ending ending;

    Fault(Ending ending) {
        this.ending = ending;
    }

    Ending ending() {
        return ending;
    }

    /** Whether a copy of a request with this fault may arrive later; what the store itself has refused has none. */
    boolean leavesCopy() {
        return ending.applies() || this == LOSE_REQUEST || this == SWALLOW_REQUEST || this == TIMEOUT_BEFORE;
    }

    /** A new exception as the SDK would report it, or null where nothing is reported. */
    @Nullable
    RuntimeException error() {
        return switch (this) {
            case LOSE_REQUEST, LOSE_ANSWER -> connectionReset();
            case TIMEOUT_BEFORE, TIMEOUT_AFTER -> ApiCallAttemptTimeoutException.create(1);
            case THROTTLE ->
                details(
                        ProvisionedThroughputExceededException.builder(),
                        400,
                        "ProvisionedThroughputExceededException");
            case ERROR_BEFORE -> details(InternalServerErrorException.builder(), 500, "InternalServerError");
            case ERROR_AFTER -> details(DynamoDbException.builder(), 503, "ServiceUnavailableException");
            case CONFLICT -> details(TransactionConflictException.builder(), 400, "TransactionConflictException");
            case ACCESS_DENIED -> details(DynamoDbException.builder(), 400, "AccessDeniedException");
            case EXPIRED_CREDENTIALS -> details(DynamoDbException.builder(), 400, "ExpiredTokenException");
            default -> null;
        };
    }

    private static RuntimeException connectionReset() {
        return SdkClientException.create("connection reset, on purpose");
    }

    private static RuntimeException details(DynamoDbException.Builder builder, int status, String code) {
        String message = "on purpose";
        AwsErrorDetails details = AwsErrorDetails.builder()
                .serviceName("DynamoDB")
                .errorCode(code)
                .errorMessage(message)
                .build();
        builder.awsErrorDetails(details);
        builder.message(message);
        builder.requestId("faulty");
        builder.statusCode(status);
        return (RuntimeException) builder.build();
    }
}
