package io.dynalatch.internal.runtime;

import io.dynalatch.AcquireOptions;
import io.dynalatch.Acquisition;
import io.dynalatch.HeldLock;
import io.dynalatch.HoldState;
import io.dynalatch.HolderInfo;
import io.dynalatch.LockBody;
import io.dynalatch.LockEvent;
import io.dynalatch.LockListener;
import io.dynalatch.LockLostException;
import io.dynalatch.LockName;
import io.dynalatch.LockReleaseException;
import io.dynalatch.LockView;
import io.dynalatch.Loss;
import io.dynalatch.ReleaseOutcome;
import io.dynalatch.StoreException;
import io.dynalatch.Watch;
import io.dynalatch.internal.dynamo.Answer;
import io.dynalatch.internal.dynamo.DynamoPort;
import io.dynalatch.internal.dynamo.Failures;
import io.dynalatch.internal.dynamo.LockRows;
import io.dynalatch.internal.dynamo.RowImage;
import io.dynalatch.internal.dynamo.RowReader;
import io.dynalatch.internal.dynamo.RowWriter;
import io.dynalatch.protocol.AcquireTerms;
import io.dynalatch.protocol.LeaseTerms;
import io.dynalatch.protocol.Row;
import io.dynalatch.protocol.Sighting;
import io.dynalatch.protocol.Times;
import io.dynalatch.spi.TaskScheduler.Scheduled;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the acquires and holds of one client share. */
public final class LockRuntime {
    private static final Logger log = LoggerFactory.getLogger(LockRuntime.class);
    // How long a waiting acquire goes on while the store has not answered it at all: a wrong endpoint is told in time.
    // A store that has answered once is borne with for as long as the caller waits.
    private static final Duration FIRST_ANSWER = Duration.ofSeconds(10);
    private static final int BEATS_IN_PARALLEL = 256;
    private static final int CLOSE_TIMEOUTS = 3;

    private final Settings settings;
    private final SystemAdapters system;
    private final RowReader reader;
    private final RowWriter writer;
    private final Failures failures;
    private final LockRows rows;
    private final LockRows holdRows;
    private final Watches watches;
    private final EndedHolds endedHolds = new EndedHolds();
    private final BeatQueue beats = new BeatQueue(BEATS_IN_PARALLEL, this::soon);
    private final Callbacks callbacks;
    private final TableSetup tables;
    private final Undoing undoing;
    private final Map<String, HoldDriver> holds = new ConcurrentHashMap<>();
    private final Set<GuardedWrites> writing = ConcurrentHashMap.newKeySet();
    private final Set<AcquireDriver> acquires = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final CompletableFuture<Void> closing = new CompletableFuture<>();
    private final String host = SystemAdapters.host();

    public LockRuntime(Settings settings, SystemAdapters system, DynamoPort port, List<LockListener> listeners) {
        this.settings = settings;
        this.system = system;
        this.reader = new RowReader(settings.table(), settings.names());
        this.writer = new RowWriter(settings.table(), settings.names(), settings.retention());
        this.failures = new Failures(settings.table());
        this.rows = new LockRows(port, reader, failures, this::schedule);
        this.holdRows = new LockRows(port.forHolds(), reader, failures, this::schedule);
        this.watches = new Watches(settings.watchesMax(), settings.clockAllowance());
        this.callbacks = new Callbacks(task -> system.callbacks().execute(task), listeners);
        this.tables = new TableSetup(this, port, settings.names(), failures);
        this.undoing = new Undoing(this);
    }

    Settings settings() {
        return settings;
    }

    SystemAdapters system() {
        return system;
    }

    RowWriter writer() {
        return writer;
    }

    Failures failures() {
        return failures;
    }

    LockRows rows() {
        return rows;
    }

    /** For what renews and ends holds. */
    LockRows holdRows() {
        return holdRows;
    }

    Watches watches() {
        return watches;
    }

    BeatQueue beats() {
        return beats;
    }

    Callbacks callbacks() {
        return callbacks;
    }

