package io.dynalatch.cli;

import io.dynalatch.AcquireOptions;
import io.dynalatch.Acquisition;
import io.dynalatch.HeldLock;
import io.dynalatch.LockClient;
import io.dynalatch.TableMissingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** {@code dynalatch run}: holds a lock while a command runs. Runs in the thread that lives as long as the process. */
final class RunCommand {
    private static final Duration TABLE_TIMEOUT = Duration.ofSeconds(10);

    private final RunOptions options;
    private final StoreChoice choice;
    private final Environment environment;
    private final Report report;
    private final String owner;

    RunCommand(RunOptions options, StoreChoice choice, Environment environment, Report report) {
        this.options = options;
        this.choice = choice;
        this.environment = environment;
        this.report = report;
        owner = options.owner() == null ? Owner.ofThisProcess() : options.owner();
    }

    /** Answers the exit code: the child's, or one of ours. */
    int run() throws CommandException, InterruptedException {
        Ancestors ancestors = Ancestors.parse(environment.get(Environment.HELD));
        refuseNested(ancestors);
        String path = environment.get("PATH");
        CommandPath.check(options.command().get(0), path);
        ForwardedSignals signals = ForwardedSignals.install(report);
        Containment.Choice containment = options.contain().choose();
        report.detail("using " + choice.describe());
        Store store = Store.open(choice);
        try {
            LockClient client = client(store);
            try {
                containment.check(path, report);
                return run(client, containment, signals, ancestors);
            } finally {
                close(client);
            }
        } finally {
            close(store);
        }
    }

    private void refuseNested(Ancestors ancestors) throws CommandException {
        if (ancestors.hold(choice, options.lock().value())) {
            throw CommandException.usage("lock '" + options.lock()
                    + "' is held by a dynalatch that this one runs under, on the same " + choice.describe()
                    + ": it would wait for its own end; use another lock, or run the command as it is");
        }
    }

    private int run(LockClient client, Containment.Choice containment, ForwardedSignals signals, Ancestors ancestors)
            throws CommandException, InterruptedException {
        Acquisition acquisition = acquire(client, signals);
        if (signals.terminatedBy() != 0 || acquisition == null) {
            // Closing the client gives back what was granted meanwhile.
            return ExitCode.SIGNAL_BASE + signals.terminatedBy();
        }
        if (acquisition instanceof Acquisition.Busy busy) {
            throw busy(busy);
        }
        HeldLock held = acquisition.orThrow();
        report.detail("lock '" + options.lock() + "' is held, token " + held.token());
        ProcessBuilder builder = new ProcessBuilder().inheritIO();
        ChildEnvironment.apply(
                builder.environment(),
                choice,
                options.lock(),
                held.token(),
                owner,
                ancestors.with(choice, options.lock().value()));
        return new HeldRun(options, held, signals, report).run(containment, builder);
    }

    private void close(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception failed) {
            // The child's code is worth more than this.
            report.warning(String.valueOf(failed.getMessage()));
        }
    }

    private LockClient client(Store store) throws CommandException {
        try {
            return store.locks()
                    .owner(owner)
                    .application(options.command().get(0))
                    .lease(options.lease())
                    .build();
        } catch (IllegalArgumentException refused) {
            throw CommandException.usage(String.valueOf(refused.getMessage()));
        }
    }

    /** Asks for the lock; null where a signal ended the wait, with nothing held. */
    private @Nullable Acquisition acquire(LockClient client, ForwardedSignals signals)
            throws CommandException, InterruptedException {
        Watches watches = new Watches(environment.dataDirectory(), choice, options.lock(), report);
        watches.resume(client);
        Acquisition acquisition = null;
        try {
            acquisition = attemptOnTable(client, signals);
        } finally {
            if (acquisition != null && acquisition.granted()) {
                watches.forget();
            } else {
                watches.keep(client);
            }
        }
        return acquisition;
    }

    /** The embedded store's table is made by whoever needs it first; DynamoDB's is not ours to make. */
    private @Nullable Acquisition attemptOnTable(LockClient client, ForwardedSignals signals)
            throws InterruptedException {
        try {
            return attempt(client, signals);
        } catch (TableMissingException missing) {
            if (!(choice instanceof StoreChoice.Embedded)) {
                throw missing;
            }
            client.createTable(TABLE_TIMEOUT);
            return attempt(client, signals);
        }
    }

    private @Nullable Acquisition attempt(LockClient client, ForwardedSignals signals) throws InterruptedException {
        if (signals.terminatedBy() != 0) {
            return null;
        }
        report.detail("asking for lock '" + options.lock() + "'");
        CompletableFuture<Acquisition> asked = ask(client);
        signals.onTerminate(() -> {
            boolean ignored = asked.cancel(true);
        });
        try {
            return asked.get();
        } catch (CancellationException terminated) {
            return null;
        } catch (ExecutionException failed) {
            throw Failures.unwrapped(failed);
        }
    }

    private CompletableFuture<Acquisition> ask(LockClient client) {
        AcquireOptions.Builder builder = AcquireOptions.builder();
        if (options.data() != null) {
            builder.data(options.data().getBytes(StandardCharsets.UTF_8));
        }
        Duration wait = options.maxWait();
        if (wait != null && wait.isZero()) {
            return client.tryAcquireAsync(options.lock(), builder.build());
        }
        if (wait != null) {
            builder.maxWait(wait);
        }
        return client.acquireAsync(options.lock(), builder.build());
    }

    private CommandException busy(Acquisition.Busy busy) {
        String waited = busy.waited().isZero() ? "" : " after " + Durations.format(busy.waited());
        return new CommandException(
                ExitCode.BUSY,
                "lock '" + options.lock() + "' is busy" + waited + ": "
                        + busy.holder().describe() + "; " + choice.describe() + "; look with: dynalatch show "
                        + Shell.word(options.lock().value()),
                null);
    }
}
