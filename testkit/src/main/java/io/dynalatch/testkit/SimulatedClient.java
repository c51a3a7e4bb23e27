package io.dynalatch.testkit;

import io.dynalatch.AcquireOptions;
import io.dynalatch.Acquisition;
import io.dynalatch.HeldLock;
import io.dynalatch.HoldState;
import io.dynalatch.LockClient;
import io.dynalatch.LockEvent;
import io.dynalatch.LockName;
import io.dynalatch.testkit.VirtualProcess.Life;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A process with a lock client that asks for the lock, holds it and lets it go, at random, until it is told to ask for
 * the last time. Its own waits are true time, so that only the library's timers count as the process's.
 */
final class SimulatedClient {
    static final LockName LOCK = LockName.of("lock");
    private static final double CHANCE_TRY = 0.35;
    private static final double CHANCE_CANCEL = 0.1;
    private static final double CHANCE_SIT_ON = 0.4;
    private static final double CHANCE_BEAT = 0.2;
    private static final double CHANCE_SHORT = 0.3;
    private static final double SHORT_LEASE = 0.6;
    private static final int SIT_ON_LEASES = 4;
    private static final int LAST_WAIT_LEASES = 8;
    // A clock that is faster than true time skips readings, so that a timer may find its time passed by that much.
    private static final long TICK_NANOS = 2;

    private final LockSimulation world;
    private final VirtualProcess process;
    private final RandomGenerator random;
    private final LockClient client;
    private final Map<Long, String> endsBeforeGrant = new HashMap<>();
    private @Nullable HeldLock hold;
    private boolean asking;
    private boolean lastCallMade;
    private boolean done;

    SimulatedClient(LockSimulation world, VirtualProcess process) {
        this.world = world;
        this.process = process;
        random = world.time().random();
        client = LockClient.builder(world.store().asyncClient(process), LockSimulation.TABLE)
                .owner(process.name())
                .lease(world.settings().lease())
                .timeSource(process.timeSource())
                .wallClock(process.wallClock())
                .scheduler(process.scheduler())
                .callbackExecutor(process.executor())
                .ids(process.ids())
                .random(process.random())
                .listener(this::onEvent)
                .build();
    }

    VirtualProcess process() {
        return process;
    }

    LockClient client() {
        return client;
    }

    /** Whether the last call has come back and what it may have brought is released. */
    boolean done() {
        return done || process.life() == Life.KILLED;
    }

    boolean holding() {
        return hold != null;
    }

    void think() {
        later(upToLeases(1), this::ask);
    }

    /** Asks for the last time, as soon as what is under way has ended. */
    void askLast() {
        if (!asking && hold == null && !lastCallMade) {
            ask();
        }
    }

    /** Records whether the hold is trusted, if there is one and anybody runs to ask. */
    void probe() {
        if (hold != null && process.running()) {
            boolean held = hold.isHeld();
            world.add(new Happening.Probed(world.now(), process.name(), hold.token(), held));
        }
    }

    private void ask() {
        if (asking || hold != null || lastCallMade) {
            return;
        }
        asking = true;
        lastCallMade = world.calm();
        Duration lease = random.nextDouble() < CHANCE_SHORT
                ? leases(SHORT_LEASE)
                : world.settings().lease();
        AcquireOptions.Builder options = AcquireOptions.builder().lease(lease);
        Duration timeout = LockSimulation.requestTimeout(lease);
        if (!world.calm() && random.nextDouble() < CHANCE_TRY) {
            asked(client.tryAcquireAsync(LOCK, options.build()), timeout.multipliedBy(2));
        } else {
            Duration wait = world.calm() ? leases(LAST_WAIT_LEASES) : upToLeases(2.5);
            asked(client.acquireAsync(LOCK, options.maxWait(wait).build()), wait.plus(timeout));
        }
    }

    private void asked(CompletableFuture<Acquisition> call, Duration patience) {
        long number = world.nextCall();
        long localNanos = process.monotonic().nanos();
        world.add(
                new Happening.Asked(world.now(), process.name(), number, localNanos, patience.toNanos() + TICK_NANOS));
        CompletableFuture<Void> unused = call.handle((answer, error) -> {
            world.guarded(() -> answered(number, answer, error));
            return null;
        });
        if (!lastCallMade && random.nextDouble() < CHANCE_CANCEL) {
            later(upToLeases(1), () -> {
                boolean ignored = call.cancel(false);
            });
        }
    }

    private void answered(long call, @Nullable Acquisition answer, @Nullable Throwable error) {
        asking = false;
        long localNanos = process.monotonic().nanos();
        if (answer instanceof Acquisition.Granted granted) {
            HeldLock lock = granted.lock();
            world.add(new Happening.Granted(world.now(), process.name(), call, localNanos, lock.token()));
            granted(lock, localNanos);
        } else {
            String why = error == null ? "busy" : String.valueOf(error);
            world.add(new Happening.Denied(world.now(), process.name(), call, localNanos, why));
            goOn();
        }
    }

    private void granted(HeldLock lock, long localNanos) {
        String end = endsBeforeGrant.remove(lock.token());
        if (end != null) {
            world.add(new Happening.EndTold(world.now(), process.name(), lock.token(), end));
        }
        hold = lock;
        world.granted(process, localNanos);
        boolean sitOn = !lastCallMade && random.nextDouble() < CHANCE_SIT_ON;
        Duration work = sitOn ? leases(SIT_ON_LEASES) : upToLeases(lastCallMade ? 0.1 : 1.5);
        tend(lock, world.now() + work.toNanos());
    }

    /** What a careful user does: looks whether it still holds, beats now and then, lets go in the end. */
    private void tend(HeldLock lock, long untilNanos) {
        probe();
        if (lock.state() == HoldState.LOST) {
            hold = null;
            goOn();
        } else if (world.now() >= untilNanos || world.calm()) {
            release(lock);
        } else {
            if (random.nextDouble() < CHANCE_BEAT) {
                CompletableFuture<Void> unused = lock.heartbeatAsync();
            }
            later(upToLeases(0.4), () -> tend(lock, untilNanos));
        }
    }

    private void release(HeldLock lock) {
        world.add(new Happening.ReleaseAsked(world.now(), process.name(), lock.token()));
        CompletableFuture<Void> unused = lock.releaseAsync().handle((outcome, error) -> {
            world.guarded(() -> {
                hold = null;
                goOn();
            });
            return null;
        });
        probe();
    }

    private void goOn() {
        if (lastCallMade) {
            done = true;
        } else if (world.calm()) {
            ask();
        } else {
            think();
        }
    }

    private void onEvent(LockEvent event) {
        if (event instanceof LockEvent.Lost lost) {
            world.guarded(() -> ended(lost.loss().token(), lost.loss().reason().toString()));
        } else if (event instanceof LockEvent.Released released) {
            world.guarded(() -> ended(released.token(), released.outcome().toString()));
        } else {
            world.add(new Happening.Noted(world.now(), process.name(), event.toString()));
        }
    }

    private void ended(long token, String end) {
        if (world.knows(process.name(), token)) {
            world.add(new Happening.EndTold(world.now(), process.name(), token, end));
        } else {
            endsBeforeGrant.put(token, end);
        }
    }

    private void later(Duration delay, Runnable step) {
        world.later(delay, () -> process.run(() -> world.guarded(step)));
    }

    private Duration leases(double count) {
        return Duration.ofNanos((long) (world.settings().lease().toNanos() * count));
    }

    private Duration upToLeases(double count) {
        return Duration.ofNanos(random.nextLong(leases(count).toNanos() + 1));
    }
}
