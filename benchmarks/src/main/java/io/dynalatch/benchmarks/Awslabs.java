package io.dynalatch.benchmarks;

import com.amazonaws.services.dynamodbv2.AcquireLockOptions;
import com.amazonaws.services.dynamodbv2.AmazonDynamoDBLockClient;
import com.amazonaws.services.dynamodbv2.AmazonDynamoDBLockClientOptions;
import com.amazonaws.services.dynamodbv2.LockItem;
import com.amazonaws.services.dynamodbv2.model.LockNotGrantedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The peer, {@code amazon-dynamodb-lock-client}, with its defaults but for the lease and a heartbeat at a third of it.
 */
final class Awslabs implements Subject {
    private final AmazonDynamoDBLockClient client;

    Awslabs(Disturbed store, String table, Duration lease) {
        client = new AmazonDynamoDBLockClient(AmazonDynamoDBLockClientOptions.builder(store.client(), table)
                .withTimeUnit(TimeUnit.MILLISECONDS)
                .withLeaseDuration(lease.toMillis())
                .withHeartbeatPeriod(lease.toMillis() / 3)
                .withCreateHeartbeatBackgroundThread(true)
                .build());
    }

    @Override
    public String name() {
        return "amazon-dynamodb-lock-client";
    }

    @Override
    public @Nullable Held acquire(String lock, Duration wait) throws InterruptedException {
        try {
            return new Hold(client.acquireLock(AcquireLockOptions.builder(lock)
                    .withTimeUnit(TimeUnit.MILLISECONDS)
                    .withAdditionalTimeToWaitForLock(wait.toMillis())
                    .build()));
        } catch (LockNotGrantedException busy) {
            return null;
        }
    }

    @Override
    public void close() {
        try {
            client.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class Hold implements Held {
        private final LockItem lock;

        Hold(LockItem lock) {
            this.lock = lock;
        }

        @Override
        public boolean trusted() {
            return !lock.isExpired();
        }

        @Override
        public String release() {
            return client.releaseLock(lock) ? "true" : "false";
        }
    }
}
