package io.dynalatch.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Checks that an error looks as it does when it comes from the service. */
final class SdkErrors {
    private SdkErrors() {}

    static void assertValidation(ThrowingCallable call, String phrase) {
        DynamoDbException error = assertError(call, DynamoDbException.class, "ValidationException", 400);
        assertThat(error.awsErrorDetails().errorMessage()).contains(phrase);
        assertThat(error).isExactlyInstanceOf(DynamoDbException.class);
    }

    static <E extends DynamoDbException> E assertError(ThrowingCallable call, Class<E> type, String code, int status) {
        E error = catchThrowableOfType(type, call);
        assertThat(error)
                .as("nothing of type " + type.getSimpleName() + " was thrown")
                .isNotNull();
        assertThat(error.awsErrorDetails().errorCode()).isEqualTo(code);
        assertThat(error.awsErrorDetails().serviceName()).isEqualTo("DynamoDb");
        assertThat(error.awsErrorDetails().sdkHttpResponse().statusCode()).isEqualTo(status);
        assertThat(error.statusCode()).isEqualTo(status);
        assertThat(error.requestId()).isNotEmpty();
        assertThat(error.getMessage()).contains(error.awsErrorDetails().errorMessage(), error.requestId());
        return error;
    }
}
