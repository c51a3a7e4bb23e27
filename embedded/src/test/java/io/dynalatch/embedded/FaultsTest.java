package io.dynalatch.embedded;

import static io.dynalatch.embedded.Tables.n;
import static io.dynalatch.embedded.Tables.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/** Which requests a rule is about, and how often. */
@Timeout(60)
class FaultsTest {
    private static final FaultRule ERROR = FaultRule.of(Fault.SERVER_ERROR);

    @TempDir
    Path directory;

    private final EmbeddedDynamoDb engine = withTable(EmbeddedDynamoDb.builder());
    private final DynamoDbClient client = engine.client();

    private static EmbeddedDynamoDb withTable(EmbeddedDynamoDb.Builder builder) {
        EmbeddedDynamoDb engine = builder.build();
        engine.client().createTable(Tables.locks());
        return engine;
    }

    private void put(String pk) {
        Tables.put(client, "locks", Map.of("pk", s(pk)));
    }

    private static boolean fails(Runnable call) {
        try {
            call.run();
            return false;
        } catch (InternalServerErrorException error) {
            return true;
        }
    }

    /** Which of twenty puts fail. */
    private static List<Integer> failing(EmbeddedDynamoDb engine) {
        return IntStream.range(0, 20)
                .filter(i -> fails(() -> Tables.put(engine.client(), "locks", Map.of("pk", s("a")))))
                .boxed()
                .toList();
    }

    @Test
    void without_more_a_rule_is_about_every_request() {
        engine.faults().add(ERROR);

        assertThat(fails(() -> put("a"))).isTrue();
        assertThat(fails(client::listTables)).isTrue();
        assertThat(fails(() -> client.describeTable(describe -> describe.tableName("locks"))))
                .isTrue();
    }

    @Test
    void a_rule_is_about_the_operations_that_it_names() {
        engine.faults().add(ERROR.operation("PutItem").operation("Scan"));

        assertThat(fails(() -> put("a"))).isTrue();
        assertThat(fails(() -> client.scan(scan -> scan.tableName("locks")))).isTrue();
        assertThat(fails(() -> Tables.get(client, "a"))).isFalse();
    }

    @Test
    void a_rule_is_about_the_table_that_it_names_by_whatever_name_a_request_calls_it() {
        String arn = client.describeTable(describe -> describe.tableName("locks"))
                .table()
                .tableArn();
        client.createTable(Tables.orders(ScalarAttributeType.N));
        engine.faults().add(ERROR.table("locks"));

        assertThat(fails(() -> Tables.put(client, arn, Map.of("pk", s("a"))))).isTrue();
        assertThat(fails(() -> client.deleteTable(delete -> delete.tableName("locks"))))
                .isTrue();
        assertThat(fails(() -> Tables.put(client, "orders", Map.of("pk", s("a"), "sk", n("1")))))
                .isFalse();
        assertThat(fails(client::listTables)).isFalse();
    }

    @Test
    void a_rule_is_about_the_items_of_the_partition_that_it_names() {
        client.createTable(Tables.orders(ScalarAttributeType.N));
        engine.faults().add(ERROR.key("x"));

        assertThat(fails(() -> Tables.put(client, "locks", Map.of("pk", s("x"), "other", s("y")))))
                .isTrue();
        assertThat(fails(() -> Tables.get(client, "x"))).isTrue();
        assertThat(fails(() -> Tables.put(client, "orders", Map.of("pk", s("x"), "sk", n("7")))))
                .isTrue();
        assertThat(fails(() -> Tables.put(client, "locks", Map.of("pk", s("y"), "other", s("x")))))
                .isFalse();
        assertThat(fails(() -> client.scan(scan -> scan.tableName("locks")))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"N", "B"})
    void numbers_and_binary_keys_are_named_as_text(String type) {
        client.createTable(Tables.locks().toBuilder()
                .tableName("typed")
                .attributeDefinitions(Tables.definition("pk", ScalarAttributeType.fromValue(type)))
                .build());
        AttributeValue key = type.equals("N") ? n("12") : AttributeValue.fromB(SdkBytes.fromUtf8String("x"));
        engine.faults().add(ERROR.key(type.equals("N") ? "12" : "eA=="));

        assertThat(fails(() -> Tables.put(client, "typed", Map.of("pk", key)))).isTrue();
    }

    @Test
    void a_rule_lets_some_pass_and_ends_after_some() {
        engine.faults().add(ERROR.skip(2).times(3));

        assertThat(failing(engine)).containsExactly(2, 3, 4);
        assertThat(engine.faults().fired(Fault.SERVER_ERROR)).isEqualTo(3);
        assertThat(ERROR.nth(5)).isEqualTo(ERROR.skip(4).times(1));
    }

    @Test
    void chance_follows_from_the_seed_and_from_nothing_else() {
        FaultRule some = ERROR.probability(0.5);
        List<Integer> first =
                failing(withTable(EmbeddedDynamoDb.builder().faultSeed(1).faults(some.operation("PutItem"))));
        List<Integer> again = failing(withTable(EmbeddedDynamoDb.builder()
                .faultSeed(1)
                .faults(
                        some.operation("PutItem"),
                        FaultRule.of(Fault.LATENCY, Delay.uniform(Duration.ZERO, Duration.ofNanos(9))))));
        List<Integer> other =
                failing(withTable(EmbeddedDynamoDb.builder().faultSeed(2).faults(some.operation("PutItem"))));

        assertThat(first).isEqualTo(again).isNotEqualTo(other).hasSizeBetween(3, 17);
        engine.faults().add(ERROR.probability(0));
        assertThat(failing(engine)).isEmpty();
    }

