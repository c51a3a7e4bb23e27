package io.dynalatch.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * A mistake that somebody could make in the library, as a change of one of its source files.
 *
 * @param name what is wrong
 * @param type the class whose file is changed
 * @param changes what stands there and what is to stand there, in turn
 */
record PlantedFault(String name, String type, List<String> changes) {
    private static final String HOLD = "io.dynalatch.protocol.HoldProtocol";
    private static final String ACQUIRE = "io.dynalatch.protocol.AcquireProtocol";
    private static final String TERMS = "io.dynalatch.protocol.LeaseTerms";
    private static final String SIGHTING = "io.dynalatch.protocol.Sighting";
    private static final String WRITER = "io.dynalatch.internal.dynamo.RowWriter";
    private static final String RUNTIME = "io.dynalatch.internal.runtime.LockRuntime";

    /** The faults of VERIFICATION.md section 3 that apply to one lock without sessions. */
    static List<PlantedFault> all() {
        List<PlantedFault> all = new ArrayList<>();
        all.add(of(
                "heartbeat's deadline counted from the answer",
                HOLD,
                "        confirmed = attempt;\n",
                "        confirmed = new Attempt(attempt.recordVersion(), now);\n"));
        all.add(of(
                "watch counted from the send of the read",
                RUNTIME,
                "        return watches.see(name, row, system.now().nanos());",
                "        return watches.see(name, row, sentNanos);",
                "        requireSortKeyAsTable(name);\n        LeaseTerms lease",
                "        sentNanos = system.now().nanos();\n        LeaseTerms lease",
                "        rows.read(name, writer.read(name, timeout), timeout, tell);",
                "        sentNanos = system.now().nanos(); rows.read(name, writer.read(name, timeout), timeout, tell);",
                "    boolean isClosed() {",
                "    private volatile long sentNanos; boolean isClosed() {"));
        all.add(of(
                "hold's deadline counted from the answer of the acquire",
                ACQUIRE,
                "new AcquireStep.Grant(attempt, holdId)",
                "new AcquireStep.Grant(new Attempt(attempt.recordVersion(), now), holdId)"));
        all.add(of(
                "hold adopted with the time of the read that showed it",
                ACQUIRE,
                "            return grant(attempt, now, draws);",
                "            return grant(new Attempt(version, now), now, draws);"));
        all.add(of("safety margin too small", TERMS, "return leaseNanos - marginNanos;", "return leaseNanos;"));
        all.add(of(
                "no second clock",
                TERMS,
                "Math.min(trustNanos() - now.nanosSince(sentAt), byWall)",
                "trustNanos() - now.nanosSince(sentAt)"));
        all.add(of(
                "taking over before the whole lease was watched",
                SIGHTING,
                "Times.stretched(leaseNanos, allowance)",
                "Times.stretched(leaseNanos / 2, allowance)"));
        all.add(
                of(
                        "the waiter's own lease instead of the row's",
                        ACQUIRE,
                        "        sighting = seen;\n",
                        "        sighting = seen == null ? null : new Sighting(seen.recordVersion(),"
                                + " Math.min(seen.leaseNanos(), terms.lease().leaseNanos()), seen.sinceNanos(), seen.alive());\n"));
        all.add(
                of(
                        "heartbeat and release not conditioned on this hold",
                        WRITER,
                        "#h = :h AND attribute_not_exists(#r) AND #v IN (%s)",
                        "(#h = :h OR attribute_exists(#h)) AND attribute_not_exists(#r) AND (#v IN (%s) OR attribute_exists(#v))"));
        all.add(of(
                "heartbeat not conditioned on the record version",
                WRITER,
                "attribute_not_exists(#r) AND #v IN (%s)",
                "attribute_not_exists(#r) AND (#v IN (%s) OR attribute_exists(#v))"));
        all.add(
                of(
                        "heartbeat may revive a released row",
                        WRITER,
                        "#h = :h AND attribute_not_exists(#r) AND #v IN (%s)",
                        "#h = :h AND (attribute_not_exists(#r) OR attribute_exists(#r)) AND (#v IN (%s) OR attribute_exists(#v))"));
        all.add(of(
                "copy of a finished acquire not refused",
                WRITER,
                "(attribute_not_exists(#h) OR #h <> :h)",
                "(attribute_not_exists(#h) OR #h <> :h OR attribute_exists(#h))"));
        all.add(of(
                "token from the client's clock instead of the store",
                WRITER,
                "#t = if_not_exists(#t, :now) + :n,",
                "#t = :now + :n,"));
        all.add(of(
                "heartbeats chained to the last confirmed one only",
                HOLD,
                "        attempted.forEach(attempt -> versions.add(attempt.recordVersion()));\n",
                ""));
        all.add(of(
                "own hold recognised by its id alone",
                ACQUIRE,
                "        Attempt attempt = version == null ? null : attempt(version);",
                "        Attempt attempt = version == null ? null : new Attempt(version, now);"));
        return List.copyOf(all);
    }

    private static PlantedFault of(String name, String type, String... changes) {
        return new PlantedFault(name, type, List.of(changes));
    }

    @Override
    public String toString() {
        return name;
    }
}
