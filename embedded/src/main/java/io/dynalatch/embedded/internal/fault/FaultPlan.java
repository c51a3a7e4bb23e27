package io.dynalatch.embedded.internal.fault;

import io.dynalatch.embedded.EngineTime;
import io.dynalatch.embedded.Fault;
import io.dynalatch.embedded.FaultRule;
import io.dynalatch.embedded.internal.fault.Targets.Target;
import io.dynalatch.embedded.internal.store.Table;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** The rules of an engine. Decides what befalls a request, and counts. Thread-safe. */
public final class FaultPlan {
    private final EngineTime time;
    private final ReentrantLock guard = new ReentrantLock();
    private final SplittableRandom random; // guarded by guard, as all below
    private final Map<FaultRule, RuleState> rules = new LinkedHashMap<>();
    private final Map<Fault, Long> fired = new EnumMap<>(Fault.class);
    private volatile boolean empty = true; // written under guard; read by every request

    /**
     * Makes a plan without rules.
     *
     * @param seed all chance of the rules follows from it
     * @param time fills the buckets
     */
    public FaultPlan(long seed, EngineTime time) {
        this.random = new SplittableRandom(seed);
        this.time = time;
    }

    /** Whether there is no rule. */
    public boolean isEmpty() {
        return empty;
    }

    /**
     * What befalls a request; null where nothing does.
     *
     * @param tables gives tables by their names; asked before anything is decided
     */
    public @Nullable Course course(
            String operation, DynamoDbRequest request, Function<String, @Nullable Table> tables) {
        List<Target> targets = new Targets(tables).of(request);
        return locked(() -> {
            Course course = new Course();
            boolean befallen = false;
            for (RuleState state : rules.values()) {
                if (state.fires(operation, targets, time.nanos(), course)) {
                    befallen = true;
                    fired.merge(state.rule().fault(), 1L, Long::sum);
                }
            }
            return befallen || course.metered() ? course : null;
        });
    }

    /**
     * Takes what a request consumed from the buckets that let it pass.
     *
     * @param units consumed of a table, by its name
     */
    public void pay(Course course, ToDoubleFunction<String> units) {
        locked(() -> {
            for (Course.Payment payment : course.payments()) {
                payment.bucket().take(payment.share() * units.applyAsDouble(payment.table()));
            }
            return null;
        });
    }

    /** Adds a rule behind the others, or begins anew with one that is there. */
    public void add(FaultRule rule) {
        locked(() -> {
            empty = false;
            return rules.put(rule, new RuleState(rule, random.split()));
        });
    }

    /** Takes a rule away. */
    public void remove(FaultRule rule) {
        locked(() -> {
            RuleState removed = rules.remove(rule);
            empty = rules.isEmpty();
            return removed;
        });
    }

    /** Takes all rules away. */
    public void clear() {
        locked(() -> {
            rules.clear();
            empty = true;
            return null;
        });
    }

    /** The rules, in their order. */
    public List<FaultRule> rules() {
        return locked(() -> List.copyOf(rules.keySet()));
    }

    /** How often that fault befell a request. */
    public long fired(Fault fault) {
        return locked(() -> fired.getOrDefault(fault, 0L));
    }

    /** How often that rule befell a request. */
    public long fired(FaultRule rule) {
        return locked(() -> rules.containsKey(rule) ? rules.get(rule).fired() : 0L);
    }

    private <T extends @Nullable Object> T locked(Supplier<T> work) {
        guard.lock();
        try {
            return work.get();
        } finally {
            guard.unlock();
        }
    }
}
