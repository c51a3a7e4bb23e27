package io.dynalatch.embedded;

import static io.dynalatch.embedded.SdkErrors.assertError;
import static io.dynalatch.embedded.Tables.n;
import static io.dynalatch.embedded.Tables.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/** What each fault does to a caller, the same for every kind of client. */
@Timeout(60)
abstract class FaultsContract {
    private static final Duration TEN = Duration.ofMillis(10);

    final ManualTime time = new ManualTime();
    private EmbeddedDynamoDb engine;
    private DynamoDbClient client;
    private Faults faults;

    /** A client of that kind; what only the asynchronous one has is waited for by advancing the time. */
    abstract DynamoDbClient client(EmbeddedDynamoDb engine);

    /** What such a client makes of an answer that does not come in a given time. */
    Class<? extends SdkClientException> timeoutType() {
        return SdkClientException.class;
    }

    @BeforeEach
    void open_the_engine() {
        engine = EmbeddedDynamoDb.builder().clock(time).time(time).build();
        engine.client().createTable(Tables.locks());
        client = client(engine);
        faults = engine.faults();
    }

    @AfterEach
    void close_the_engine() {
        client.close();
        engine.close();
    }

    private void put(String pk) {
        Tables.put(client, "locks", Map.of("pk", s(pk)));
    }

    /** Counts in an item, and gives the count. */
    private String count(String pk) {
        return client.updateItem(update -> update.tableName("locks")
                        .key(Map.of("pk", s(pk)))
                        .updateExpression("ADD hits :one")
                        .expressionAttributeValues(Map.of(":one", n("1")))
                        .returnValues("UPDATED_NEW"))
                .attributes()
                .get("hits")
                .n();
    }

    /** The item as it is; ends all faults. */
    private Map<String, AttributeValue> stored(String pk) {
        faults.clear();
        return Tables.get(engine.client(), pk);
    }

    @Test
    void the_third_update_of_one_key_is_applied_and_its_answer_is_lost() {
        faults.add(FaultRule.of(Fault.LOST_ANSWER)
                .operation("UpdateItem")
                .table("locks")
                .key("x")
                .nth(3));

        assertThat(count("x")).isEqualTo("1");
        assertThat(count("y")).isEqualTo("1");
        assertThat(count("x")).isEqualTo("2");
        assertThatThrownBy(() -> count("x")).isInstanceOf(SdkClientException.class);

        assertThat(count("x")).isEqualTo("4");
        assertThat(faults.fired(Fault.LOST_ANSWER)).isEqualTo(1);
    }

    @Test
    void the_answer_of_a_refused_condition_is_lost_as_well() {
        put("a");
        faults.add(FaultRule.of(Fault.LOST_ANSWER).operation("PutItem"));

        assertThatThrownBy(() -> client.putItem(put -> put.tableName("locks")
                        .item(Map.of("pk", s("a"), "x", n("1")))
                        .conditionExpression("attribute_not_exists(pk)")))
                .isInstanceOf(SdkClientException.class);

        assertThat(stored("a")).isEqualTo(Map.of("pk", s("a")));
    }

    @Test
    void a_lost_request_is_never_applied() {
        faults.add(FaultRule.of(Fault.LOST_REQUEST).operation("PutItem"));

        assertThatThrownBy(() -> put("a")).isInstanceOf(SdkClientException.class);

        assertThat(stored("a")).isEmpty();
        assertThat(faults.fired(Fault.LOST_REQUEST)).isEqualTo(1);
        assertThat(time.nanos()).isZero();
    }

    @Test
    void an_answer_may_be_waited_for_in_vain() {
        faults.add(FaultRule.of(Fault.LOST_ANSWER, Delay.fixed(TEN)).operation("PutItem"));

        assertThatThrownBy(() -> put("a")).isInstanceOf(timeoutType());

        assertThat(stored("a")).isNotEmpty();
        assertThat(time.nanos()).isEqualTo(TEN.toNanos());
    }

