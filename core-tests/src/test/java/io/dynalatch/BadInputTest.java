package io.dynalatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What cannot be meant is refused with a clear message, before any request. */
class BadInputTest {
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);
    private static final Duration NANO = Duration.ofNanos(1);

    private final LockWorld world = new LockWorld();
    private final LockWorld.Host a = world.host("a");
    private final long before = world.store.requests();

    @AfterEach
    void close() {
        world.close();
    }

    private void assertNothingWasSent() {
        assertThat(world.store.requests()).isEqualTo(before);
    }

    static Stream<Arguments> settings() {
        return Stream.of(
                setting("lease", builder -> builder.lease(Duration.ofMillis(500).minus(NANO))),
                setting("lease", builder -> builder.lease(Duration.ofHours(1).plus(NANO))),
                setting("lease", builder -> builder.lease(Duration.ZERO)),
                setting("lease", builder -> builder.lease(Duration.ofSeconds(-6))),
                setting("lease", builder -> builder.lease(FOREVER)),
                setting(
                        "heartbeatEvery",
                        builder -> builder.heartbeatEvery(Duration.ofSeconds(2).plus(NANO))),
                setting("heartbeatEvery", builder -> builder.heartbeatEvery(Duration.ZERO)),
                setting("heartbeatEvery", builder -> builder.heartbeatEvery(FOREVER.negated())),
                setting("safetyMargin", builder -> builder.safetyMargin(Duration.ZERO)),
                setting(
                        "safetyMargin",
                        builder -> builder.safetyMargin(Duration.ofSeconds(3).plus(NANO))),
                setting("safetyMargin", builder -> builder.safetyMargin(FOREVER)),
                setting("requestTimeout", builder -> builder.requestTimeout(Duration.ZERO)),
                setting(
                        "requestTimeout",
                        builder -> builder.requestTimeout(Duration.ofSeconds(1).plus(NANO))),
                setting("requestTimeout", builder -> builder.requestTimeout(FOREVER)),
                setting("clockAllowance", builder -> builder.clockAllowance(-0.01)),
                setting("clockAllowance", builder -> builder.clockAllowance(0.21)),
                setting("clockAllowance", builder -> builder.clockAllowance(Double.NaN)),
                setting("pollEvery min", builder -> builder.pollEvery(Duration.ofMillis(4), Duration.ofSeconds(1))),
                setting("pollEvery max", builder -> builder.pollEvery(Duration.ofMillis(20), Duration.ofMillis(19))),
                setting("pollEvery max", builder -> builder.pollEvery(Duration.ofMillis(20), FOREVER)),
                setting("watchesMax", builder -> builder.watchesMax(0)),
                setting("retention", builder -> builder.retention(Duration.ofHours(23))),
                setting("retention", builder -> builder.retention(Duration.ofDays(366))),
                setting("retention", builder -> builder.retention(FOREVER)),
                setting("owner", builder -> builder.owner("")),
                setting("owner", builder -> builder.owner("x".repeat(1025))),
                setting("application", builder -> builder.application("")));
    }

    private static Arguments setting(String name, Consumer<LockClientBuilder> change) {
        return Arguments.of(name, change);
    }

    @ParameterizedTest
    @MethodSource("settings")
    void a_setting_out_of_its_bounds_is_refused_by_its_name(String name, Consumer<LockClientBuilder> change) {
        assertThatThrownBy(() -> world.host("wrong", change))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(name, "must");
        assertNothingWasSent();
    }

    @Test
    void settings_on_their_bounds_are_taken() {
        world.host("shortest", builder -> builder.lease(Duration.ofMillis(500)));
        world.host("longest", builder -> builder.lease(Duration.ofHours(1)));
        LockWorld.Host widest = world.host(
                "widest",
                builder -> builder.clockAllowance(0.2)
                        .safetyMargin(Duration.ofSeconds(3))
                        .heartbeatEvery(Duration.ofSeconds(2))
                        .requestTimeout(Duration.ofSeconds(1))
                        .pollEvery(Duration.ofMillis(5), Duration.ofMinutes(1))
                        .retention(Duration.ofDays(365))
                        .watchesMax(1));

        assertThat(widest.hold("orders").isHeld()).isTrue();
    }

    @Test
    void an_empty_table_name_is_refused() {
        assertThatThrownBy(() -> LockClient.create(world.direct(), ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("table");
    }

    @Test
    void lock_names_are_bounded_in_bytes_not_in_characters() {
        assertThat(a.hold("x".repeat(2048)).isHeld()).isTrue();
        assertThat(a.hold("ü".repeat(1024)).isHeld()).isTrue();
        long sent = world.requestsOf(() -> {
            for (String bad : new String[] {"", "x".repeat(2049), "ü".repeat(1025)}) {
                assertThatThrownBy(() -> a.client.tryAcquire(bad))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContainingAll("lock name", "1 to 2048");
                assertThatThrownBy(() -> a.client.acquire(bad)).isInstanceOf(IllegalArgumentException.class);
                assertThatThrownBy(() -> a.client.inspect(bad)).isInstanceOf(IllegalArgumentException.class);
            }
            assertThatThrownBy(() -> LockName.of("orders", ""))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("orders", "1 to 1024");
            assertThatThrownBy(() -> LockName.of("orders", "ü".repeat(513)))
                    .isInstanceOf(IllegalArgumentException.class);
        });

        assertThat(sent).isZero();
    }

    @Test
    void a_sort_key_where_the_table_has_none_is_refused_and_the_other_way_round() {
        AttributeNames sorted = AttributeNames.builder().sortKey("s").build();
        LockWorld.Host b = world.host("b", builder -> builder.attributeNames(sorted));

        assertThatThrownBy(() -> a.tryAcquire(LockName.of("orders", "1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("orders/1", "locks", "sort key");
        assertThatThrownBy(() -> b.tryAcquire(LockName.of("orders")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("orders", "locks", "'s'");
        assertNothingWasSent();
    }

    @Test
    void a_negative_wait_is_refused() {
        assertThatThrownBy(() -> AcquireOptions.maxWait(NANO.negated()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxWait must be zero or more");
    }

    @Test
    void the_longest_wait_that_can_be_written_is_a_long_wait() {
        HeldLock other = world.host("other").hold("orders");
        CompletableFuture<Acquisition> waiting = a.acquire("orders", FOREVER);
        world.advance(Duration.ofMinutes(3));
        assertThat(waiting).isNotDone();

        CompletableFuture<ReleaseOutcome> release = other.releaseAsync();

        assertThat(world.await(waiting).granted()).isTrue();
        assertThat(release).isCompletedWithValue(ReleaseOutcome.RELEASED);
    }

    @Test
    void no_wait_at_all_is_one_look() {
        world.host("other").hold("orders");

        Duration took = world.timeOf(() -> assertThat(world.requestsOf(() -> assertThat(
                                world.await(a.acquire("orders", Duration.ZERO)).granted())
                        .isFalse()))
                .isEqualTo(1));

        assertThat(took).isZero();
    }

    @Test
    void a_lease_of_an_acquire_out_of_its_bounds_is_refused() {
        for (Duration bad : new Duration[] {Duration.ZERO, Duration.ofSeconds(-1), Duration.ofHours(2), FOREVER}) {
            AcquireOptions options = AcquireOptions.builder().lease(bad).build();
            assertThatThrownBy(() -> a.client.tryAcquire("orders", options))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("lease must be");
        }
        assertNothingWasSent();
    }

    @Test
    void a_lease_that_does_not_fit_what_was_set_for_the_client_is_refused() {
        LockWorld.Host slow = world.host("slow", builder -> builder.heartbeatEvery(Duration.ofSeconds(2)));
        AcquireOptions options =
                AcquireOptions.builder().lease(Duration.ofSeconds(3)).build();

        assertThatThrownBy(() -> slow.client.tryAcquire("orders", options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("heartbeatEvery");
        assertNothingWasSent();
    }

    @Test
    void a_negative_time_for_a_new_table_is_refused_and_the_longest_is_taken() {
        assertThatThrownBy(() -> a.client.createTable(NANO.negated()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("timeout must be zero or more");
        assertNothingWasSent();

        assertThat(world.await(a.client.createTableAsync(FOREVER))).isNull();
    }

    @Test
    void attribute_names_that_are_empty_too_long_or_used_twice_are_refused() {
        AttributeNames.Builder names = AttributeNames.builder();

        assertThatThrownBy(() -> names.holder("").build()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> names.holder("x".repeat(256)).build()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> names.holder("key").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'key'", "two attributes");
    }

    @Test
    void watches_with_negative_durations_are_refused() {
        assertThatThrownBy(() -> new Watch(LockName.of("orders"), "v", NANO.negated(), Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Watch(LockName.of("orders"), "v", Duration.ZERO, NANO.negated()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
