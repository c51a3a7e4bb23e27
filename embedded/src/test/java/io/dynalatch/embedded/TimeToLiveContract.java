package io.dynalatch.embedded;

import static io.dynalatch.embedded.Tables.definition;
import static io.dynalatch.embedded.Tables.get;
import static io.dynalatch.embedded.Tables.key;
import static io.dynalatch.embedded.Tables.n;
import static io.dynalatch.embedded.Tables.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** What happens to expired items, the same on every store. */
@Timeout(60)
abstract class TimeToLiveContract {
    private static final Instant NOW = ManualTime.START;

    final ManualTime time = new ManualTime();
    private EmbeddedDynamoDb engine;
    private DynamoDbClient client;

    abstract EmbeddedDynamoDb.Builder builder();

    private void open(TtlSweep sweep) {
        engine = builder().clock(time).time(time).ttlSweep(sweep).build();
        client = engine.client();
    }

    @BeforeEach
    void make_a_table() {
        open(TtlSweep.NEVER);
        client.createTable(Tables.locks());
    }

    @AfterEach
    void close_the_engine() {
        engine.close();
    }

    private void reopen(TtlSweep sweep) {
        List<Map<String, AttributeValue>> items =
                client.scan(scan -> scan.tableName("locks")).items();
        engine.close();
        open(sweep);
        if (client.listTables().tableNames().isEmpty()) {
            client.createTable(Tables.locks());
            items.forEach(item -> Tables.put(client, "locks", item));
        }
        if (client.describeTimeToLive(describe -> describe.tableName("locks"))
                        .timeToLiveDescription()
                        .attributeName()
                == null) {
            enable("ttl");
        }
    }

    private void enable(String attribute) {
        assertThat(client.updateTimeToLive(update -> update.tableName("locks")
                                .timeToLiveSpecification(
                                        ttl -> ttl.enabled(true).attributeName(attribute)))
                        .timeToLiveSpecification()
                        .enabled())
                .isTrue();
    }

    private void put(String pk, AttributeValue ttl) {
        Tables.put(client, "locks", Map.of("pk", s(pk), "ttl", ttl));
    }

    private static AttributeValue seconds(Instant instant) {
        return n(BigDecimal.valueOf(instant.toEpochMilli(), 3).toPlainString());
    }

    private List<String> left() {
        return client.scan(scan -> scan.tableName("locks")).items().stream()
                .map(item -> item.get("pk").s())
                .toList();
    }

    @Test
    void an_item_expires_when_its_number_lies_before_now() {
        enable("ttl");
        put("at", seconds(NOW));
        put("before", seconds(NOW.minusMillis(1)));
        put("exponent", n("1.7E9"));
        put("later", seconds(NOW.plusMillis(1)));

        assertThat(engine.sweepExpired()).isEqualTo(2);

        assertThat(left()).containsExactly("at", "later");
        assertThat(engine.sweepExpired()).isZero();
    }

    @Test
    void what_expired_more_than_five_years_ago_never_goes() {
        enable("ttl");
        Instant fiveYears = NOW.atOffset(ZoneOffset.UTC).minusYears(5).toInstant();
        put("older", seconds(fiveYears.minusMillis(1)));
        put("five", seconds(fiveYears));
        put("zero", n("0"));
        put("negative", n("-5"));
        put("tiny", n("1E-130"));

        assertThat(engine.sweepExpired()).isEqualTo(1);

        assertThat(left()).containsExactly("negative", "older", "tiny", "zero");
    }

    @Test
    void only_a_number_at_the_top_of_the_item_counts() {
        enable("ttl");
        put("string", s("1700000000"));
        put("set", AttributeValue.fromNs(List.of("1700000000")));
        put("deep", AttributeValue.fromM(Map.of("ttl", n("1700000000"))));
        Tables.put(client, "locks", Map.of("pk", s("none"), "other", n("1700000000")));

        assertThat(engine.sweepExpired()).isZero();

        assertThat(left()).hasSize(4);
    }

    @Test
    void an_expired_item_is_there_until_it_is_swept_and_can_be_renewed() {
        enable("ttl");
        put("a", seconds(NOW.minusSeconds(1)));

        assertThat(get(client, "a")).isNotEmpty();
        assertThat(left()).containsExactly("a");
        client.updateItem(update -> update.tableName("locks")
                .key(Map.of("pk", s("a")))
                .updateExpression("SET #t = :t")
                .conditionExpression("attribute_exists(pk)")
                .expressionAttributeNames(Map.of("#t", "ttl"))
                .expressionAttributeValues(Map.of(":t", seconds(NOW.plusSeconds(10)))));

        assertThat(engine.sweepExpired()).isZero();
        time.advance(Duration.ofSeconds(11));
        assertThat(engine.sweepExpired()).isEqualTo(1);
        assertThat(get(client, "a")).isEmpty();
    }

