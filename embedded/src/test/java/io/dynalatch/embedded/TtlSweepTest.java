package io.dynalatch.embedded;

import static io.dynalatch.embedded.Tables.n;
import static io.dynalatch.embedded.Tables.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TtlSweepTest {
    private static final String TIMER = "dynalatch-embedded-timer";

    private static List<Thread> timers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(TIMER))
                .toList();
    }

    /** The system's clock, which tells when a timer has read it twice: what the first look found is swept then. */
    private static final class WatchedClock extends Clock {
        private final CountDownLatch looks = new CountDownLatch(2);

        @Override
        public Instant instant() {
            if (Thread.currentThread().getName().equals(TIMER)) {
                looks.countDown();
            }
            return Clock.systemUTC().instant();
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    @Test
    void a_daemon_thread_of_its_own_sweeps_and_ends_on_close() throws Exception {
        WatchedClock clock = new WatchedClock();
        EmbeddedDynamoDb never = EmbeddedDynamoDb.inMemory();
        assertThat(timers()).isEmpty();
        EmbeddedDynamoDb engine = EmbeddedDynamoDb.builder()
                .clock(clock)
                .ttlSweep(TtlSweep.AT_ONCE)
                .build();
        engine.client().createTable(Tables.locks());
        engine.client()
                .updateTimeToLive(update -> update.tableName("locks")
                        .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName("ttl")));
        Tables.put(engine.client(), "locks", Map.of("pk", s("a"), "ttl", n("1760000000")));
        List<Thread> running = timers();

        assertThat(clock.looks.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(Tables.get(engine.client(), "a")).isEmpty();
        assertThat(running).hasSize(1).allMatch(Thread::isDaemon);
        engine.close();
        running.get(0).join(TimeUnit.SECONDS.toMillis(30));

        assertThat(timers()).isEmpty();
        never.close();
    }

    @Test
    void a_late_sweep_has_bounds() {
        for (Duration wrong :
                List.of(Duration.ofMillis(999), Duration.ofDays(30).plusNanos(1))) {
            assertThatThrownBy(() -> TtlSweep.late(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("between PT1S and PT720H");
        }
        assertThat(TtlSweep.late(Duration.ofDays(1))).hasToString("late by PT24H");
        assertThat(TtlSweep.pause(Duration.ofDays(1))).isEqualTo(Duration.ofMinutes(1));
        assertThat(TtlSweep.pause(Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(1));
    }
}