    boolean isClosed() {
        return closed.get();
    }

    HolderInfo holder(String thread) {
        return new HolderInfo(
                host,
                SystemAdapters.processId(),
                thread,
                settings.application(),
                system.wall().instant().truncatedTo(ChronoUnit.MILLIS));
    }

    /** Runs a task of ours after a delay; what it throws is logged, and the timers go on. */
    Scheduled schedule(Duration delay, Runnable task) {
        return system.scheduler().schedule(delay, () -> {
            try {
                task.run();
            } catch (Throwable thrown) {
                log.error("a task of the lock client of table {} failed", settings.table(), thrown);
            }
        });
    }

    private void soon(Runnable task) {
        Scheduled soon = schedule(Duration.ZERO, task);
        assert soon != null;
    }

    // ---- acquire

    /** Begins to acquire. The future is ours: complete it where no user code hangs on it. */
    public CompletableFuture<Acquisition> acquire(LockName name, AcquireOptions options, boolean waits) {
        if (isClosed()) {
            return CompletableFuture.failedFuture(closed());
        }
        requireSortKeyAsTable(name);
        LeaseTerms lease = settings.terms(options.lease().orElse(settings.lease()));
        AcquireTerms terms = new AcquireTerms(
                lease,
                waits,
                options.maxWait().map(Times::nanos).orElse(Long.MAX_VALUE),
                FIRST_ANSWER.toNanos(),
                settings.pollMin().toNanos(),
                settings.pollMax().toNanos(),
                settings.clockAllowance());
        AcquireDriver driver = new AcquireDriver(this, name, terms, options);
        acquires.add(driver);
        CompletableFuture<Acquisition> outcome = driver.start();
        if (isClosed()) {
            undoing.begin(driver.close());
        }
        return outcome;
    }

    /** Begins to acquire, for the user to hang on. */
    public CompletableFuture<Acquisition> acquireExposed(LockName name, AcquireOptions options, boolean waits) {
        return callbacks.exposed(acquire(name, options, waits), this::releaseUndelivered);
    }

    private void releaseUndelivered(Acquisition acquisition) {
        if (acquisition instanceof Acquisition.Granted granted) {
            releaseUnwanted((HoldDriver) granted.lock());
        }
    }

    private void requireSortKeyAsTable(LockName name) {
        String sortKey = settings.names().sortKey();
        if (sortKey == null && name.sort() != null) {
            throw new IllegalArgumentException(
                    "lock '" + name + "' has a sort key, but the client of table '" + settings.table()
                            + "' was set up without one; leave it out, or set the sort key's attribute name");
        }
        if (sortKey != null && name.sort() == null) {
            throw new IllegalArgumentException("lock '" + name + "' lacks a sort key, but the client of table '"
                    + settings.table() + "' was set up with '" + sortKey + "'; use LockName.of(value, sort)");
        }
    }

    private void requireOpen() {
        if (isClosed()) {
            throw closed();
        }
    }

    IllegalStateException closed() {
        return new IllegalStateException(
                "the lock client of table '" + settings.table() + "' is closed; make a new one");
    }

    void granted(HoldDriver hold, boolean takenOver, Duration waited) {
        holds.put(hold.holdId(), hold);
        watches.forget(hold.name());
        hold.notices().add(() -> callbacks.tell(new LockEvent.Acquired(hold.name(), hold.token(), takenOver, waited)));
        hold.notices().tellLater();
        hold.start();
    }

    /** Gives back a hold that its caller does not want any more. */
    void releaseUnwanted(HoldDriver hold) {
        undoing.begin(hold.released());
    }

    void ended(AcquireDriver driver) {
        acquires.remove(driver);
    }

    void ended(HoldDriver hold) {
        holds.remove(hold.holdId());
        remember(hold.holdId(), hold.terms());
    }

    /** Notes whose guarded writes are under way. */
    void writing(GuardedWrites writes, boolean any) {
        if (any) {
            writing.add(writes);
        } else {
            writing.remove(writes);
        }
    }

