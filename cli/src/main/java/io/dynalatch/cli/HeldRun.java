package io.dynalatch.cli;

import io.dynalatch.HeldLock;
import io.dynalatch.HoldState;
import io.dynalatch.ReleaseOutcome;
import io.dynalatch.StoreException;
import java.io.IOException;
import java.util.OptionalInt;

/** The part of {@code run} that holds the lock: starts the child, watches over it, releases. */
final class HeldRun {
    private final RunOptions options;
    private final HeldLock held;
    private final ForwardedSignals signals;
    private final Report report;

    HeldRun(RunOptions options, HeldLock held, ForwardedSignals signals, Report report) {
        this.options = options;
        this.held = held;
        this.signals = signals;
        this.report = report;
    }

    /** Answers the child's exit code, or 76 where the lock was lost before the child had ended. */
    int run(Containment.Choice containment, ProcessBuilder builder) throws CommandException, InterruptedException {
        ChildTree child = start(containment, builder);
        LossPlan plan = new LossPlan(options.onLoss(), options.lease(), options.killAfter());
        LossWatch watch = new LossWatch(held, child, plan, options.onLoss(), report, System::nanoTime);
        OptionalInt ended = OptionalInt.empty();
        try {
            watch.start();
            signals.deliverTo(child::signal);
            ended = OptionalInt.of(child.waitFor());
        } finally {
            if (ended.isEmpty()) {
                // Whatever failed here, the lock is given back next.
                child.kill();
            }
            watch.stop();
        }
        int code = ended.getAsInt();
        report.detail("the command ended with exit code " + code);
        boolean lost = watch.acted() || held.state() == HoldState.LOST;
        lost |= release() == ReleaseOutcome.ALREADY_LOST;
        if (!lost) {
            return code;
        }
        throw new CommandException(
                ExitCode.LOST,
                "lock '" + options.lock() + "' (token " + held.token()
                        + ") was lost while the command ran; the command's" + " own exit code was " + code
                        + "; check what it did, another holder may have been at work",
                null);
    }

    private ChildTree start(Containment.Choice containment, ProcessBuilder builder)
            throws CommandException, InterruptedException {
        try {
            if (StandardInput.isTerminalOfOthers()) {
                builder.redirectInput(ProcessBuilder.Redirect.from(Launcher.NOTHING));
            }
            return containment.start(builder, options.command());
        } catch (IOException failed) {
            throw CommandException.configuration(
                    "cannot start the programs that supervise the command: " + failed.getMessage(), failed);
        }
    }

    private ReleaseOutcome release() {
        try {
            ReleaseOutcome outcome = held.release();
            if (outcome == ReleaseOutcome.UNKNOWN) {
                report.warning("the release of lock '" + options.lock() + "' was not confirmed; it is free in "
                        + Durations.format(options.lease()) + " at most");
            }
            return outcome;
        } catch (StoreException refused) {
            report.warning("lock '" + options.lock() + "' could not be released and is free in "
                    + Durations.format(options.lease()) + " at most: " + refused.getMessage());
            return ReleaseOutcome.UNKNOWN;
        }
    }
}