    @Test
    void the_first_rule_that_decides_counts_and_the_other_is_not_used_up() {
        FaultRule throttled = FaultRule.of(Fault.THROTTLING).times(1);
        FaultRule failed = ERROR.times(1);
        engine.faults().add(throttled, failed);

        assertThatThrownBy(() -> put("a")).isInstanceOf(ThrottlingException.class);
        assertThat(fails(() -> put("a"))).isTrue();
        put("a");

        assertThat(engine.faults().fired(throttled)).isEqualTo(1);
        assertThat(engine.faults().fired(failed)).isEqualTo(1);
    }

    @Test
    void rules_are_changed_at_any_time_and_one_that_is_added_again_counts_anew() {
        FaultRule once = ERROR.times(1);
        engine.faults().add(once);
        assertThat(fails(() -> put("a"))).isTrue();
        assertThat(fails(() -> put("a"))).isFalse();

        engine.faults().add(once);
        assertThat(fails(() -> put("a"))).isTrue();
        assertThat(engine.faults().fired(once)).isEqualTo(1);
        assertThat(engine.faults().fired(Fault.SERVER_ERROR)).isEqualTo(2);

        engine.faults().add(ERROR, FaultRule.of(Fault.THROTTLING));
        engine.faults().remove(ERROR);
        assertThat(engine.faults().rules()).containsExactly(once, FaultRule.of(Fault.THROTTLING));
        assertThat(engine.faults().fired(ERROR)).isZero();
        engine.faults().clear();
        put("a");
        assertThat(engine.faults().rules()).isEmpty();
    }

    @Test
    void who_asks_what_was_consumed_is_told_also_where_it_is_paid_for() {
        engine.faults().add(FaultRule.of(Fault.THROTTLING, Throughput.perTable(1, 10)));

        assertThat(client.putItem(put -> put.tableName("locks")
                                .item(Map.of("pk", s("a")))
                                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
                        .consumedCapacity()
                        .capacityUnits())
                .isEqualTo(1.0);
        assertThat(client.getItem(get -> get.tableName("locks")
                                .key(Map.of("pk", s("a")))
                                .returnConsumedCapacity(ReturnConsumedCapacity.NONE))
                        .consumedCapacity())
                .isNull();
    }

    @Test
    void a_request_on_its_way_arrives_although_its_caller_has_given_up() {
        ManualTime time = new ManualTime();
        EmbeddedDynamoDb slow = withTable(EmbeddedDynamoDb.builder().clock(time).time(time));
        slow.faults()
                .add(FaultRule.of(Fault.LATENCY, Delay.fixed(Duration.ofSeconds(1)))
                        .times(1));

        CompletableFuture<PutItemResponse> put =
                slow.asyncClient().putItem(request -> request.tableName("locks").item(Map.of("pk", s("a"))));
        put.cancel(false);

        time.advance(Duration.ofMillis(499));
        assertThat(Tables.get(slow.client(), "a")).isEmpty();
        time.advance(Duration.ofMillis(1));
        assertThat(Tables.get(slow.client(), "a")).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void closing_tells_who_waits_for_a_delay(boolean inMemory) {
        EmbeddedDynamoDb.Builder builder = EmbeddedDynamoDb.builder();
        EmbeddedDynamoDb slow = withTable(inMemory ? builder : builder.file(directory.resolve("slow.db")));
        slow.faults().add(FaultRule.of(Fault.LATENCY, Delay.fixed(Delay.MAX)).operation("PutItem"));
        CompletableFuture<PutItemResponse> put =
                slow.asyncClient().putItem(request -> request.tableName("locks").item(Map.of("pk", s("a"))));
        if (!inMemory) {
            slow.asyncClient().listTables().join(); // Its thread has begun with the put before that.
        }

        slow.close();

        assertThatThrownBy(put::join).isInstanceOf(CompletionException.class).hasMessageContaining("closed");
    }

    @Test
    void an_interrupt_ends_a_delay_and_says_what_is_known() {
        engine.faults().add(FaultRule.of(Fault.LATENCY, Delay.fixed(Delay.MAX)).operation("PutItem"));
        engine.faults()
                .add(FaultRule.of(Fault.LOST_ANSWER, Delay.fixed(Delay.MAX)).operation("DeleteItem"));

        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> put("a"))
                .isInstanceOf(AbortedException.class)
                .hasMessageContaining("PutItem was not carried out");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThatThrownBy(() ->
                        client.deleteItem(delete -> delete.tableName("locks").key(Map.of("pk", s("a")))))
                .isInstanceOf(AbortedException.class)
                .hasMessageContaining("unknown");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void rules_that_make_no_sense_are_refused() {
        assertThatThrownBy(() -> FaultRule.of(Fault.LATENCY)).hasMessageContaining("needs a delay");
        assertThatThrownBy(() -> FaultRule.of(Fault.THROTTLING, Delay.fixed(Duration.ZERO)))
                .hasMessageContaining("takes no delay");
        assertThatThrownBy(() -> FaultRule.of(Fault.LOST_ANSWER, Throughput.perKey(1, 1)))
                .hasMessageContaining("takes no throughput");
        assertThatThrownBy(() -> ERROR.operation("UpdateItme")).hasMessageContaining("'UpdateItme'");
        assertThatThrownBy(() -> ERROR.operation("DynamoDb")).hasMessageContaining("no operation");
        assertThatThrownBy(() -> ERROR.probability(1.01)).hasMessageContaining("1.01");
        assertThatThrownBy(() -> ERROR.probability(Double.NaN)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> ERROR.nth(0)).hasMessageContaining("-1");
        assertThatThrownBy(() -> ERROR.times(-1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> Throughput.perTable(0, 1)).hasMessageContaining("more than 0");
        assertThatThrownBy(() -> Throughput.perKey(1, Double.POSITIVE_INFINITY)).hasMessageContaining("finite");
    }
}