    @Test
    void items_that_were_there_before_count_once_it_is_enabled_and_nothing_when_it_is_not() {
        put("a", seconds(NOW.minusSeconds(1)));
        assertThat(engine.sweepExpired()).isZero();

        enable("ttl");
        assertThat(engine.sweepExpired()).isEqualTo(1);

        put("b", seconds(NOW.minusSeconds(1)));
        time.advance(Duration.ofHours(1));
        client.updateTimeToLive(update -> update.tableName("locks")
                .timeToLiveSpecification(ttl -> ttl.enabled(false).attributeName("ttl")));
        assertThat(engine.sweepExpired()).isZero();
        assertThat(left()).containsExactly("b");
    }

    @Test
    void a_swept_item_is_gone_from_its_indexes() {
        enable("ttl");
        client.updateTable(update -> update.tableName("locks")
                .attributeDefinitions(definition("team", ScalarAttributeType.S))
                .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                        .create(index -> index.indexName("by-team")
                                .keySchema(key("team", KeyType.HASH))
                                .projection(what -> what.projectionType(ProjectionType.ALL)))
                        .build()));
        for (String pk : List.of("a", "b")) {
            Tables.put(
                    client,
                    "locks",
                    Map.of(
                            "pk",
                            s(pk),
                            "team",
                            s("red"),
                            "ttl",
                            seconds(pk.equals("a") ? NOW.minusSeconds(1) : NOW.plusSeconds(1))));
        }

        assertThat(engine.sweepExpired()).isEqualTo(1);

        assertThat(client.scan(scan -> scan.tableName("locks").indexName("by-team"))
                        .items())
                .extracting(item -> item.get("pk").s())
                .containsExactly("b");
    }

    @Test
    void the_attribute_may_be_part_of_the_key() {
        client.createTable(Tables.orders(ScalarAttributeType.N));
        client.updateTimeToLive(update -> update.tableName("orders")
                .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName("sk")));
        Tables.put(client, "orders", Map.of("pk", s("a"), "sk", seconds(NOW.minusSeconds(1))));
        Tables.put(client, "orders", Map.of("pk", s("a"), "sk", seconds(NOW.plusSeconds(1))));

        assertThat(engine.sweepExpired()).isEqualTo(1);

        assertThat(client.scan(scan -> scan.tableName("orders")).count()).isEqualTo(1);
    }

    @Test
    void more_than_a_page_of_items_is_swept() {
        enable("ttl");
        IntStream.range(0, 250).forEach(i -> put("p" + i, seconds(i % 2 == 0 ? NOW.minusSeconds(1) : NOW)));

        assertThat(engine.sweepExpired()).isEqualTo(125);

        assertThat(left()).hasSize(125);
    }

    @Test
    void nothing_is_swept_by_itself_unless_asked_for() {
        enable("ttl");
        put("a", seconds(NOW.minusSeconds(1)));

        time.advance(Duration.ofDays(3));

        assertThat(left()).containsExactly("a");
        assertThat(time.waiting()).isZero();
    }

    @Test
    void at_once_means_within_a_second() {
        reopen(TtlSweep.AT_ONCE);
        put("a", seconds(NOW.plusSeconds(10)));

        time.advance(Duration.ofSeconds(10));
        assertThat(left()).containsExactly("a");
        time.advance(Duration.ofSeconds(1));

        assertThat(left()).isEmpty();
    }

    @Test
    void late_means_after_its_delay_and_a_tenth_at_most() {
        reopen(TtlSweep.late(Duration.ofMinutes(5)));
        put("a", seconds(NOW));

        time.advance(Duration.ofMinutes(5));
        assertThat(left()).containsExactly("a");
        time.advance(Duration.ofSeconds(30));

        assertThat(left()).isEmpty();
    }

    @Test
    void closing_ends_the_sweep() {
        reopen(TtlSweep.AT_ONCE);
        assertThat(time.waiting()).isEqualTo(1);

        engine.close();

        assertThat(time.waiting()).isZero();
        assertThatThrownBy(engine::sweepExpired).isInstanceOf(IllegalStateException.class);
    }
}
