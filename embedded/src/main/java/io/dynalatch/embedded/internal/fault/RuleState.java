package io.dynalatch.embedded.internal.fault;

import io.dynalatch.embedded.Delay;
import io.dynalatch.embedded.FaultRule;
import io.dynalatch.embedded.Throughput;
import io.dynalatch.embedded.internal.fault.Targets.Target;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** A rule with what it has counted. Guarded by the plan. */
final class RuleState {
    private static final int BUCKETS_MAX = 10_000;

    private final FaultRule rule;
    private final RandomGenerator random;
    private final Map<Target, TokenBucket> buckets = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Target, TokenBucket> eldest) {
            return size() > BUCKETS_MAX;
        }
    };
    private long matched;
    private long fired;

    RuleState(FaultRule rule, RandomGenerator random) {
        this.rule = rule;
        this.random = random;
    }

    FaultRule rule() {
        return rule;
    }

    long fired() {
        return fired;
    }

    /** Counts a request, and lets the fault befall it if it is its turn. */
    boolean fires(String operation, List<Target> targets, long nowNanos, Course course) {
        if (!isAbout(operation, targets)) {
            return false;
        }
        matched++;
        boolean due = matched > rule.skipped() && fired < rule.timesMax();
        if (!due || (rule.probability() < 1 && random.nextDouble() >= rule.probability())) {
            return false;
        }
        boolean decides = Course.decides(rule.fault());
        if ((decides && course.ending() != null) || !usedUp(targets, nowNanos, course)) {
            return false;
        }
        fired++;
        Delay delay = rule.delay();
        Duration drawn = delay == null ? Duration.ZERO : delay.draw(random);
        if (decides) {
            course.ends(rule.fault(), drawn);
        } else {
            course.takes(drawn);
        }
        return true;
    }

    private boolean isAbout(String operation, List<Target> targets) {
        boolean one = rule.operations().isEmpty() || rule.operations().contains(operation);
        boolean anywhere = rule.table() == null && rule.key() == null;
        return one && (anywhere || targets.stream().anyMatch(this::isAbout));
    }

    private boolean isAbout(Target target) {
        return (rule.table() == null || rule.table().equals(target.table()))
                && (rule.key() == null || rule.key().equals(target.key()));
    }

    /** Whether the throughput of a throttling rule is used up; where it is not, the request will have to pay. */
    private boolean usedUp(List<Target> targets, long nowNanos, Course course) {
        Throughput throughput = rule.throughput();
        if (throughput == null) {
            return true;
        }
        Map<TokenBucket, Course.Payment> payments = new LinkedHashMap<>();
        for (Target target : targets.stream().filter(this::isAbout).toList()) {
            if (throughput.perKey() && target.key() == null) {
                continue;
            }
            Target bucketOf = throughput.perKey() ? target : new Target(target.table(), null);
            TokenBucket bucket = buckets.computeIfAbsent(bucketOf, any -> new TokenBucket(throughput, nowNanos));
            if (!bucket.hasSome(nowNanos)) {
                return true;
            }
            double share = 1.0
                    / targets.stream()
                            .filter(other -> other.table().equals(target.table()))
                            .count();
            payments.merge(
                    bucket,
                    new Course.Payment(bucket, target.table(), share),
                    (one, more) -> new Course.Payment(bucket, target.table(), one.share() + more.share()));
        }
        payments.values().forEach(course::pays);
        return false;
    }
}
