package io.dynalatch.embedded.internal.operation;

import java.util.Map;
import software.amazon.awssdk.awscore.DefaultAwsResponseMetadata;
import software.amazon.awssdk.awscore.util.AwsHeader;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * One request on its way through the engine.
 *
 * @param requestId names it in answers and errors
 * @param arrivedNanos when it arrived, by the clock of the store
 */
public record Call(String requestId, long arrivedNanos) {
    private static final SdkHttpResponse OK =
            SdkHttpResponse.builder().statusCode(200).build();

    /** What the SDK would have seen of HTTP for that status. */
    static SdkHttpResponse http(int status) {
        return status == 200 ? OK : SdkHttpResponse.builder().statusCode(status).build();
    }

    /** Adds to an answer what the SDK takes from the HTTP response. */
    <B extends DynamoDbResponse.Builder> B answer(B builder) {
        builder.responseMetadata(DefaultAwsResponseMetadata.create(Map.of(AwsHeader.AWS_REQUEST_ID, requestId)));
        builder.sdkHttpResponse(OK);
        return builder;
    }
}
