package io.dynalatch.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dynalatch.AcquireOptions;
import io.dynalatch.Acquisition;
import io.dynalatch.AttributeNames;
import io.dynalatch.HeldLock;
import io.dynalatch.LockClient;
import io.dynalatch.LockClientBuilder;
import io.dynalatch.LockEvent;
import io.dynalatch.LockName;
import io.dynalatch.LockState;
import io.dynalatch.LockView;
import io.dynalatch.ReleaseOutcome;
import io.dynalatch.StoreUnavailableException;
import io.dynalatch.TableMissingException;
import io.dynalatch.TableSchemaException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/**
 * Locks over HTTP on a DynamoDB implementation that is not ours, in real time with real threads. Run by
 * {@code .ci/run}, which starts the implementations: {@code -Dtest=LocksOverHttp}, {@code -Ddynalatch.endpoint} says
 * where one listens, {@code -Ddynalatch.returnsItems} whether it returns the item of a refused condition.
 */
@Timeout(60)
class LocksOverHttp {
    private static final Duration LEASE = Duration.ofSeconds(2);
    // Its request timeout of 2 s leaves room for the pauses of a busy machine.
    private static final Duration ROOMY = Duration.ofSeconds(12);
    private static final AcquireOptions SHORT =
            AcquireOptions.builder().lease(LEASE).build();
    private static final URI ENDPOINT = URI.create(System.getProperty("dynalatch.endpoint", ""));
    private static final boolean RETURNS_ITEMS = Boolean.getBoolean("dynalatch.returnsItems");
    private static final StaticCredentialsProvider CREDENTIALS =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test"));

    private final String table = "locks-" + System.nanoTime();
    private final List<AutoCloseable> open = new ArrayList<>();
    private CountingProxy proxy;
    private DynamoDbClient direct;

    @BeforeEach
    void createTable() throws Exception {
        proxy = opened(new CountingProxy(ENDPOINT));
        direct = blocking(ENDPOINT);
        try (LockClient client = LockClient.create(direct, table)) {
            client.createTable(Duration.ofSeconds(20));
            client.createTable(Duration.ofSeconds(20));
            client.validateTable();
        }
    }

    @AfterEach
    void close() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    @Test
    void an_uncontended_cycle_is_two_requests_on_the_wire() throws Exception {
        for (LockClient client : List.of(client("blocking"), asyncClient("async"))) {
            int before = proxy.requests();

            HeldLock lock = client.tryAcquire("orders").orThrow();
            assertThat(proxy.requests() - before).isEqualTo(1);

            assertThat(lock.release()).isEqualTo(ReleaseOutcome.RELEASED);
            assertThat(proxy.requests() - before).isEqualTo(2);
        }
    }

    @Test
    void a_refused_try_names_the_holder_with_a_read_only_where_the_refusal_shows_no_item() throws Exception {
        HeldLock lock = client("first").tryAcquire("orders").orThrow();
        LockClient second = client("second");
        int before = proxy.requests();

        Acquisition.Busy busy = (Acquisition.Busy) second.tryAcquire("orders");

        assertThat(proxy.requests() - before).isEqualTo(RETURNS_ITEMS ? 1 : 2);
        assertThat(busy.holder().owner()).isEqualTo("first");
        assertThat(busy.holder().token()).isEqualTo(lock.token());
    }

    @Test
    void tokens_grow_and_the_row_stays_after_a_release() throws Exception {
        LockClient client = client("a");
        long last = 0;
        for (int i = 0; i < 20; i++) {
            try (HeldLock lock = client.tryAcquire("orders").orThrow()) {
                assertThat(lock.token()).isGreaterThan(last);
                last = lock.token();
            }
        }

        LockView view = client.inspect("orders");
        assertThat(view.state()).isEqualTo(LockState.RELEASED);
        assertThat(view.token()).isEqualTo(last);
    }

    @Test
    void eight_threads_of_four_clients_never_overlap() throws Exception {
        int rounds = 25;
        int[] counter = new int[1];
        List<LockClient> clients = List.of(client("a"), client("b"), asyncClient("c"), asyncClient("d"));
        ExecutorService threads = Executors.newFixedThreadPool(8);
        open.add(threads::shutdownNow);
        List<Future<?>> all = new ArrayList<>();
        for (int thread = 0; thread < 8; thread++) {
            LockClient client = clients.get(thread % clients.size());
            all.add(threads.submit(() -> {
                for (int i = 0; i < rounds; i++) {
                    client.withLock("counter", lock -> counter[0] = counter[0] + 1);
                }
                return null;
            }));
        }
        for (Future<?> each : all) {
            each.get();
        }

        assertThat(counter[0]).isEqualTo(8 * rounds);
    }

