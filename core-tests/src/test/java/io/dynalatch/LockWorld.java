package io.dynalatch;

import io.dynalatch.embedded.EmbeddedDynamoDb;
import io.dynalatch.testkit.Course;
import io.dynalatch.testkit.Fault;
import io.dynalatch.testkit.FaultPlan;
import io.dynalatch.testkit.FaultyDynamoDb;
import io.dynalatch.testkit.VirtualProcess;
import io.dynalatch.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** One table in virtual time, and the processes that use it. */
final class LockWorld implements AutoCloseable {
    static final String TABLE = "locks";
    static final Duration LEASE = Duration.ofSeconds(6);
    private static final Duration LONG = Duration.ofMinutes(10);

    final VirtualTime time;
    final EmbeddedDynamoDb engine = EmbeddedDynamoDb.inMemory();
    final FaultyDynamoDb store;
    private final AttributeNames names;

    LockWorld() {
        this(AttributeNames.DEFAULT);
    }

    LockWorld(AttributeNames names) {
        this(1, names);
    }

    LockWorld(long seed, AttributeNames names) {
        this.time = VirtualTime.seeded(seed);
        this.store = FaultyDynamoDb.over(engine.asyncClient(), time);
        this.names = names;
        createTable();
    }

    /** A process with a lock client in it. */
    final class Host {
        final VirtualProcess process;
        final LockClient client;
        final List<LockEvent> events = new ArrayList<>();

        private Host(String name, UnaryOperator<DynamoDbAsyncClient> sdk, Consumer<LockClientBuilder> settings) {
            process = time.process(name);
            LockClientBuilder builder = LockClient.builder(sdk.apply(store.asyncClient(process)), TABLE)
                    .owner(name)
                    .lease(LEASE)
                    .attributeNames(names)
                    .timeSource(process.timeSource())
                    .wallClock(process.wallClock())
                    .scheduler(process.scheduler())
                    .callbackExecutor(process.executor())
                    .ids(process.ids())
                    .random(process.random())
                    .listener(events::add);
            settings.accept(builder);
            client = builder.build();
        }

        Acquisition tryAcquire(String name) {
            return tryAcquire(LockName.of(name));
        }

        Acquisition tryAcquire(LockName name) {
            return await(client.tryAcquireAsync(name, AcquireOptions.DEFAULT));
        }

        HeldLock hold(String name) {
            return tryAcquire(name).orThrow();
        }

        CompletableFuture<Acquisition> acquire(String name, Duration maxWait) {
            return client.acquireAsync(LockName.of(name), AcquireOptions.maxWait(maxWait));
        }

        ReleaseOutcome release(HeldLock lock) {
            return await(lock.releaseAsync());
        }

        LockView inspect(String name) {
            return await(client.inspectAsync(LockName.of(name)));
        }

        <E extends LockEvent> List<E> events(Class<E> kind) {
            return events.stream().filter(kind::isInstance).map(kind::cast).toList();
        }
    }

    Host host(String name) {
        return host(name, builder -> {});
    }

    Host host(String name, Consumer<LockClientBuilder> settings) {
        return new Host(name, sdk -> sdk, settings);
    }

    /** A process whose SDK sends what had no answer once more. */
    Host retryingHost(String name) {
        return new Host(name, RetryingClient::over, builder -> {});
    }

    <T> T await(CompletableFuture<T> future) {
        try {
            return time.await(future, LONG);
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
        }
    }

    private void createTable() {
        Host creator = host("creator");
        CompletableFuture<Void> created = creator.client.createTableAsync(Duration.ofMinutes(1));
        await(created);
        await(creator.client.closeAsync());
    }

    /** A table of the user's own, with a text {@code id} as its key. */
    void createItems(String table) {
        direct().createTable(CreateTableRequest.builder()
                .tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(KeySchemaElement.builder()
                        .attributeName("id")
                        .keyType(KeyType.HASH)
                        .build())
                .attributeDefinitions(AttributeDefinition.builder()
                        .attributeName("id")
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .build());
    }

    void advance(Duration by) {
        time.advance(by);
    }

    /** How many requests of all kinds a piece of work sends. */
    long requestsOf(Runnable work) {
        long before = store.requests();
        work.run();
        return store.requests() - before;
    }

    /** How much true time a piece of work takes. */
    Duration timeOf(Runnable work) {
        long before = time.nowNanos();
        work.run();
        return Duration.ofNanos(time.nowNanos() - before);
    }

    /** Lets things go wrong with what one process sends, and with nothing else. */
    void disturb(Host host, Fault... faults) {
        String sender = host.process.name();
        store.plan(call -> call.sender().equals(sender) ? Course.of(faults) : Course.PLAIN);
    }

    void calm() {
        store.plan(FaultPlan.NONE);
    }

    /** Whether the row is there and nobody has the lock. */
    boolean released(String lock) {
        return row(lock).containsKey(names.released());
    }

    /** The row as it stands, or an empty map. */
    Map<String, AttributeValue> row(String lock) {
        return direct().getItem(get -> get.tableName(TABLE).key(key(lock)).consistentRead(true))
                .item();
    }

    void deleteRow(String lock) {
        direct().deleteItem(delete -> delete.tableName(TABLE).key(key(lock)));
    }

    void putRow(String lock, Map<String, AttributeValue> attributes) {
        Map<String, AttributeValue> item = new HashMap<>(attributes);
        item.putAll(key(lock));
        direct().putItem(put -> put.tableName(TABLE).item(item));
    }

    DynamoDbClient direct() {
        return engine.client();
    }

    private Map<String, AttributeValue> key(String lock) {
        return Map.of(names.partitionKey(), AttributeValue.fromS(lock));
    }

    @Override
    public void close() {
        engine.close();
    }
}
