package io.dynalatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dynalatch.spi.TaskScheduler.Scheduled;
import io.dynalatch.testkit.Fault;
import io.dynalatch.testkit.SeededFaults;
import io.dynalatch.testkit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * C2: a release that races a heartbeat leaves the row free, and nothing renews it afterwards. The whole client over the
 * engine; {@link HoldRaceProperties} has the many schedules.
 */
class ReleaseRaceProperties {
    private static final int SCHEDULES = Integer.getInteger("dynalatch.schedules", 2_000);
    private static final int PER_WORLD = 200;
    private static final Duration LATENCY_MAX = Duration.ofMillis(40);
    private static final Duration DELAY_MAX = Duration.ofSeconds(2);
    private static final long RACE_NANOS = Duration.ofMillis(60).toNanos();

    /** One hold, and the row as it stood when its release was answered. */
    private static final class Race {
        private final HeldLock lock;
        private ReleaseOutcome outcome;
        private Map<String, AttributeValue> row = Map.of();

        private Race(HeldLock lock) {
            this.lock = lock;
        }
    }

    @Test
    void a_released_row_is_free_and_never_renewed_whatever_the_network_does() {
        Seeds.forEach(SCHEDULES / PER_WORLD, this::race);
    }

    private void race(long seed) {
        try (LockWorld world = new LockWorld(seed, AttributeNames.DEFAULT)) {
            LockWorld.Host host = world.host("host");
            RandomGenerator random = world.time.random();
            List<Race> races = new ArrayList<>();
            for (int i = 0; i < PER_WORLD; i++) {
                races.add(new Race(host.hold("lock-" + i)));
            }
            world.store.plan(faults(random));
            races.forEach(race -> start(world, race, random));
            world.advance(Duration.ofSeconds(8));
            races.forEach(race -> check(world, race));
            assertThat(host.process.pendingTimers()).isZero();
            assertThat(host.events(LockEvent.Released.class)).hasSize(PER_WORLD);
        }
    }

    private static SeededFaults faults(RandomGenerator random) {
        return SeededFaults.of(random, LATENCY_MAX, DELAY_MAX)
                .rate(Fault.DELAY_REQUEST, 0.05)
                .rate(Fault.DELAY_ANSWER, 0.05)
                .rate(Fault.DUPLICATE, 0.1)
                .rate(Fault.LOSE_ANSWER, 0.05)
                .rate(Fault.SWALLOW_ANSWER, 0.03)
                .rate(Fault.LOSE_REQUEST, 0.05)
                .rate(Fault.STRIP_ITEM, 0.2);
    }

    private void start(LockWorld world, Race race, RandomGenerator random) {
        Scheduled beat = world.time.after(Duration.ofNanos(random.nextLong(RACE_NANOS)), () -> {
            CompletableFuture<Void> unused = race.lock.heartbeatAsync();
        });
        Scheduled release = world.time.after(Duration.ofNanos(random.nextLong(RACE_NANOS)), () -> {
            CompletableFuture<Void> noted = race.lock.releaseAsync().thenAccept(outcome -> {
                race.outcome = outcome;
                race.row = world.row(race.lock.name().value());
            });
            assertThat(noted).isNotDone();
        });
        assertThat(beat).isNotSameAs(release);
    }

    private static void check(LockWorld world, Race race) {
        String name = race.lock.name().value();
        assertThat(race.outcome).as(name).isIn(ReleaseOutcome.RELEASED, ReleaseOutcome.UNKNOWN);
        if (race.outcome == ReleaseOutcome.RELEASED) {
            assertThat(race.row).as(name).containsKey("isReleased");
            assertThat(world.row(name)).as(name).isEqualTo(race.row);
        }
    }
}