    @Test
    void heartbeats_keep_a_lock_and_a_dead_holders_lock_is_taken_over() throws Exception {
        HeldLock dead = client("dying").tryAcquire("orders", SHORT).orThrow();
        LockClient heir = client("heir");

        Acquisition whileAlive = heir.acquire("orders", AcquireOptions.maxWait(LEASE.multipliedBy(2)));
        assertThat(whileAlive.granted()).isFalse();
        assertThat(dead.isHeld()).isTrue();

        stopBeating();
        long started = System.nanoTime();
        HeldLock taken = heir.acquire("orders", AcquireOptions.maxWait(Duration.ofSeconds(20)))
                .orThrow();
        Duration took = Duration.ofNanos(System.nanoTime() - started);

        assertThat(taken.token()).isGreaterThan(dead.token());
        assertThat(took).isGreaterThanOrEqualTo(LEASE);
    }

    @Test
    void a_heartbeat_whose_answer_is_lost_loses_no_lock() throws Exception {
        CountDownLatch recovered = new CountDownLatch(1);
        List<LockEvent> events = Collections.synchronizedList(new ArrayList<>());
        LockClient client = opened(builder(proxy.uri(), "a")
                .listener(event -> {
                    events.add(event);
                    if (event instanceof LockEvent.HeartbeatRecovered) {
                        recovered.countDown();
                    }
                })
                .build());
        HeldLock lock = client.tryAcquire("orders", SHORT).orThrow();

        proxy.loseAnswers(1, "UpdateExpression");

        assertThat(recovered.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(proxy.answersStillToLose()).isZero();
        assertThat(lock.isHeld()).isTrue();
        assertThat(events).noneMatch(event -> event instanceof LockEvent.Lost);
        assertThat(lock.release()).isEqualTo(ReleaseOutcome.RELEASED);
    }

    @Test
    void an_acquire_whose_answer_is_lost_is_granted() throws Exception {
        LockClient client = client("a");
        proxy.loseAnswers(1, "UpdateExpression");

        HeldLock lock = client.tryAcquire("orders").orThrow();

        assertThat(proxy.answersStillToLose()).isZero();
        assertThat(lock.isHeld()).isTrue();
        assertThat(client.inspect("orders").token()).isEqualTo(lock.token());
    }

    @Test
    void a_release_whose_answer_is_lost_is_a_release() throws Exception {
        HeldLock lock = client("a").tryAcquire("orders").orThrow();
        proxy.loseAnswers(1, "UpdateExpression");

        assertThat(lock.release()).isEqualTo(ReleaseOutcome.RELEASED);

        assertThat(proxy.answersStillToLose()).isZero();
        assertThat(client("b").tryAcquire("orders").granted()).isTrue();
    }

    @Test
    void a_row_deleted_by_hand_is_a_loss() throws Exception {
        HeldLock lock = client("a").tryAcquire("orders", SHORT).orThrow();

        direct.deleteItem(delete -> delete.tableName(table).key(Map.of("key", AttributeValue.fromS("orders"))));

        assertThat(lock.lost().get(10, TimeUnit.SECONDS).reason()).hasToString("DELETED");
        assertThat(lock.isHeld()).isFalse();
    }

    @Test
    void a_business_item_keeps_its_attributes_and_gets_no_time_to_live() throws Exception {
        Map<String, AttributeValue> item = new HashMap<>();
        item.put("key", AttributeValue.fromS("customer-1"));
        item.put("balance", AttributeValue.fromN("12.5"));
        direct.putItem(put -> put.tableName(table).item(item));

        try (HeldLock lock = client("a").tryAcquire("customer-1").orThrow()) {
            lock.heartbeat();
        }

        Map<String, AttributeValue> after = direct.getItem(get -> get.tableName(table)
                        .key(Map.of("key", AttributeValue.fromS("customer-1")))
                        .consistentRead(true))
                .item();
        assertThat(after.get("balance").n()).isEqualTo("12.5");
        assertThat(after).containsKey("isReleased").doesNotContainKey("expiresAt");
    }

    @Test
    void a_missing_table_is_told_as_such() {
        LockClient client =
                opened(LockClient.builder(direct, "no-such-table").lease(ROOMY).build());

        assertThatThrownBy(() -> client.tryAcquire("orders"))
                .isInstanceOf(TableMissingException.class)
                .hasMessageContaining("no-such-table");
    }

    @Test
    void a_table_with_other_keys_is_told_with_expected_and_found() {
        String other = table + "-other";
        direct.createTable(create -> create.tableName(other)
                .billingMode("PAY_PER_REQUEST")
                .keySchema(KeySchemaElement.builder()
                        .attributeName("id")
                        .keyType("HASH")
                        .build())
                .attributeDefinitions(AttributeDefinition.builder()
                        .attributeName("id")
                        .attributeType("S")
                        .build()));
        direct.waiter().waitUntilTableExists(describe -> describe.tableName(other));
        LockClient client =
                opened(LockClient.builder(direct, other).lease(ROOMY).build());

        assertThatThrownBy(() -> client.tryAcquire("orders"))
                .isInstanceOf(TableSchemaException.class)
                .hasMessageContaining("key (HASH, S)")
                .hasMessageContaining("id (HASH, S)");
    }

    @Test
    void an_endpoint_that_nobody_serves_is_told_in_time() throws Exception {
        URI nobody;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = URI.create("http://127.0.0.1:" + socket.getLocalPort());
        }
        LockClient client = opened(builder(nobody, "a").build());

        assertThatThrownBy(() -> client.tryAcquire("orders"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("orders")
                .hasMessageContaining(table);
    }

    @Test
    void names_of_ones_own_and_a_sort_key_work() throws Exception {
        String own = table + "-own";
        AttributeNames names = AttributeNames.builder()
                .partitionKey("pk")
                .sortKey("sk")
                .ownerName("o")
                .recordVersion("v")
                .leaseDuration("l")
                .build();
        LockClient client = opened(LockClient.builder(direct, own)
                .attributeNames(names)
                .lease(ROOMY)
                .build());
        client.createTable(Duration.ofSeconds(20));

        HeldLock one = client.tryAcquire(LockName.of("a", "bc"), AcquireOptions.DEFAULT)
                .orThrow();
        HeldLock two = client.tryAcquire(LockName.of("ab", "c"), AcquireOptions.DEFAULT)
                .orThrow();

        assertThat(one.release()).isEqualTo(ReleaseOutcome.RELEASED);
        assertThat(two.release()).isEqualTo(ReleaseOutcome.RELEASED);
        assertThat(client.list()).hasSize(2).allMatch(view -> view.state() == LockState.RELEASED);
    }

    /** Takes the row's version away from its holder, as an edit by hand would: what stands there now beats no more. */
    private void stopBeating() {
        Map<String, AttributeValue> key = Map.of("key", AttributeValue.fromS("orders"));
        direct.updateItem(update -> update.tableName(table)
                .key(key)
                .updateExpression("SET #v = :v")
                .expressionAttributeNames(Map.of("#v", "recordVersionNumber"))
                .expressionAttributeValues(Map.of(":v", AttributeValue.fromS("edited"))));
    }

    private LockClient client(String owner) {
        return opened(builder(proxy.uri(), owner).build());
    }

    private LockClientBuilder builder(URI endpoint, String owner) {
        return LockClient.builder(blocking(endpoint), table).owner(owner).lease(ROOMY);
    }

    private LockClient asyncClient(String owner) {
        DynamoDbAsyncClient client = opened(DynamoDbAsyncClient.builder()
                .endpointOverride(proxy.uri())
                .region(Region.EU_WEST_1)
                .credentialsProvider(CREDENTIALS)
                .build());
        return opened(
                LockClient.builder(client, table).owner(owner).lease(ROOMY).build());
    }

    private DynamoDbClient blocking(URI endpoint) {
        return opened(DynamoDbClient.builder()
                .endpointOverride(endpoint)
                .region(Region.EU_WEST_1)
                .credentialsProvider(CREDENTIALS)
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build());
    }

    private <T extends AutoCloseable> T opened(T resource) {
        open.add(resource);
        return resource;
    }
}
