package io.dynalatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dynalatch.protocol.Attempt;
import io.dynalatch.protocol.Draws;
import io.dynalatch.protocol.HoldEvent;
import io.dynalatch.protocol.HoldProtocol;
import io.dynalatch.protocol.HoldStep;
import io.dynalatch.protocol.HoldStep.Ending;
import io.dynalatch.protocol.LeaseTerms;
import io.dynalatch.protocol.Moment;
import io.dynalatch.protocol.Row;
import io.dynalatch.protocol.Row.Standing;
import io.dynalatch.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * C2: a release races a heartbeat, in a hundred thousand schedules. The protocol alone, over one row and a network that
 * delays, loses, copies and strips.
 */
class HoldRaceProperties {
    private static final int SCHEDULES = 100_000;
    private static final long MILLI = 1_000_000;
    private static final LeaseTerms TERMS = new LeaseTerms(6000 * MILLI, 2000 * MILLI, 1200 * MILLI, 1000 * MILLI);
    private static final String HOLD = "hold";

    @Test
    void a_released_row_is_free_and_never_renewed_whatever_the_network_does() {
        Seeds.forEach(SCHEDULES, seed -> new Race(seed).run());
    }

    private record Timed(long at, long order, Runnable task) implements Comparable<Timed> {
        @Override
        public int compareTo(Timed other) {
            return at == other.at ? Long.compare(order, other.order) : Long.compare(at, other.at);
        }
    }

    /** What a write does to the row, and the events that tell of it. */
    private interface Outcome {
        HoldEvent applied();

        HoldEvent refused(Row shown);

        HoldEvent failed();
    }

    private static final class Race implements Draws {
        private final SplittableRandom random;
        private final PriorityQueue<Timed> queue = new PriorityQueue<>();
        private final List<Ending> endings = new ArrayList<>();
        private final HoldProtocol protocol = new HoldProtocol(TERMS, HOLD, new Attempt("v0", new Moment(0, 0)));
        private Row row = held("v0");
        private Row atEnd = row;
        private long now;
        private int ids;

        private Race(long seed) {
            random = new SplittableRandom(seed);
        }

        private void run() {
            after(random.nextLong(60 * MILLI), () -> feed(new HoldEvent.BeatAsked()));
            after(random.nextLong(60 * MILLI), () -> feed(new HoldEvent.ReleaseAsked()));
            for (Timed next = queue.poll(); next != null; next = queue.poll()) {
                now = next.at;
                next.task.run();
            }
            assertThat(endings).hasSize(1);
            assertThat(endings.get(0)).isIn(Ending.RELEASED, Ending.RELEASE_UNKNOWN);
            if (endings.get(0) == Ending.RELEASED) {
                assertThat(atEnd.standing()).isEqualTo(Standing.RELEASED);
                assertThat(row).isEqualTo(atEnd);
            }
        }

        private void after(long nanos, Runnable task) {
            queue.add(new Timed(now + nanos, random.nextLong(), task));
        }

        private void feed(HoldEvent event) {
            for (HoldStep step : protocol.on(event, new Moment(now, now / MILLI), this)) {
                carryOut(step);
            }
            long wake = protocol.wakeNanos();
            if (wake != Long.MAX_VALUE) {
                after(Math.max(0, wake - now), this::wake);
            }
        }

        /** Timers are not taken back here: one that comes too early finds nothing due. */
        private void wake() {
            if (!protocol.ended() && now - protocol.wakeNanos() >= 0) {
                feed(new HoldEvent.Due());
            }
        }

        private void carryOut(HoldStep step) {
            if (step instanceof HoldStep.Beat beat) {
                write(beat.accepted(), held(beat.attempt().recordVersion()), TERMS.timeoutNanos(), ofBeat(beat));
            } else if (step instanceof HoldStep.Release release) {
                Row free = new Row(Standing.RELEASED, release.attempt().recordVersion(), HOLD, 0);
                write(release.accepted(), free, release.timeoutNanos(), ofRelease(release));
            } else if (step instanceof HoldStep.Read) {
                read();
            } else if (step instanceof HoldStep.End end) {
                endings.add(end.ending());
                atEnd = row;
            }
        }

        private void write(List<String> accepted, Row next, long timeout, Outcome outcome) {
            after(timeout, () -> feed(outcome.failed()));
            if (happens(0.08)) {
                return;
            }
            long way = way();
            after(way, () -> arrive(accepted, next, outcome, !happens(0.1)));
            if (happens(0.1)) {
                after(way + way(), () -> arrive(accepted, next, outcome, false));
            }
        }

        private void arrive(List<String> accepted, Row next, Outcome outcome, boolean answered) {
            boolean applies = row.held() && accepted.contains(row.recordVersion());
            Row shown = happens(0.2) ? null : row;
            row = applies ? next : row;
            if (answered) {
                after(way(), () -> feed(applies ? outcome.applied() : outcome.refused(shown)));
            }
        }

        private void read() {
            boolean[] told = {false};
            after(TERMS.timeoutNanos(), () -> once(told, new HoldEvent.ReadFailed(failure())));
            after(way(), () -> {
                Row found = row;
                after(way(), () -> once(told, new HoldEvent.RowSeen(found)));
            });
        }

        private void once(boolean[] told, HoldEvent event) {
            if (!told[0]) {
                told[0] = true;
                feed(event);
            }
        }

        private long way() {
            return random.nextLong(happens(0.05) ? 2500 * MILLI : 40 * MILLI);
        }

        private boolean happens(double probability) {
            return random.nextDouble() < probability;
        }

        private static Row held(String version) {
            return new Row(Standing.HELD, version, HOLD, TERMS.leaseNanos());
        }

        private static Throwable failure() {
            return new IllegalStateException("no answer");
        }

        @Override
        public String id() {
            return "v" + ++ids;
        }

        @Override
        public double fraction() {
            return random.nextDouble();
        }

        private static Outcome ofBeat(HoldStep.Beat beat) {
            String version = beat.attempt().recordVersion();
            return new Outcome() {
                @Override
                public HoldEvent applied() {
                    return new HoldEvent.BeatApplied(version);
                }

                @Override
                public HoldEvent refused(Row shown) {
                    return new HoldEvent.BeatRefused(version, shown);
                }

                @Override
                public HoldEvent failed() {
                    return new HoldEvent.BeatFailed(version, failure());
                }
            };
        }

        private static Outcome ofRelease(HoldStep.Release release) {
            String version = release.attempt().recordVersion();
            return new Outcome() {
                @Override
                public HoldEvent applied() {
                    return new HoldEvent.ReleaseApplied(version);
                }

                @Override
                public HoldEvent refused(Row shown) {
                    return new HoldEvent.ReleaseRefused(version, shown);
                }

                @Override
                public HoldEvent failed() {
                    return new HoldEvent.ReleaseFailed(version, failure(), false);
                }
            };
        }
    }
}