    @Test
    void throttled_requests_are_refused_as_such() {
        faults.add(
                FaultRule.of(Fault.THROUGHPUT_EXCEEDED).nth(1),
                FaultRule.of(Fault.THROTTLING).nth(2));

        DynamoDbException exceeded = assertError(
                () -> put("a"),
                ProvisionedThroughputExceededException.class,
                "ProvisionedThroughputExceededException",
                400);
        DynamoDbException throttled =
                assertError(() -> put("a"), ThrottlingException.class, "ThrottlingException", 400);

        assertThat(exceeded.isThrottlingException()).isTrue();
        assertThat(throttled.isThrottlingException()).isTrue();
        assertThat(stored("a")).isEmpty();
        put("a");
    }

    @Test
    void a_table_lets_as_much_pass_as_its_throughput() {
        faults.add(FaultRule.of(Fault.THROUGHPUT_EXCEEDED, Throughput.perTable(2, 3)));

        for (int i = 0; i < 3; i++) {
            put("a" + i);
        }
        assertThatThrownBy(() -> put("b")).isInstanceOf(ProvisionedThroughputExceededException.class);
        time.advance(Duration.ofMillis(499));
        put("b");
        assertThatThrownBy(() -> put("c")).isInstanceOf(ProvisionedThroughputExceededException.class);

        time.advance(Duration.ofMillis(600));
        put("c");
        assertThat(faults.fired(Fault.THROUGHPUT_EXCEEDED)).isEqualTo(2);
    }

    @Test
    void a_large_item_leaves_a_debt_and_its_answer_is_as_if_nobody_had_asked() {
        faults.add(FaultRule.of(Fault.THROTTLING, Throughput.perKey(1, 1)));

        assertThat(client.putItem(put -> put.tableName("locks").item(Map.of("pk", s("big"), "x", s("x".repeat(4_000)))))
                        .consumedCapacity())
                .isNull();
        put("other");

        time.advance(Duration.ofSeconds(2));
        assertThatThrownBy(() -> put("big")).isInstanceOf(ThrottlingException.class);
        time.advance(Duration.ofMillis(1_001));
        put("big");
    }

    @Test
    void a_refused_condition_is_paid_for() {
        faults.add(FaultRule.of(Fault.THROTTLING, Throughput.perTable(1, 1)));

        assertThatThrownBy(() -> client.deleteItem(delete -> delete.tableName("locks")
                        .key(Map.of("pk", s("a")))
                        .conditionExpression("attribute_exists(pk)")))
                .isInstanceOf(ConditionalCheckFailedException.class);

        assertThatThrownBy(() -> put("a")).isInstanceOf(ThrottlingException.class);
    }

    @Test
    void a_server_error_may_or_may_not_have_applied_the_request() {
        faults.add(
                FaultRule.of(Fault.SERVER_ERROR).key("not"),
                FaultRule.of(Fault.SERVER_ERROR_APPLIED).key("applied"));

        assertError(() -> put("not"), InternalServerErrorException.class, "InternalServerError", 500);
        assertError(() -> put("applied"), InternalServerErrorException.class, "InternalServerError", 500);

        assertThat(stored("not")).isEmpty();
        assertThat(stored("applied")).isNotEmpty();
    }

    @Test
    void latency_is_spent_before_and_after() {
        faults.add(
                FaultRule.of(Fault.LATENCY, Delay.fixed(TEN)),
                FaultRule.of(Fault.LATENCY, Delay.fixed(TEN.dividedBy(2))));

        put("a");
        assertThat(time.nanos()).isEqualTo(Duration.ofMillis(15).toNanos());
        assertThatThrownBy(() -> client.putItem(put -> put.tableName("locks")
                        .item(Map.of("pk", s("a")))
                        .conditionExpression("attribute_not_exists(pk)")))
                .isInstanceOf(ConditionalCheckFailedException.class);

        assertThat(time.nanos()).isEqualTo(Duration.ofMillis(30).toNanos());
        assertThat(faults.fired(Fault.LATENCY)).isEqualTo(4);
    }
}
