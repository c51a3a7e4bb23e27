package io.dynalatch.testkit;

import io.dynalatch.testkit.VirtualProcess.Life;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** What happens to the machines of a simulation: stops, suspends, kills, and clocks that misbehave. */
final class Disturbances {
    private static final double EXTREME = 0.35;
    private static final int HOURS_MAX = 48;

    private final LockSimulation world;
    private final SimulationSettings settings;
    private final RandomGenerator random;
    // In half of the histories nearly everything happens to the holder while the others are well: it takes somebody
    // who is able to take the lock over to show that the holder believed in it for too long.
    private final boolean siege;

    Disturbances(LockSimulation world) {
        this.world = world;
        settings = world.settings();
        random = world.time().random();
        siege = random.nextBoolean();
    }

    /**
     * Gives a new process clocks of its own. A machine that may be suspended has a wall clock that is never set back.
     */
    boolean setClocks(VirtualProcess process) {
        boolean suspendable = random.nextBoolean();
        process.monotonic().setRate(rate());
        process.wall().setRate(suspendable ? rate() : 0.01 + 2 * random.nextDouble());
        process.wall().step(Duration.ofSeconds(random.nextInt(-3600, 3600)));
        return suspendable;
    }

    void begin() {
        next();
    }

    private void next() {
        world.later(upTo(settings.lease().dividedBy(2)), () -> {
            if (!world.calm()) {
                if (siege) {
                    world.holder().ifPresentOrElse(this::besiege, this::besiegeAsker);
                } else {
                    world.anyClient(random).ifPresent(this::disturb);
                }
                next();
            }
        });
    }

    private void disturb(SimulatedClient client) {
        VirtualProcess process = client.process();
        if (!process.running()) {
            return;
        }
        switch (random.nextInt(12)) {
            case 0 -> stop(process, Life.PAUSED);
            case 1, 2 -> stop(process, world.suspendable(process) ? Life.SUSPENDED : Life.PAUSED);
            case 3 -> process.monotonic().setRate(rate());
            case 4 -> disturbWall(process);
            case 5 -> blackhole();
            case 6 -> hang();
            case 7 -> killSometimes(client);
            case 8, 9 -> lagThenCutOff(process);
            default -> cutOff(process);
        }
    }

    private void besiege(SimulatedClient holder) {
        VirtualProcess process = holder.process();
        if (!process.running()) {
            return;
        }
        switch (random.nextInt(10)) {
            case 0 -> stop(process, Life.PAUSED);
            case 1 -> stop(process, world.suspendable(process) ? Life.SUSPENDED : Life.PAUSED);
            case 2 -> process.monotonic().setRate(rate());
            case 3, 4, 5 -> lagThenCutOff(process);
            case 6 -> cutOff(process);
            case 7 -> besiegeAsker();
            default -> holder.probe();
        }
    }

    private void besiegeAsker() {
        world.anyClient(random).ifPresent(client -> lagThenCutOff(client.process()));
    }

    private void stop(VirtualProcess process, Life life) {
        boolean suspend = life == Life.SUSPENDED;
        if (suspend) {
            process.suspend();
        } else {
            process.pause();
        }
        boolean unseen = suspend && settings.suspendStops() == SimulationSettings.SuspendStops.BOTH;
        if (unseen) {
            process.wall().freeze();
        }
        world.add(new Happening.Lived(world.now(), process.name(), life));
        world.later(upTo(settings.lease().multipliedBy(2)), () -> {
            if (unseen) {
                process.wall().thaw();
            }
            world.resume(process);
        });
    }

    private void disturbWall(VirtualProcess process) {
        Duration step = Duration.ofMinutes(random.nextLong(HOURS_MAX * 60L));
        boolean back = !world.suspendable(process) && random.nextBoolean();
        process.wall().step(back ? step.negated() : step);
        world.add(new Happening.Noted(world.now(), process.name(), "wall clock set by " + (back ? "-" : "") + step));
    }

    private void blackhole() {
        world.store().blackhole();
        world.add(new Happening.Noted(world.now(), "", "blackhole"));
        world.later(upTo(settings.lease()), () -> {
            world.store().endBlackhole();
            world.add(new Happening.Noted(world.now(), "", "end of blackhole"));
        });
    }

    private void hang() {
        world.store().hang(SimulatedClient.LOCK.value());
        world.add(new Happening.Noted(world.now(), "", "the lock's requests hang"));
        world.later(upTo(settings.lease()), () -> world.store().unhang(SimulatedClient.LOCK.value()));
    }

    /** What the holder learns comes late, and then nothing goes out any more: the test of when a lease began. */
    private void lagThenCutOff(VirtualProcess process) {
        Duration lag = settings.lease().dividedBy(5).plus(upTo(settings.lease().dividedBy(3)));
        world.network().lag(process, lag);
        world.add(new Happening.Noted(world.now(), process.name(), "answers come late by " + lag));
        world.later(upTo(settings.lease()), () -> {
            world.network().endLag(process);
            if (!world.calm()) {
                cutOff(process);
            }
        });
    }

    private void cutOff(VirtualProcess process) {
        world.store().cutOff(process);
        world.add(new Happening.Noted(world.now(), process.name(), "cut off"));
        world.later(upTo(settings.lease().multipliedBy(2)), () -> {
            world.store().reconnect(process);
            world.add(new Happening.Noted(world.now(), process.name(), "can reach the store again"));
        });
    }

    private void killSometimes(SimulatedClient client) {
        if (random.nextBoolean()) {
            world.kill(client);
        }
    }

    private double rate() {
        double where = random.nextDouble();
        if (where < EXTREME) {
            return settings.slowestRate();
        }
        if (where > 1 - EXTREME) {
            return settings.fastestRate();
        }
        return settings.slowestRate() + random.nextDouble() * (settings.fastestRate() - settings.slowestRate());
    }

    private Duration upTo(Duration max) {
        return Duration.ofNanos(random.nextLong(max.toNanos() + 1));
    }
}
