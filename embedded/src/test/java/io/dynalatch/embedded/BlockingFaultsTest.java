package io.dynalatch.embedded;

import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class BlockingFaultsTest extends FaultsContract {
    @Override
    DynamoDbClient client(EmbeddedDynamoDb engine) {
        return engine.client();
    }

    @Override
    Class<? extends SdkClientException> timeoutType() {
        return ApiCallAttemptTimeoutException.class;
    }
}
