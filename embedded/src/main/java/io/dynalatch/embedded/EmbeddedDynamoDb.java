package io.dynalatch.embedded;

import io.dynalatch.embedded.internal.client.AsyncClient;
import io.dynalatch.embedded.internal.client.BlockingClient;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executor;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A DynamoDB-compatible engine in this process, in memory or on a file that several processes of one host may open at
 * once. Its clients are the SDK's own types, so code written for DynamoDB runs on it unchanged.
 *
 * <p>What the engine does not have, whole operations and single request parameters alike, fails with an
 * {@link UnsupportedOperationException} that names it; nothing is ignored. Thread-safe.
 */
public final class EmbeddedDynamoDb implements AutoCloseable {
    private EmbeddedDynamoDb() {}

    /**
     * Opens an engine that keeps everything in memory until it is closed. It starts no thread, reads no clock but the
     * one of {@link Builder#clock}, and uses no randomness.
     */
    public static EmbeddedDynamoDb inMemory() {
        return builder().inMemory().build();
    }

    /**
     * Opens an engine on a file, and makes the file where there is none.
     *
     * @param path the file; its directory must exist, be writable and lie on a local file system
     * @throws StorePathException where the path cannot be used; nothing was changed then
     */
    public static EmbeddedDynamoDb file(Path path) {
        return builder().file(path).build();
    }

    /** Starts the settings of an engine; without any, it is one in memory. */
    public static Builder builder() {
        return new Builder();
    }

    /** A blocking client, whose calls run in the thread of the caller. Closing it does nothing. */
    public DynamoDbClient client() {
        return new BlockingClient();
    }

    /**
     * An asynchronous client. On an engine in memory its futures are complete when the call returns; on a file the
     * calls run on a daemon thread of the engine. Closing it does nothing.
     */
    public DynamoDbAsyncClient asyncClient() {
        return asyncClient(Runnable::run);
    }

    /**
     * An asynchronous client whose calls run on an executor of the user. Closing it does nothing.
     *
     * @param executor runs the calls and, with them, what hangs on their futures; it stays the user's to shut down
     */
    public DynamoDbAsyncClient asyncClient(Executor executor) {
        return new AsyncClient(executor);
    }

    /** Closes the engine: later calls of its clients fail, and an engine in memory forgets its items. */
    @Override
    public void close() {}

    /** The settings of an engine. */
    public static final class Builder {
        private Builder() {}

        /** Keeps everything in memory; the default. */
        public Builder inMemory() {
            return this;
        }

        /**
         * Keeps everything in a file.
         *
         * @param path the file; made where there is none, in a directory that must exist
         */
        public Builder file(Path path) {
            return this;
        }

        /**
         * The wall clock that dates tables and judges their age; the system's by default. It decides nothing about
         * items.
         */
        public Builder clock(Clock clock) {
            return this;
        }

        /**
         * How long a new table stays in state {@code CREATING}, by {@link #clock}.
         *
         * @param delay zero or more; zero by default
         */
        public Builder tableCreationDelay(Duration delay) {
            return this;
        }

        /**
         * How long a call waits for another writer of the same file before it fails with a retryable error.
         *
         * @param timeout 1 ms to 10 min; 5 s by default; an engine in memory never waits
         */
        public Builder busyTimeout(Duration timeout) {
            return this;
        }

        /**
         * Opens the engine.
         *
         * @throws StorePathException where the path cannot be used; nothing was changed then
         */
        public EmbeddedDynamoDb build() {
            return new EmbeddedDynamoDb();
        }
    }
}
