package io.dynalatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Rows of users, of other clients and of other versions. */
class RowCasesTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final LockWorld world = new LockWorld();
    private final LockWorld.Host a = world.host("a");
    private final LockWorld.Host b = world.host("b");

    @AfterEach
    void close() {
        world.close();
    }

    private static AttributeValue text(String value) {
        return AttributeValue.fromS(value);
    }

    /** A row as the other client writes it. */
    private static Map<String, AttributeValue> foreign(AttributeValue lease) {
        return new HashMap<>(Map.of(
                "ownerName", text("other"),
                "recordVersionNumber", text("v1"),
                "leaseDuration", lease));
    }

    // E1
    @Test
    void a_users_item_is_locked_and_keeps_its_attributes_through_the_whole_life_of_the_lock() {
        Map<String, AttributeValue> users = Map.of(
                "price",
                AttributeValue.fromN("7"),
                "name",
                text("Bananas"),
                "tags",
                AttributeValue.fromSs(java.util.List.of("x", "y")));
        world.putRow("orders", users);

        HeldLock lock = a.hold("orders");
        assertThat(world.row("orders")).containsAllEntriesOf(users);
        world.advance(MINUTE);
        a.release(lock);

        assertThat(world.row("orders")).containsAllEntriesOf(users);
        assertThat(b.hold("orders").token()).isGreaterThan(lock.token());
    }

    // E5
    @Test
    void a_lock_on_a_users_item_never_gets_a_time_to_live() {
        world.putRow("orders", Map.of("price", AttributeValue.fromN("7")));

        HeldLock lock = a.hold("orders");
        world.advance(MINUTE);
        assertThat(world.row("orders")).doesNotContainKey("expiresAt");
        a.release(lock);

        assertThat(world.row("orders")).doesNotContainKey("expiresAt");
    }

    // E5
    @Test
    void an_abandoned_lock_carries_a_time_to_live_in_seconds_that_each_heartbeat_moves() {
        a.hold("orders");
        assertThat(world.row("orders")).doesNotContainKey("expiresAt");
        world.advance(Duration.ofSeconds(10));
        long first = expiresAt();
        world.advance(Duration.ofSeconds(10));

        assertThat(expiresAt() - first).isBetween(8L, 12L);
        Instant now = Instant.now(a.process.wallClock());
        assertThat(Duration.between(now, Instant.ofEpochSecond(expiresAt())))
                .isBetween(Duration.ofDays(7), Duration.ofDays(7).plus(LockWorld.LEASE));
    }

    private long expiresAt() {
        return Long.parseLong(world.row("orders").get("expiresAt").n());
    }

    // E18
    @ParameterizedTest
    @ValueSource(strings = {"20000", "20s", "0h0m20s", "20000ms", "20000000us", "20000000µs", "20000000000ns", "0.5m-"})
    void leases_in_milliseconds_and_as_go_writes_them_are_watched_for_what_they_say(String lease) {
        if (lease.endsWith("-")) {
            lease = "20.0s";
        }
        world.putRow("orders", foreign(text(lease)));
        CompletableFuture<Acquisition> waiting = a.acquire("orders", MINUTE);

        world.advance(Duration.ofSeconds(20));
        assertThat(waiting).isNotDone();
        world.advance(Duration.ofSeconds(1));

        assertThat(waiting.join().granted()).isTrue();
    }

    static Stream<Arguments> unreadable() {
        return Stream.of(
                Arguments.of("leaseDuration", AttributeValue.fromN("1700000000"), "N \"1700000000\""),
                Arguments.of("leaseDuration", text("soon"), "S \"soon\""),
                Arguments.of("leaseDuration", text(""), "S \"\""),
                Arguments.of("leaseDuration", text("-20s"), "S \"-20s\""),
                Arguments.of("leaseDuration", text("1.5"), "S \"1.5\""),
                Arguments.of("leaseDuration", text("999999999999h".repeat(3000)), "S"),
                Arguments.of("leaseDuration", null, "nothing"),
                Arguments.of("recordVersionNumber", AttributeValue.fromN("3"), "N \"3\""),
                Arguments.of("recordVersionNumber", null, "nothing"),
                Arguments.of("ownerName", AttributeValue.fromBool(true), "BOOL"),
                Arguments.of("isReleased", AttributeValue.fromBool(true), "BOOL"),
                Arguments.of("isReleased", text("true"), "S \"true\""),
                Arguments.of("format", AttributeValue.fromN("2"), "N \"2\""),
                Arguments.of("format", text("1"), "S \"1\""));
    }

    // E18, P17
    @ParameterizedTest
    @MethodSource("unreadable")
    void a_row_that_cannot_be_judged_is_named_with_attribute_and_finding_and_left_as_it_is(
            String attribute, AttributeValue value, String found) {
        Map<String, AttributeValue> row = foreign(text("1000"));
        if (value == null) {
            row.remove(attribute);
        } else {
            row.put(attribute, value);
        }
        world.putRow("orders", row);
        Map<String, AttributeValue> before = world.row("orders");

        CompletableFuture<Acquisition> waiting = a.acquire("orders", MINUTE);
        assertThatThrownBy(() -> world.await(waiting))
                .isInstanceOf(RowFormatException.class)
                .hasMessageContainingAll("orders", "locks", "'" + attribute + "'", "expected", found);
        assertThatThrownBy(() -> a.inspect("orders")).isInstanceOf(RowFormatException.class);

        assertThat(world.row("orders")).isEqualTo(before);
    }

    // E18
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_released_mark_of_the_other_client_is_read_as_text_and_as_bytes(boolean binary) {
        Map<String, AttributeValue> row = foreign(text("20000"));
        row.put("isReleased", binary ? AttributeValue.fromB(SdkBytes.fromUtf8String("1")) : text("1"));
        world.putRow("orders", row);
        assertThat(a.inspect("orders").state()).isEqualTo(LockState.RELEASED);

        assertThat(world.requestsOf(
                        () -> assertThat(a.tryAcquire("orders").granted()).isTrue()))
                .isEqualTo(1);
        assertThat(world.released("orders")).isFalse();
    }

    // P17
    @Test
    void a_row_of_a_newer_format_is_not_even_written_when_it_is_released_or_dead() {
        Map<String, AttributeValue> row = foreign(text("1000"));
        row.put("format", AttributeValue.fromN("2"));
        row.put("isReleased", text("1"));
        world.putRow("orders", row);
        Map<String, AttributeValue> before = world.row("orders");

        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> a.tryAcquire("orders")).isInstanceOf(RowFormatException.class);
            world.advance(MINUTE);
        }

        assertThat(world.row("orders")).isEqualTo(before);
    }

    // E18, P12
    @Test
    void an_acquire_whose_row_turns_out_unreadable_leaves_no_hold_behind() {
        Map<String, AttributeValue> row = new HashMap<>();
        row.put("fencingToken", AttributeValue.fromN("1.5"));
        world.putRow("orders", row);

        assertThatThrownBy(() -> a.tryAcquire("orders"))
                .isInstanceOf(RowFormatException.class)
                .hasMessageContaining("'fencingToken'");
        world.advance(Duration.ofMillis(1));

        assertThat(world.released("orders")).isTrue();
    }

    // P3, P17
    @Test
    void the_token_goes_on_from_what_the_row_has() {
        world.putRow("orders", Map.of("fencingToken", AttributeValue.fromN("41")));

        HeldLock lock = a.hold("orders");

        assertThat(lock.token()).isEqualTo(42);
    }

    @Test
    void data_stays_on_the_row_until_it_is_written_anew() {
        AcquireOptions withData =
                AcquireOptions.builder().data(new byte[] {1, 2}).build();
        HeldLock first = world.await(a.client.tryAcquireAsync(LockName.of("orders"), withData))
                .orThrow();
        a.release(first);

        HeldLock second = b.hold("orders");

        assertThat(first.data()).hasValue(new byte[] {1, 2});
        assertThat(second.data()).hasValue(new byte[] {1, 2});
    }
}
