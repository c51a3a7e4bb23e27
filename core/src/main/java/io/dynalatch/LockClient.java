package io.dynalatch;

import io.dynalatch.internal.runtime.LockRuntime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Acquires locks in one DynamoDB table. Make one client per table and process, and close it in the end. Thread-safe.
 *
 * <p>An uncontended acquire is one write, a release is one write, a heartbeat is one write every third of a lease. A
 * waiter polls by consistent reads. Blocking methods throw {@link IllegalStateException} on a closed client, and
 * {@link StoreException} where the store refuses or cannot be reached; the {@code …Async} forms complete exceptionally
 * with the same.
 *
 * <p><b>Code that neither checks {@link HeldLock#isHeld()} nor passes {@link HeldLock#token()} on is not protected
 * against pauses of its own process.</b>
 */
public final class LockClient implements AutoCloseable {
    private final LockRuntime runtime;

    LockClient(LockRuntime runtime) {
        this.runtime = runtime;
    }

    /**
     * A client with all defaults.
     *
     * @param client the SDK's client; not closed by this one
     * @param table the table's name
     * @return the client, which sends nothing before its first use
     */
    public static LockClient create(DynamoDbClient client, String table) {
        return builder(client, table).build();
    }

    /**
     * A client with all defaults.
     *
     * @param client the SDK's client; not closed by this one
     * @param table the table's name
     * @return the client, which sends nothing before its first use
     */
    public static LockClient create(DynamoDbAsyncClient client, String table) {
        return builder(client, table).build();
    }

    /**
     * Starts a client on a blocking SDK client, which is driven from an executor.
     *
     * @param client the SDK's client; not closed by this one
     * @param table the table's name
     * @return a builder with all defaults
     */
    public static LockClientBuilder builder(DynamoDbClient client, String table) {
        return new LockClientBuilder(client, null, table);
    }

    /**
     * Starts a client on an asynchronous SDK client.
     *
     * @param client the SDK's client; not closed by this one
     * @param table the table's name
     * @return a builder with all defaults
     */
    public static LockClientBuilder builder(DynamoDbAsyncClient client, String table) {
        return new LockClientBuilder(null, client, table);
    }

    /**
     * Tries once to acquire a lock, without waiting for its holder. One request when the store answers it and returns
     * the item of a refused condition; at most two request timeouts.
     *
     * @param name the lock; 1 to 2,048 bytes of UTF-8
     * @return granted, or who holds it
     * @throws AcquireUnknownException if no answer came in time; the attempt is undone in the background
     * @throws InterruptedException if the thread is interrupted; no hold remains
     */
    public Acquisition tryAcquire(String name) throws InterruptedException {
        return tryAcquire(LockName.of(name), AcquireOptions.DEFAULT);
    }

    /**
     * Like {@link #tryAcquire(String)}, with options.
     *
     * @param name the lock; 1 to 2,048 bytes of UTF-8
     * @param options lease and data; {@code maxWait} does not apply
     * @return granted, or who holds it
     * @throws AcquireUnknownException if no answer came in time; the attempt is undone in the background
     * @throws InterruptedException if the thread is interrupted; no hold remains
     */
    public Acquisition tryAcquire(String name, AcquireOptions options) throws InterruptedException {
        return tryAcquire(LockName.of(name), options);
    }

    /**
     * Like {@link #tryAcquire(String)}, for tables with a sort key.
     *
     * @param name the lock, with a sort key exactly where the table has one
     * @param options lease and data; {@code maxWait} does not apply
     * @return granted, or who holds it
     * @throws AcquireUnknownException if no answer came in time; the attempt is undone in the background
     * @throws InterruptedException if the thread is interrupted; no hold remains
     */
    public Acquisition tryAcquire(LockName name, AcquireOptions options) throws InterruptedException {
        return LockRuntime.join(runtime.acquire(name, options, false));
    }

    /**
     * Like {@link #tryAcquire(String)}, without blocking.
     *
     * @param name the lock, with a sort key exactly where the table has one
     * @param options lease and data; {@code maxWait} does not apply
     * @return granted, or who holds it; cancelling it leaves no hold
     */
    public CompletableFuture<Acquisition> tryAcquireAsync(LockName name, AcquireOptions options) {
        return runtime.acquireExposed(name, options, false);
    }

    /**
     * Acquires a lock, waiting for ever if need be.
     *
     * @param name the lock; 1 to 2,048 bytes of UTF-8
     * @return granted, always
     * @throws InterruptedException if the thread is interrupted; no hold remains
     */
    public Acquisition acquire(String name) throws InterruptedException {
        return acquire(LockName.of(name), AcquireOptions.DEFAULT);
    }

    /**
     * Acquires a lock, waiting for its holder up to {@link AcquireOptions#maxWait()}. Takes a dead holder's lock over
     * when it has watched the row unchanged for the row's whole lease.
     *
     * @param name the lock; 1 to 2,048 bytes of UTF-8
     * @param options lease, data and how long to wait
     * @return granted, or who holds it when the wait ran out
     * @throws InterruptedException if the thread is interrupted; no hold remains
     */
    public Acquisition acquire(String name, AcquireOptions options) throws InterruptedException {
        return acquire(LockName.of(name), options);
    }

    /**
     * Like {@link #acquire(String, AcquireOptions)}, for tables with a sort key.
     *
     * @param name the lock, with a sort key exactly where the table has one
     * @param options lease, data and how long to wait
     * @return granted, or who holds it when the wait ran out
     * @throws InterruptedException if the thread is interrupted; no hold remains
     */
    public Acquisition acquire(LockName name, AcquireOptions options) throws InterruptedException {
        return LockRuntime.join(runtime.acquire(name, options, true));
    }

    /**
     * Like {@link #acquire(String, AcquireOptions)}, without blocking.
     *
     * @param name the lock, with a sort key exactly where the table has one
     * @param options lease, data and how long to wait
     * @return granted, or who holds it when the wait ran out; cancelling it leaves no hold
     */
    public CompletableFuture<Acquisition> acquireAsync(LockName name, AcquireOptions options) {
        return runtime.acquireExposed(name, options, true);
    }

    /**
     * Does work under a lock, waiting for it for ever if need be, and releases it.
     *
     * @param <T> what the work answers
     * @param <X> what the work throws
     * @param name the lock; 1 to 2,048 bytes of UTF-8
     * @param body the work
     * @return the work's answer
     * @throws X what the work throws, unwrapped
     * @throws LockLostException if the lock was lost before the work ended
     * @throws InterruptedException if the thread is interrupted while waiting; the work was not started
     */
    public <T, X extends Exception> T withLock(String name, LockBody<T, X> body) throws X, InterruptedException {
        return withLock(LockName.of(name), AcquireOptions.DEFAULT, body);
    }

    /**
     * Like {@link #withLock(String, LockBody)}, with options.
     *
     * @param <T> what the work answers
     * @param <X> what the work throws
     * @param name the lock; 1 to 2,048 bytes of UTF-8
     * @param options lease, data and how long to wait
     * @param body the work
     * @return the work's answer
     * @throws X what the work throws, unwrapped
     * @throws LockBusyException if the wait ran out; the work was not started
     * @throws LockLostException if the lock was lost before the work ended
     * @throws InterruptedException if the thread is interrupted while waiting; the work was not started
     */
    public <T, X extends Exception> T withLock(String name, AcquireOptions options, LockBody<T, X> body)
            throws X, InterruptedException {
        return withLock(LockName.of(name), options, body);
    }

    /**
     * Like {@link #withLock(String, LockBody)}, for tables with a sort key.
     *
     * @param <T> what the work answers
     * @param <X> what the work throws
     * @param name the lock, with a sort key exactly where the table has one
     * @param options lease, data and how long to wait
     * @param body the work
     * @return the work's answer
     * @throws X what the work throws, unwrapped
     * @throws LockBusyException if the wait ran out; the work was not started
     * @throws LockLostException if the lock was lost before the work ended
     * @throws InterruptedException if the thread is interrupted while waiting; the work was not started
     */
    public <T, X extends Exception> T withLock(LockName name, AcquireOptions options, LockBody<T, X> body)
            throws X, InterruptedException {
        return runtime.withLock(acquire(name, options).orThrow(), body);
    }

    /**
     * Looks at a lock: one consistent read. Looking starts or goes on with a watch, as a refused acquire does.
     *
     * @param name the lock; 1 to 2,048 bytes of UTF-8
     * @return what can be said about it
     * @throws InterruptedException if the thread is interrupted
     */
    public LockView inspect(String name) throws InterruptedException {
        return inspect(LockName.of(name));
    }

    /**
     * Like {@link #inspect(String)}, for tables with a sort key.
     *
     * @param name the lock, with a sort key exactly where the table has one
     * @return what can be said about it
     * @throws InterruptedException if the thread is interrupted
     */
    public LockView inspect(LockName name) throws InterruptedException {
        return LockRuntime.join(runtime.inspect(name));
    }

    /**
     * Like {@link #inspect(String)}, without blocking.
     *
     * @param name the lock, with a sort key exactly where the table has one
     * @return what can be said about it
     */
    public CompletableFuture<LockView> inspectAsync(LockName name) {
        return runtime.exposed(runtime.inspect(name));
    }

    /**
     * All locks in the table, whoever holds them: a consistent scan, page by page as the stream is read; each page
     * blocks. Rows that are no locks are left out. Looking starts or goes on with a watch of each lock.
     *
     * @return a lazy stream, in no order; it throws {@link StoreException} as it is read
     */
    public Stream<LockView> list() {
        return runtime.list();
    }

    /**
     * The locks that this client holds, without a request.
     *
     * @return a snapshot, in no order
     */
    public List<HeldLock> held() {
        return runtime.held();
    }

    /**
     * What this client watches, so that a later one on the same host can go on with it ({@link #resume}). A watch that
     * is carried by a clock that stops, or that another host set, makes two holders.
     *
     * @return a snapshot, in no order
     */
    public List<Watch> watches() {
        return runtime.watchList();
    }

    /**
     * Goes on with a watch that another client of this host began. The caller vouches that {@link Watch#watched()} is
     * not longer than the time since that client saw the row, by a clock that did not stop.
     *
     * @param watch what was seen, and for how long
     */
    public void resume(Watch watch) {
        runtime.resume(watch);
    }

    /**
     * Creates the table if it is not there: on demand, with the client's key names and DynamoDB's time-to-live on the
     * client's attribute; waits until it is active. Safe to call from many processes at once.
     *
     * @param timeout how long to wait for the table to be active; zero or more
     * @throws IllegalArgumentException if the timeout is negative
     * @throws TableSchemaException if a table of this name has other keys
     * @throws StoreUnavailableException if the table is not active in time
     * @throws InterruptedException if the thread is interrupted
     */
    public void createTable(Duration timeout) throws InterruptedException {
        LockRuntime.join(runtime.createTable(timeout));
    }

    /**
     * Like {@link #createTable}, without blocking.
     *
     * @param timeout how long to wait for the table to be active; zero or more
     * @return completes when the table is active; exceptionally as {@link #createTable} throws
     */
    public CompletableFuture<Void> createTableAsync(Duration timeout) {
        return runtime.exposed(runtime.createTable(timeout));
    }

    /**
     * Checks that the table is there with the keys that this client was set up for. One request, which needs the
     * permission {@code dynamodb:DescribeTable}. Nobody has to call it: a wrong table is told by the first request as
     * well.
     *
     * @throws TableMissingException if there is no such table
     * @throws TableSchemaException if its keys are others; the message says expected and found
     * @throws InterruptedException if the thread is interrupted
     */
    public void validateTable() throws InterruptedException {
        LockRuntime.join(runtime.validateTable());
    }

    /**
     * How many callbacks of the user have thrown so far.
     *
     * @return zero or more
     */
    public long callbackFailures() {
        return runtime.callbackFailures();
    }

    /**
     * Releases all holds in parallel, gives up all waits, and ends the client's threads; at most three request
     * timeouts. Can be called twice and from any thread. Does not close the SDK's client.
     *
     * @throws LockReleaseException if a hold could not be released for certain
     */
    @Override
    public void close() {
        LockRuntime.joinUninterruptibly(runtime.close());
    }

    /**
     * Like {@link #close}, without waiting.
     *
     * @return completes when everything is released and ended; exceptionally as {@link #close} throws
     */
    public CompletableFuture<Void> closeAsync() {
        return runtime.close().copy();
    }
}
