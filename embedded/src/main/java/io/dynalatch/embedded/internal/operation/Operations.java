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
    private final TagOperations tags;
    private final AccountOperations account = new AccountOperations();
    private final TimeToLiveOperations timeToLive;
    private final ItemReads reads;
    private final TransactionReads transactionReads;
    private final ItemWrites writes;
    private final TransactionWrites transactionWrites;
    private final Scans scans;
    private final Queries queries;

    Operations(ItemStore store, Clock clock, Duration tableCreationDelay) {
        Expressions expressions = new Expressions(EXPRESSIONS_MAX);
        Tables lookup = new Tables(store, clock);
        tables = new TableOperations(store, lookup, clock, tableCreationDelay);
        tags = new TagOperations(store, lookup);
        timeToLive = new TimeToLiveOperations(store, lookup, clock);
        ReadRequests readRequests = new ReadRequests(lookup, expressions);
        reads = new ItemReads(store, readRequests);
        transactionReads = new TransactionReads(store, readRequests);
        WriteRequests writeRequests = new WriteRequests(lookup, expressions);
        writes = new ItemWrites(store, writeRequests);
        transactionWrites = new TransactionWrites(store, writeRequests, clock);
        Pages pages = new Pages(store, lookup);
        scans = new Scans(lookup, pages, expressions);
        queries = new Queries(lookup, pages, expressions);
    }

    /** CreateTable, UpdateTable, DescribeTable, ListTables, DeleteTable. */
    public TableOperations tables() {
        return tables;
    }

    /** TagResource, UntagResource, ListTagsOfResource. */
    public TagOperations tags() {
        return tags;
    }

    /** DescribeLimits, DescribeEndpoints. */
    public AccountOperations account() {
        return account;
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

    /** TransactGetItems. */
    public TransactionReads transactionReads() {
        return transactionReads;
    }

    /** TransactWriteItems. */
    public TransactionWrites transactionWrites() {
        return transactionWrites;
    }

    /** Scan. */
    public Scans scans() {
        return scans;
    }

    /** Query. */
    public Queries queries() {
        return queries;
    }
}
