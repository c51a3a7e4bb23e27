package io.dynalatch.embedded;

import java.net.URI;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The SDK's own clients, which speak to an endpoint as to the service. */
final class HttpClients {
    private HttpClients() {}

    /** A client that tries each request once. */
    static DynamoDbClient client(URI endpoint) {
        return DynamoDbClient.builder()
                .endpointOverride(endpoint)
                .region(Region.EU_WEST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "thing")))
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .overrideConfiguration(settings -> settings.retryStrategy(AwsRetryStrategy.doNotRetry()))
                .build();
    }
}
