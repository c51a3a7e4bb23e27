package io.dynalatch.cli;

import io.dynalatch.LockClient;
import io.dynalatch.LockClientBuilder;
import io.dynalatch.embedded.EmbeddedDynamoDb;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** An opened store: the SDK's client for it, and what has to be closed with it. */
final class Store implements Closeable {
    private final StoreChoice choice;
    private final DynamoDbClient client;
    private final Runnable closing;

    private Store(StoreChoice choice, DynamoDbClient client, Runnable closing) {
        this.choice = choice;
        this.client = client;
        this.closing = closing;
    }

    /** Opens the store; the embedded one is made where there is none. Sends nothing. */
    static Store open(StoreChoice choice) throws CommandException {
        return choice instanceof StoreChoice.Embedded embedded ? open(embedded) : open((StoreChoice.DynamoDb) choice);
    }

    private static Store open(StoreChoice.Embedded choice) throws CommandException {
        Path directory = choice.directory();
        try {
            Files.createDirectories(directory);
        } catch (IOException unusable) {
            throw CommandException.configuration(
                    "cannot make the directory of the lock store '" + directory + "': " + unusable
                            + "; set DYNALATCH_HOME to a directory that can be written",
                    unusable);
        }
        EmbeddedDynamoDb engine = EmbeddedDynamoDb.file(choice.file());
        return new Store(choice, engine.client(), engine::close);
    }

    private static Store open(StoreChoice.DynamoDb choice) throws CommandException {
        DynamoDbClientBuilder builder = DynamoDbClient.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                // The library's own retries know the lease; the SDK's do not.
                .overrideConfiguration(settings ->
                        settings.retryStrategy(RetryMode.STANDARD).retryStrategy(strategy -> strategy.maxAttempts(1)));
        if (choice.endpoint() != null) {
            builder.endpointOverride(choice.endpoint());
        }
        if (choice.region() != null) {
            builder.region(Region.of(choice.region()));
        }
        if (choice.profile() != null) {
            builder.credentialsProvider(ProfileCredentialsProvider.create(choice.profile()));
        }
        try {
            DynamoDbClient client = builder.build();
            return new Store(choice, client, client::close);
        } catch (SdkClientException unusable) {
            throw CommandException.configuration(
                    "cannot reach for " + choice.describe() + ": " + unusable.getMessage()
                            + "; set --region or AWS_REGION",
                    unusable);
        }
    }

    LockClientBuilder locks() {
        return LockClient.builder(client, choice.table()).ids(KernelIds.system());
    }

    StoreChoice choice() {
        return choice;
    }

    @Override
    public void close() {
        closing.run();
    }
}
