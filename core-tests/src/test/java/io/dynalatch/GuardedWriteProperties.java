package io.dynalatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dynalatch.testkit.Fault;
import io.dynalatch.testkit.SeededFaults;
import io.dynalatch.testkit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * P4, P6: three clients write under one lock while requests, answers and processes fail. Each write counts on an item
 * of its own, and notes its token on a common one.
 */
class GuardedWriteProperties {
    private static final int HISTORIES = Integer.getInteger("dynalatch.histories", 150);
    private static final String ITEMS = "items";
    private static final Duration LENGTH = Duration.ofSeconds(60);

    /** A write, and what its caller was told. */
    private static final class Write {
        private final String id;
        private final CompletableFuture<Void> told;

        private Write(String id, CompletableFuture<Void> told) {
            this.id = id;
            this.told = told;
        }

        private @Nullable Throwable thrown() {
            return told.handle((nothing, thrown) -> thrown instanceof CompletionException ? thrown.getCause() : thrown)
                    .join();
        }
    }

    private int applied;
    private int unknown;
    private int refused;

    @Test
    void each_write_is_applied_once_as_told_and_none_of_a_stale_hold() {
        Seeds.forEach(HISTORIES, this::history);

        assertThat(applied).isPositive();
        assertThat(unknown).isPositive();
        assertThat(refused).isPositive();
    }

    private void history(long seed) {
        try (LockWorld world = new LockWorld(seed, AttributeNames.DEFAULT)) {
            world.createItems(ITEMS);
            RandomGenerator random = world.time.random();
            List<Write> writes = new ArrayList<>();
            world.store.plan(SeededFaults.of(random, Duration.ofMillis(40), Duration.ofSeconds(9))
                    .rate(Fault.DELAY_REQUEST, 0.06)
                    .rate(Fault.DELAY_ANSWER, 0.04)
                    .rate(Fault.DUPLICATE, 0.15)
                    .rate(Fault.LOSE_ANSWER, 0.06)
                    .rate(Fault.SWALLOW_ANSWER, 0.06)
                    .rate(Fault.SWALLOW_REQUEST, 0.06)
                    .rate(Fault.CONFLICT, 0.03)
                    .rate(Fault.THROTTLE, 0.03)
                    .rate(Fault.STRIP_ITEM, 0.2));
            for (String name : List.of("a", "b", "c")) {
                LockWorld.Host host = world.host(name);
                work(world, host, random, writes);
                pauses(world, host, random);
            }
            world.advance(LENGTH);
            world.direct().putItem(put -> put.tableName(ITEMS).item(Map.of("id", AttributeValue.fromS("gate"))));
            world.advance(Duration.ofSeconds(40));
            world.calm();
            world.advance(Duration.ofSeconds(40));
            writes.forEach(write -> check(world, write));
        }
    }

    private void work(LockWorld world, LockWorld.Host host, RandomGenerator random, List<Write> writes) {
        if (world.time.nowNanos() > LENGTH.toNanos()) {
            return;
        }
        var unused = host.acquire("orders", Duration.ofSeconds(20)).handle((acquisition, thrown) -> {
            if (acquisition instanceof Acquisition.Granted granted) {
                HeldLock lock = granted.lock();
                for (int i = random.nextInt(4); i >= 0; i--) {
                    String id = host.process.name() + "-" + writes.size();
                    writes.add(new Write(id, lock.writeAsync(actions(id, lock.token(), random.nextInt(5) == 0))));
                }
                var end = world.time.after(Duration.ofMillis(random.nextInt(9_000)), () -> {
                    var released = lock.releaseAsync().handle((outcome, error) -> {
                        work(world, host, random, writes);
                        return null;
                    });
                    assertThat(released).isNotNull();
                });
                assertThat(end).isNotNull();
            } else {
                var again = world.time.after(Duration.ofSeconds(1), () -> work(world, host, random, writes));
                assertThat(again).isNotNull();
            }
            return null;
        });
        assertThat(unused).isNotNull();
    }

    private static void pauses(LockWorld world, LockWorld.Host host, RandomGenerator random) {
        var unused = world.time.after(Duration.ofMillis(random.nextInt(20_000)), () -> {
            host.process.pause();
            var resumes = world.time.after(Duration.ofMillis(random.nextInt(15_000)), () -> {
                host.process.resume();
                pauses(world, host, random);
            });
            assertThat(resumes).isNotNull();
        });
        assertThat(unused).isNotNull();
    }

    /** Counts, and notes the token where no greater one was noted: a stale hold would go back. */
    private static List<TransactWriteItem> actions(String id, long token, boolean gated) {
        TransactWriteItem count = TransactWriteItem.builder()
                .update(update -> update.tableName(ITEMS)
                        .key(Map.of("id", AttributeValue.fromS(id)))
                        .updateExpression("ADD n :one")
                        .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))))
                .build();
        TransactWriteItem note = TransactWriteItem.builder()
                .update(update -> update.tableName(ITEMS)
                        .key(Map.of("id", AttributeValue.fromS("tokens")))
                        .updateExpression("SET stale = if_not_exists(stale, :none), last = :token")
                        .conditionExpression("attribute_not_exists(last) OR last <= :token")
                        .expressionAttributeValues(Map.of(
                                ":token", AttributeValue.fromN(Long.toString(token)),
                                ":none", AttributeValue.fromBool(false))))
                .build();
        TransactWriteItem gate = TransactWriteItem.builder()
                .conditionCheck(check -> check.tableName(ITEMS)
                        .key(Map.of("id", AttributeValue.fromS("gate")))
                        .conditionExpression("attribute_exists(id)"))
                .build();
        return gated ? List.of(count, gate) : List.of(count, note);
    }

    private void check(LockWorld world, Write write) {
        assertThat(write.told).as(write.id).isDone();
        Map<String, AttributeValue> item = world.direct()
                .getItem(get -> get.tableName(ITEMS).key(Map.of("id", AttributeValue.fromS(write.id))))
                .item();
        int times = item.containsKey("n") ? Integer.parseInt(item.get("n").n()) : 0;
        Throwable thrown = write.thrown();
        if (thrown == null) {
            applied++;
            assertThat(times).as(write.id).isEqualTo(1);
        } else if (thrown instanceof WriteUnknownException) {
            unknown++;
            assertThat(times).as(write.id).isLessThanOrEqualTo(1);
        } else {
            refused++;
            assertThat(times).as(write.id + " " + thrown).isZero();
            if (thrown instanceof WriteRefusedException refusal) {
                // Only the gate may be shut: a hold that is current has the greatest token.
                assertThat(refusal.getMessage()).contains("ConditionCheck");
            }
        }
    }
}
