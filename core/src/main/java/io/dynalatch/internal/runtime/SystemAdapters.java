package io.dynalatch.internal.runtime;

import io.dynalatch.protocol.Draws;
import io.dynalatch.protocol.Moment;
import io.dynalatch.spi.IdSource;
import io.dynalatch.spi.TaskScheduler;
import io.dynalatch.spi.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Time, chance and threads of one client: what the user gave, and the system's own where nothing was given. The only
 * class but {@link SystemThreads} that may ask the system for them.
 */
public final class SystemAdapters implements AutoCloseable {
    private static final int OWNER_RANDOM_LENGTH = 8;

    private final TimeSource time;
    private final Clock wall;
    private final RandomGenerator random;
    private final IdSource ids;
    private final SystemThreads threads;
    private final @Nullable TaskScheduler scheduler;
    private final @Nullable Executor requests;
    private final @Nullable Executor callbacks;
    private final Draws draws = new SystemDraws();

    public SystemAdapters(
            String table,
            @Nullable TimeSource time,
            @Nullable Clock wall,
            @Nullable TaskScheduler scheduler,
            @Nullable IdSource ids,
            @Nullable RandomGenerator random,
            @Nullable Executor requests,
            @Nullable Executor callbacks) {
        this.time = time == null ? System::nanoTime : time;
        this.wall = wall == null ? Clock.systemUTC() : wall;
        this.random = random == null ? () -> ThreadLocalRandom.current().nextLong() : random;
        this.ids = ids == null ? () -> UUID.randomUUID().toString() : ids;
        this.threads = new SystemThreads(table);
        this.scheduler = scheduler;
        this.requests = requests;
        this.callbacks = callbacks;
    }

    Moment now() {
        return new Moment(time.nanos(), wall.millis());
    }

    Clock wall() {
        return wall;
    }

    Draws draws() {
        return draws;
    }

    TaskScheduler scheduler() {
        return scheduler == null ? threads.scheduler() : scheduler;
    }

    /** Runs the requests of a blocking SDK client. */
    public Executor requests() {
        return requests == null ? threads.requests() : requests;
    }

    /** Runs those of holds, apart from all others. */
    public Executor holdRequests() {
        return requests == null ? threads.holdRequests() : requests;
    }

    Executor callbacks() {
        return callbacks == null ? threads.callbacks() : callbacks;
    }

    /** Host, process and something random: two clients with the same name are told apart by people, too. */
    public String defaultOwner() {
        String id = ids.next();
        return host() + "-" + processId() + "-" + id.substring(0, Math.min(OWNER_RANDOM_LENGTH, id.length()));
    }

    static long processId() {
        return ProcessHandle.current().pid();
    }

    /** The host's name, without asking a name server. */
    static String host() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException noProc) {
            String name = System.getenv("HOSTNAME") != null ? System.getenv("HOSTNAME") : System.getenv("COMPUTERNAME");
            return name == null ? "localhost" : name;
        }
    }

    /** Ends the threads that were made here; nothing that was handed in. */
    @Override
    public void close() {
        threads.close();
    }

    private final class SystemDraws implements Draws {
        @Override
        public String id() {
            return ids.next();
        }

        @Override
        public double fraction() {
            return random.nextDouble();
        }
    }
}
