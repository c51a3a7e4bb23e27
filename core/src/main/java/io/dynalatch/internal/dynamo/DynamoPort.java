package io.dynalatch.internal.dynamo;

import java.util.concurrent.Executor;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The one asynchronous way to the store. */
public interface DynamoPort {
    static DynamoPort of(DynamoDbAsyncClient client) {
        return new DynamoPort() {};
    }

    static DynamoPort of(DynamoDbClient client, Executor requests) {
        return new DynamoPort() {};
    }
}
