package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.Fault;
import io.dynalatch.embedded.internal.fault.NoAnswerException;
import java.time.Duration;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/** Makes what a caller sees of a fault. The messages tell that it was made on purpose. */
final class FaultErrors {
    private static final String ON_PURPOSE = ", as the embedded engine's faults say";

    private FaultErrors() {}

    /**
     * The error of a fault that decides how a request ends.
     *
     * @param operation whose request it is
     * @param silence how long the caller waits for an answer that does not come
     */
    static SdkException of(Fault fault, Operation<?, ?> operation, Duration silence, Call call) {
        return switch (fault) {
            case THROUGHPUT_EXCEEDED ->
                SdkErrors.complete(
                        ProvisionedThroughputExceededException.builder(),
                        "ProvisionedThroughputExceededException",
                        "The throughput of the table is exceeded" + ON_PURPOSE,
                        call);
            case THROTTLING ->
                SdkErrors.complete(
                        ThrottlingException.builder(),
                        "ThrottlingException",
                        "The request is throttled" + ON_PURPOSE,
                        call);
            case SERVER_ERROR, SERVER_ERROR_APPLIED -> SdkErrors.internal("The request fails" + ON_PURPOSE, null, call);
            case LOST_REQUEST, LOST_ANSWER -> unanswered(operation, silence);
            default -> throw new IllegalArgumentException(fault + " ends no request");
        };
    }

    private static SdkException unanswered(Operation<?, ?> operation, Duration silence) {
        if (silence.isZero()) {
            String message = operation + " got no answer: the connection was closed" + ON_PURPOSE;
            return SdkClientException.create(message, new NoAnswerException(message));
        }
        String message = operation + " got no answer in " + silence.toMillis() + " ms" + ON_PURPOSE;
        return ApiCallAttemptTimeoutException.builder()
                .message(message)
                .cause(new NoAnswerException(message))
                .build();
    }
}
