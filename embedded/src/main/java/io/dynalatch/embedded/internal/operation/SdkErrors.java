package io.dynalatch.embedded.internal.operation;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.LimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/** Makes the SDK's exceptions as they look when they come from the service. */
final class SdkErrors {
    private static final String SERVICE = "DynamoDb";

    private SdkErrors() {}

    static DynamoDbException of(Refusal refusal, Call call) {
        return switch (refusal.kind()) {
            case VALIDATION, MISMATCH -> validation(refusal.text(), call);
            case CONDITION_FAILED ->
                complete(
                        ConditionalCheckFailedException.builder().item(refusal.item()),
                        "ConditionalCheckFailedException",
                        refusal.text(),
                        call);
            case NOT_FOUND ->
                complete(ResourceNotFoundException.builder(), "ResourceNotFoundException", refusal.text(), call);
            case IN_USE -> complete(ResourceInUseException.builder(), "ResourceInUseException", refusal.text(), call);
            case LIMIT_EXCEEDED ->
                complete(LimitExceededException.builder(), "LimitExceededException", refusal.text(), call);
            case CONFLICT ->
                complete(TransactionConflictException.builder(), "TransactionConflictException", refusal.text(), call);
            case IN_PROGRESS ->
                complete(
                        TransactionInProgressException.builder(),
                        "TransactionInProgressException",
                        refusal.text(),
                        call);
            case TOKEN_MISMATCH ->
                complete(
                        IdempotentParameterMismatchException.builder(),
                        "IdempotentParameterMismatchException",
                        refusal.text(),
                        call);
            case CANCELED ->
                complete(
                        TransactionCanceledException.builder().cancellationReasons(refusal.reasons()),
                        "TransactionCanceledException",
                        refusal.text(),
                        call);
        };
    }

    /** A validation error, which the SDK has no class of its own for. */
    static DynamoDbException validation(String text, Call call) {
        return complete(DynamoDbException.builder(), "ValidationException", text, call);
    }

    /** The service's retryable failure of its own, for a store that cannot do its work. */
    static DynamoDbException internal(String text, @Nullable Throwable cause, Call call) {
        DynamoDbException.Builder builder =
                InternalServerErrorException.builder().cause(cause);
        return complete(builder, 500, "InternalServerError", text, call);
    }

    /** An error of status 400. */
    static DynamoDbException complete(DynamoDbException.Builder builder, String code, String text, Call call) {
        return complete(builder, 400, code, text, call);
    }

    private static DynamoDbException complete(
            DynamoDbException.Builder builder, int status, String code, String text, Call call) {
        return (DynamoDbException) builder.message(text)
                .statusCode(status)
                .requestId(call.requestId())
                .awsErrorDetails(AwsErrorDetails.builder()
                        .serviceName(SERVICE)
                        .errorCode(code)
                        .errorMessage(text)
                        .sdkHttpResponse(Call.http(status))
                        .build())
                .build();
    }
}
