package io.dynalatch.embedded;

import io.dynalatch.embedded.internal.fault.Targets;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says which requests a {@link Fault} befalls. Without more, it is every request of every operation:
 *
 * <pre>{@code
 * FaultRule.of(Fault.LOST_ANSWER).operation("UpdateItem").table("locks").key("x").nth(3)
 * }</pre>
 *
 * @param fault what goes wrong
 * @param delay how long, for a fault that has a time; else null
 * @param throughput when it throttles, for a fault that can; or null
 * @param operations DynamoDB's names of the operations that are meant; empty for all
 * @param table the name of the table that is meant, or null for all requests, also those that name no table
 * @param key the partition key of the item that is meant, as text: a string, a number or Base64; or null for all
 *     requests. A query, a scan and requests about whole tables name no item
 * @param probability how likely it is for each of these requests; 0 to 1
 * @param skipped how many of these requests pass before the first may be befallen; 0 or more
 * @param timesMax how many may be befallen; 0 or more
 */
public record FaultRule(
        Fault fault,
        @Nullable Delay delay,
        @Nullable Throughput throughput,
        Set<String> operations,
        @Nullable String table,
        @Nullable String key,
        double probability,
        long skipped,
        long timesMax) {
    private static final Set<Fault> TIMED = Set.of(Fault.LATENCY);
    private static final Set<Fault> PERHAPS_TIMED = Set.of(Fault.LOST_REQUEST, Fault.LOST_ANSWER);
    private static final Set<Fault> THROTTLING = Set.of(Fault.THROUGHPUT_EXCEEDED, Fault.THROTTLING);

    /**
     * Checks that these go together.
     *
     * @throws IllegalArgumentException where they do not
     */
    public FaultRule {
        operations = Set.copyOf(operations);
        if (TIMED.contains(fault) && delay == null) {
            throw new IllegalArgumentException(fault + " needs a delay");
        }
        if (delay != null && !TIMED.contains(fault) && !PERHAPS_TIMED.contains(fault)) {
            throw new IllegalArgumentException(fault + " takes no delay, but was given " + delay);
        }
        if (throughput != null && !THROTTLING.contains(fault)) {
            throw new IllegalArgumentException(fault + " takes no throughput, but was given " + throughput);
        }
        for (String operation : operations) {
            if (!Targets.isOperation(operation)) {
                throw new IllegalArgumentException("'" + operation + "' is no operation of DynamoDB's; its names are"
                        + " written as in UpdateItem");
            }
        }
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("a probability must be between 0 and 1, but was " + probability);
        }
        if (skipped < 0 || timesMax < 0) {
            throw new IllegalArgumentException("counts of requests must not be negative, but were " + skipped
                    + " skipped" + " and " + timesMax + " befallen");
        }
    }

    private static FaultRule of(Fault fault, @Nullable Delay delay, @Nullable Throughput throughput) {
        return new FaultRule(fault, delay, throughput, Set.of(), null, null, 1, 0, Long.MAX_VALUE);
    }

    /**
     * A rule for all requests.
     *
     * @throws IllegalArgumentException for a fault that needs a delay
     */
    public static FaultRule of(Fault fault) {
        return of(fault, null, null);
    }

    /**
     * A rule for all requests.
     *
     * @throws IllegalArgumentException for a fault that takes no delay
     */
    public static FaultRule of(Fault fault, Delay delay) {
        return of(fault, delay, null);
    }

    /**
     * A rule for all requests that a throttling fault can befall.
     *
     * @throws IllegalArgumentException for a fault that does not throttle
     */
    public static FaultRule of(Fault fault, Throughput throughput) {
        return of(fault, null, throughput);
    }

    /**
     * The same rule for one operation, or for one more where it has some.
     *
     * @param name DynamoDB's name of it, as {@code UpdateItem}
     * @throws IllegalArgumentException where DynamoDB has no such operation
     */
    public FaultRule operation(String name) {
        Set<String> more = new HashSet<>(operations);
        more.add(name);
        return new FaultRule(fault, delay, throughput, more, table, key, probability, skipped, timesMax);
    }

    /** The same rule for requests that name this table. */
    public FaultRule table(String name) {
        return new FaultRule(fault, delay, throughput, operations, name, key, probability, skipped, timesMax);
    }

    /**
     * The same rule for requests that name an item with this partition key.
     *
     * @param partitionKey as text: a string, a number or Base64
     */
    public FaultRule key(String partitionKey) {
        return new FaultRule(fault, delay, throughput, operations, table, partitionKey, probability, skipped, timesMax);
    }

    /**
     * The same rule for a part of the requests, drawn at random.
     *
     * @param share 0 to 1
     */
    public FaultRule probability(double share) {
        return new FaultRule(fault, delay, throughput, operations, table, key, share, skipped, timesMax);
    }

    /**
     * The same rule, but not for the first requests that it is about.
     *
     * @param requests how many pass; 0 or more
     */
    public FaultRule skip(long requests) {
        return new FaultRule(fault, delay, throughput, operations, table, key, probability, requests, timesMax);
    }

    /**
     * The same rule, for a number of requests at most.
     *
     * @param max 0 or more
     */
    public FaultRule times(long max) {
        return new FaultRule(fault, delay, throughput, operations, table, key, probability, skipped, max);
    }

    /**
     * The same rule for one request only.
     *
     * @param number 1 for the first that the rule is about, and so on
     */
    public FaultRule nth(long number) {
        return skip(number - 1).times(1);
    }
}
