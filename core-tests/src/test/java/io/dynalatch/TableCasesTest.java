package io.dynalatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dynalatch.testkit.Course;
import io.dynalatch.testkit.Fault;
import io.dynalatch.testkit.FaultyDynamoDb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Tables: names of attributes, keys, creation, listing. */
class TableCasesTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final AttributeNames ALL_CUSTOM = AttributeNames.builder()
            .partitionKey("id")
            .ownerName("who")
            .leaseDuration("how long")
            .recordVersion("which")
            .released("free")
            .data("payload")
            .holdId("hold")
            .fencingToken("fence")
            .tokenBlockStart("block")
            .format("layout")
            .expiresAt("ttl")
            .holder("where")
            .build();
    private static final AttributeNames SORTED =
            AttributeNames.builder().partitionKey("p").sortKey("s").build();

    private final List<LockWorld> worlds = new ArrayList<>();
    private FaultyDynamoDb counted;

    @AfterEach
    void close() {
        worlds.forEach(LockWorld::close);
    }

    private LockWorld world(AttributeNames names) {
        LockWorld world = new LockWorld(names);
        worlds.add(world);
        return world;
    }

    // A5
    @Test
    void two_pairs_of_keys_that_join_to_the_same_text_are_two_locks() {
        LockWorld world = world(SORTED);
        LockWorld.Host a = world.host("a");
        LockWorld.Host b = world.host("b");

        HeldLock first = a.tryAcquire(LockName.of("a", "bc")).orThrow();
        HeldLock second = a.tryAcquire(LockName.of("ab", "c")).orThrow();
        world.advance(MINUTE);

        assertThat(first.isHeld()).isTrue();
        assertThat(second.isHeld()).isTrue();
        assertThat(b.tryAcquire(LockName.of("a", "bc")).granted()).isFalse();
        a.release(first);
        assertThat(b.tryAcquire(LockName.of("a", "bc")).granted()).isTrue();
        assertThat(b.tryAcquire(LockName.of("ab", "c")).granted()).isFalse();
    }

    // E2
    @Test
    void with_custom_names_two_clients_exclude_each_other_and_no_default_name_appears() {
        LockWorld world = world(ALL_CUSTOM);
        LockWorld.Host a = world.host("a");
        LockWorld.Host b = world.host("b");
        AcquireOptions data = AcquireOptions.builder().data(new byte[] {1}).build();
        HeldLock first =
                world.await(a.client.acquireAsync(LockName.of("orders"), data)).orThrow();
        CompletableFuture<Acquisition> waiting = b.acquire("orders", Duration.ofHours(1));
        world.advance(MINUTE);
        assertThat(waiting).isNotDone();
        assertThat(world.row("orders"))
                .containsOnlyKeys(
                        "id",
                        "who",
                        "how long",
                        "which",
                        "payload",
                        "hold",
                        "fence",
                        "block",
                        "layout",
                        "ttl",
                        "where");

        a.release(first);
        assertThat(world.row("orders")).containsKey("free");
        assertThat(world.await(waiting).granted()).isTrue();
        b.process.kill();

        assertThat(world.await(a.acquire("orders", MINUTE)).granted()).isTrue();
    }

    // E3
    @Test
    void a_table_with_other_keys_is_told_by_the_first_request_and_by_validation_in_one_message() {
        LockWorld world = world(AttributeNames.DEFAULT);
        for (AttributeNames wrong : List.of(named("id"), SORTED)) {
            LockWorld.Host host = world.host("host-" + wrong.partitionKey(), builder -> builder.attributeNames(wrong));
            LockName name = wrong.sortKey() == null ? LockName.of("orders") : LockName.of("orders", "1");
            String[] expectedAndFound = {"'locks'", wrong.partitionKey() + " (HASH, S)", "key (HASH, S)"};

            assertThatThrownBy(() -> host.tryAcquire(name))
                    .isInstanceOf(TableSchemaException.class)
                    .hasMessageContainingAll(expectedAndFound);
            assertThatThrownBy(() -> world.await(host.client.createTableAsync(MINUTE)))
                    .isInstanceOf(TableSchemaException.class)
                    .hasMessageContainingAll(expectedAndFound);
            try (LockClient client = counted(world, wrong)) {
                assertThatThrownBy(client::validateTable)
                        .isInstanceOf(TableSchemaException.class)
                        .hasMessageContainingAll(expectedAndFound);
            }
        }
    }

    private static AttributeNames named(String partitionKey) {
        return AttributeNames.builder().partitionKey(partitionKey).build();
    }

    /** A client outside virtual time, for the forms that block. */
    private LockClient counted(LockWorld world, AttributeNames names) {
        counted = FaultyDynamoDb.over(world.engine.asyncClient());
        return LockClient.builder(counted.asyncClient(), LockWorld.TABLE)
                .attributeNames(names)
                .build();
    }

    // E3, P10
    @Test
    void a_wrong_table_whose_description_does_not_come_is_told_as_the_store_told_it() {
        LockWorld world = world(AttributeNames.DEFAULT);
        LockWorld.Host host = world.host("host", builder -> builder.attributeNames(named("id")));
        world.store.next("DescribeTable", Fault.SWALLOW_REQUEST);

        Duration took = world.timeOf(
                () -> assertThatThrownBy(() -> host.tryAcquire("orders")).isInstanceOf(RequestRejectedException.class));

        assertThat(took).isEqualTo(Duration.ofSeconds(1)); // a request timeout
    }

    @Test
    void a_missing_table_is_told_by_the_first_request_and_by_validation() {
        LockWorld world = world(AttributeNames.DEFAULT);
        LockWorld.Host host = world.host("host");
        world.direct().deleteTable(delete -> delete.tableName(LockWorld.TABLE));

        assertThat(world.requestsOf(() -> assertThatThrownBy(() -> host.tryAcquire("orders"))
                        .isInstanceOf(TableMissingException.class)
                        .hasMessageContainingAll("orders", "'locks'", "create it")))
                .isEqualTo(1);
        assertThatThrownBy(() -> host.inspect("orders")).isInstanceOf(TableMissingException.class);
        try (LockClient client = counted(world, AttributeNames.DEFAULT)) {
            assertThatThrownBy(client::validateTable).isInstanceOf(TableMissingException.class);
            assertThatThrownBy(() -> client.list().toList()).isInstanceOf(TableMissingException.class);
        }
    }

    // E4
    @Test
    void a_created_table_is_on_demand_and_has_its_time_to_live_and_creating_it_again_changes_nothing() {
        LockWorld world = world(SORTED);
        LockWorld.Host host = world.host("host");

        assertThat(world.await(host.client.createTableAsync(MINUTE))).isNull();

        TableDescription table = world.direct()
                .describeTable(describe -> describe.tableName(LockWorld.TABLE))
                .table();
        assertThat(table.billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
        assertThat(table.keySchema()).extracting("attributeName").containsExactly("p", "s");
        TimeToLiveDescription ttl = world.direct()
                .describeTimeToLive(describe -> describe.tableName(LockWorld.TABLE))
                .timeToLiveDescription();
        assertThat(ttl.attributeName()).isEqualTo("expiresAt");
        assertThat(ttl.timeToLiveStatus()).isIn(TimeToLiveStatus.ENABLED, TimeToLiveStatus.ENABLING);
        assertThat(world.store.requests("CreateTable")).isEqualTo(1);
    }

    // E4
    @Test
    void many_clients_may_create_the_table_at_once() {
        LockWorld world = world(AttributeNames.DEFAULT);
        world.direct().deleteTable(delete -> delete.tableName(LockWorld.TABLE));
        Duration way = Duration.ofMillis(50);
        world.store.plan(call -> Course.PLAIN.taking(way, way));

        List<CompletableFuture<Void>> created = IntStream.range(0, 5)
                .mapToObj(i -> world.host("host-" + i).client.createTableAsync(MINUTE))
                .toList();
        created.forEach(future -> assertThat(world.await(future)).isNull());

        assertThat(world.store.requests("CreateTable")).isEqualTo(1 + 5); // the world had made it before
    }

    // E9
    @Test
    void locks_are_listed_page_by_page_as_they_are_read_and_other_rows_are_left_out() {
        LockWorld world = world(AttributeNames.DEFAULT);
        AttributeValue big = AttributeValue.fromS("x".repeat(300_000)); // four of them are a page of 1 MB
        for (int i = 0; i < 12; i++) {
            world.putRow("other-" + i, Map.of("text", big));
        }
        world.putRow("unreadable", Map.of("ownerName", big, "recordVersionNumber", AttributeValue.fromN("1")));
        LockWorld.Host a = world.host("a");
        IntStream.range(0, 10).forEach(i -> a.hold("lock-" + i));
        a.release(a.hold("released"));

        try (LockClient client = counted(world, AttributeNames.DEFAULT)) {
            Stream<LockView> locks = client.list();
            assertThat(counted.requests()).isZero();
            List<LockView> all = locks.toList();

            assertThat(counted.requests("Scan")).isGreaterThanOrEqualTo(3).isEqualTo(counted.requests());
            assertThat(all)
                    .extracting(view -> view.name().value())
                    .hasSize(11)
                    .contains("lock-0", "lock-9", "released");
            assertThat(all)
                    .filteredOn(view -> view.state() == LockState.UNWATCHED)
                    .hasSize(10);
        }
    }

    // E9
    @Test
    void a_listing_reads_no_further_than_it_is_asked_for() {
        LockWorld world = world(AttributeNames.DEFAULT);
        LockWorld.Host a = world.host("a");
        AcquireOptions big = AcquireOptions.builder().data(new byte[300_000]).build();
        for (int i = 0; i < 12; i++) {
            assertThat(world.await(a.client.tryAcquireAsync(LockName.of("lock-" + i), big))
                            .granted())
                    .isTrue();
        }

        try (LockClient client = counted(world, AttributeNames.DEFAULT)) {
            assertThat(client.list().findFirst()).isPresent();

            assertThat(counted.requests()).isEqualTo(1);
        }
    }

    // E9
    @Test
    void what_a_client_holds_itself_is_listed_without_a_request() {
        LockWorld world = world(AttributeNames.DEFAULT);
        LockWorld.Host a = world.host("a");
        HeldLock lock = a.hold("orders");
        a.release(a.hold("released"));

        assertThat(world.requestsOf(() -> assertThat(a.client.held()).containsExactly(lock)))
                .isZero();
    }
}