    /** Notes that a hold with this id is granted to nobody from now on. */
    void remember(String holdId, LeaseTerms lease) {
        endedHolds.remember(holdId, system.now().nanos(), 2 * lease.leaseNanos());
    }

    /** Notes what a look at a row showed, and frees it where it shows something of ours that was granted to nobody. */
    @Nullable
    Sighting see(LockName name, RowImage image) {
        Row row = image.row();
        String version = row.recordVersion();
        String holdId = row.holdId();
        if (row.held() && version != null && holdId != null && endedHolds.contains(holdId)) {
            undoing.free(name, holdId, List.of(version), !image.business());
        }
        return watches.see(name, row, system.now().nanos());
    }

    /** Frees the row if it shows one of these writes. Whether it is the user's own item is not known here. */
    void undo(LockName name, String holdId, List<String> recordVersions) {
        remember(holdId, settings.terms(settings.lease()));
        undoing.free(name, holdId, recordVersions, false);
    }

    void read(LockName name, Duration timeout, Consumer<Answer> tell) {
        rows.read(name, writer.read(name, timeout), timeout, tell);
    }

    /** Does work under a lock that is held, and releases it. */
    public <T, X extends Exception> T withLock(HeldLock lock, LockBody<T, X> body) throws X {
        HoldDriver hold = (HoldDriver) lock;
        T answer;
        try {
            answer = body.run(lock);
        } catch (Throwable thrown) {
            releaseAfter(hold);
            Loss loss = hold.loss();
            if (loss != null && !(thrown instanceof LockLostException)) {
                thrown.addSuppressed(new LockLostException(loss));
            }
            throw thrown;
        }
        boolean lostBefore = hold.state() == HoldState.LOST;
        releaseAfter(hold);
        Loss loss = hold.loss();
        if (lostBefore || loss != null) {
            throw new LockLostException(Objects.requireNonNull(loss));
        }
        return answer;
    }

    private static void releaseAfter(HoldDriver hold) {
        try {
            ReleaseOutcome outcome = hold.release();
            log.debug("released lock={} token={} outcome={}", hold.name(), hold.token(), outcome);
        } catch (StoreException refused) {
            // The work is done and was done under the lock; the row is free one lease later.
            log.warn("release was refused lock={} token={}", hold.name(), hold.token(), refused);
        }
    }

    // ---- looking

    public CompletableFuture<LockView> inspect(LockName name) {
        if (isClosed()) {
            return CompletableFuture.failedFuture(closed());
        }
        requireSortKeyAsTable(name);
        CompletableFuture<LockView> view = new CompletableFuture<>();
        Duration timeout = Duration.ofNanos(settings.terms(settings.lease()).timeoutNanos());
        read(name, timeout, answer -> {
            if (answer instanceof Answer.Found found) {
                Sighting sighting = see(name, found.row());
                view.complete(Views.of(name, found.row(), sighting, this));
            } else if (answer instanceof Answer.Failed failed) {
                view.completeExceptionally(failed.cause());
            }
        });
        return view;
    }

    LockView view(LockName name, RowImage row) {
        return Views.of(name, row, watches.of(name), this);
    }

    boolean holdsItself(@Nullable String holdId) {
        return holdId != null && holds.containsKey(holdId);
    }

    public Stream<LockView> list() {
        requireOpen();
        return Listing.of(this);
    }

    public List<HeldLock> held() {
        return holds.values().stream()
                .filter(HeldLock::isHeld)
                .map(hold -> (HeldLock) hold)
                .toList();
    }

    public List<Watch> watchList() {
        return watches.snapshot(system.now().nanos());
    }

    public void resume(Watch watch) {
        requireOpen();
        watches.resume(watch, system.now().nanos());
    }

