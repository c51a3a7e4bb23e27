package io.dynalatch.embedded.internal.client;

import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;

/** What the engine's clients say about themselves. */
final class Configuration {
    private Configuration() {}

    /** A made-up region, and no retries: a call that reached the engine is carried out once. */
    static DynamoDbServiceClientConfiguration embedded() {
        return DynamoDbServiceClientConfiguration.builder()
                .region(Region.of("embedded"))
                .overrideConfiguration(ClientOverrideConfiguration.builder()
                        .retryStrategy(AwsRetryStrategy.doNotRetry())
                        .build())
                .build();
    }
}
