package io.dynalatch.cli;

import io.dynalatch.HeldLock;
import io.dynalatch.HoldState;
import io.dynalatch.spi.TimeSource;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Ends the child in time when its lock is being lost: asks a {@link LossPlan}, and does what it says. */
final class LossWatch {
    /** A host that slept wakes up with its lease gone and this process's clock unmoved; so look often. */
    private static final long LOOK_NANOS_MAX = Duration.ofMillis(500).toNanos();

    private final HeldLock held;
    private final ChildTree child;
    private final LossPlan plan;
    private final OnLoss onLoss;
    private final Report report;
    private final TimeSource time;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean ended; // guarded by lock
    private boolean news; // guarded by lock
    private long trustedUntilNanos;
    private boolean told;
    private volatile boolean acted;

    LossWatch(HeldLock held, ChildTree child, LossPlan plan, OnLoss onLoss, Report report, TimeSource time) {
        this.held = held;
        this.child = child;
        this.plan = plan;
        this.onLoss = onLoss;
        this.report = report;
        this.time = time;
        trustedUntilNanos = time.nanos() + held.remaining().toNanos();
        thread = new Thread(this::run, "dynalatch-loss-watch");
        thread.setDaemon(true);
    }

    void start() {
        held.onLost(loss -> wake(false));
        thread.start();
    }

    private void run() {
        while (!ended()) {
            HoldState state = held.state();
            learn();
            long now = time.nanos();
            boolean lost = state == HoldState.LOST;
            tellOnce(lost);
            act(plan.due(now, trustedUntilNanos, lost));
            pause(plan.nextNanos(trustedUntilNanos) - time.nanos());
        }
    }

    /** Only a confirmed heartbeat moves the end; a suspect hold shows no remaining time, but keeps its end. */
    private void learn() {
        long before = time.nanos();
        long remaining = held.remaining().toNanos();
        if (remaining > 0 && before + remaining - trustedUntilNanos > 0) {
            trustedUntilNanos = before + remaining;
        }
    }

    /** Where the child is left alone, nothing else would tell that the lock is gone. */
    private void tellOnce(boolean lost) {
        if (lost && !told && onLoss.signal() == null && !onLoss.kill()) {
            told = true;
            report.warning("lock '" + held.name() + "' is lost; the command goes on, as --on-loss ignore asks");
        }
    }

    private void act(LossPlan.Step step) {
        if (step == LossPlan.Step.NOTHING) {
            return;
        }
        acted = true;
        String state = held.state() == HoldState.LOST ? "is lost" : "cannot be renewed";
        if (step == LossPlan.Step.SIGNAL) {
            report.warning("lock '" + held.name() + "' " + state + ": sending " + onLoss.signal() + " to the command");
            child.signal(String.valueOf(onLoss.signal()));
        } else {
            report.warning("lock '" + held.name() + "' " + state + ": killing the command and all that it started");
            child.kill();
        }
    }

    private void pause(long nanos) {
        lock.lock();
        try {
            long left = Math.min(Math.max(nanos, 1_000_000), LOOK_NANOS_MAX);
            while (!ended && !news && left > 0) {
                left = changed.awaitNanos(left);
            }
            news = false;
        } catch (InterruptedException nobodyDoes) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private boolean ended() {
        lock.lock();
        try {
            return ended;
        } finally {
            lock.unlock();
        }
    }

    private void wake(boolean end) {
        lock.lock();
        try {
            ended |= end;
            news = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether the child was signalled or killed. Final once stopped. */
    boolean acted() {
        return acted;
    }

    /** Stops watching; nothing is done to the child after this returns. */
    void stop() throws InterruptedException {
        wake(true);
        thread.join(TimeUnit.SECONDS.toMillis(10));
    }
}