    public CompletableFuture<Void> createTable(Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("timeout must be zero or more, but was " + timeout);
        }
        return isClosed() ? CompletableFuture.failedFuture(closed()) : tables.create(timeout);
    }

    public CompletableFuture<Void> validateTable() {
        return isClosed() ? CompletableFuture.failedFuture(closed()) : tables.validate();
    }

    public long callbackFailures() {
        return callbacks.failures();
    }

    /** Makes a future of ours one for the user. */
    public <T> CompletableFuture<T> exposed(CompletableFuture<T> inner) {
        return callbacks.exposed(inner, value -> {});
    }

    // ---- closing

    /** Releases everything, and ends. */
    public CompletableFuture<Void> close() {
        if (!closed.compareAndSet(false, true)) {
            return closing;
        }
        List<CompletableFuture<Void>> given =
                List.copyOf(acquires).stream().map(AcquireDriver::close).toList();
        List<HoldDriver> open = List.copyOf(holds.values());
        Map<LockName, Throwable> unreleased = new ConcurrentHashMap<>();
        CompletableFuture<?>[] ends = Stream.concat(
                        open.stream().map(hold -> closeHold(hold, unreleased)), given.stream())
                .toArray(CompletableFuture[]::new);
        long longest = open.stream()
                .mapToLong(hold -> hold.terms().timeoutNanos())
                .max()
                .orElse(0);
        long bound = CLOSE_TIMEOUTS
                * Math.max(longest, settings.terms(settings.lease()).timeoutNanos());
        CompletableFuture<Void> all = CompletableFuture.allOf(ends)
                .thenCompose(ended -> CompletableFuture.allOf(undoing.running().toArray(CompletableFuture[]::new)));
        Scheduled timer = all.isDone() ? () -> {} : schedule(Duration.ofNanos(bound), () -> all.complete(null));
        CompletableFuture<Void> end = all.handle((nothing, thrown) -> {
            timer.cancel();
            open.forEach(HoldDriver::abandon);
            writing.forEach(GuardedWrites::abandon);
            system.close();
            finishClosing(unreleased);
            return null;
        });
        assert end != null;
        return closing;
    }

    private void finishClosing(Map<LockName, Throwable> unreleased) {
        if (unreleased.isEmpty()) {
            closing.complete(null);
        } else {
            closing.completeExceptionally(new LockReleaseException(settings.table(), unreleased));
        }
    }

    private static CompletableFuture<Void> closeHold(HoldDriver hold, Map<LockName, Throwable> unreleased) {
        IllegalStateException unknown = new IllegalStateException("whether it was released is unknown");
        unreleased.put(hold.name(), unknown);
        return hold.released().handle((outcome, thrown) -> {
            if (thrown != null) {
                unreleased.put(hold.name(), Failures.unwrap(thrown));
            } else if (outcome != ReleaseOutcome.UNKNOWN) {
                unreleased.remove(hold.name());
            }
            return null;
        });
    }

    // ---- joining

    /** Waits for a future of ours. An interrupt gives it up. */
    public static <T> T join(CompletableFuture<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (InterruptedException interrupted) {
            boolean done = !future.cancel(false) && !future.isCompletedExceptionally();
            if (done && future.getNow(null) instanceof Acquisition.Granted granted) {
                // It was granted in this very moment, to nobody.
                CompletableFuture<ReleaseOutcome> release = granted.lock().releaseAsync();
                log.debug("released an interrupted acquire: {}", release);
            }
            throw interrupted;
        } catch (ExecutionException failed) {
            throw rethrown(failed.getCause());
        }
    }

    /** Waits for a future of ours, whatever interrupts; the interrupt is set again afterwards. */
    public static <T> T joinUninterruptibly(CompletableFuture<T> future) {
        boolean interrupted = false;
        try {
            while (true) { // ends with the future, which is bounded by its own timeouts
                try {
                    return future.get();
                } catch (InterruptedException again) {
                    interrupted = true;
                } catch (ExecutionException failed) {
                    throw rethrown(failed.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException rethrown(@Nullable Throwable thrown) {
        Throwable cause = thrown == null ? new CancellationException() : Failures.unwrap(thrown);
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(cause);
    }
}
