package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.Expressions;
import io.dynalatch.embedded.internal.store.ItemStore;
import java.time.Clock;
import java.time.Duration;

/** The families of operations over one store. */
public final class Operations {
    /** Parsed expressions that are kept; an application has tens of them, not thousands. */
    private static final int EXPRESSIONS_MAX = 1_000;

    private final TableOperations tables;
    private final TimeToLiveOperations timeToLive;
    private final ItemReads reads;
    private final ItemWrites writes;
    private final Scans scans;

    Operations(ItemStore store, Clock clock, Duration tableCreationDelay) {
        Expressions expressions = new Expressions(EXPRESSIONS_MAX);
        Tables lookup = new Tables(store, clock);
        tables = new TableOperations(store, lookup, clock, tableCreationDelay);
        timeToLive = new TimeToLiveOperations(store, lookup, clock);
        reads = new ItemReads(store, lookup, expressions);
        writes = new ItemWrites(store, lookup, expressions);
        scans = new Scans(store, lookup);
    }

    /** CreateTable, DescribeTable, ListTables, DeleteTable. */
    public TableOperations tables() {
        return tables;
    }

    /** UpdateTimeToLive, DescribeTimeToLive. */
    public TimeToLiveOperations timeToLive() {
        return timeToLive;
    }

    /** GetItem. */
    public ItemReads reads() {
        return reads;
    }

    /** PutItem, UpdateItem, DeleteItem. */
    public ItemWrites writes() {
        return writes;
    }

    /** Scan. */
    public Scans scans() {
        return scans;
    }
}
