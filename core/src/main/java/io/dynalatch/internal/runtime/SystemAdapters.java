package io.dynalatch.internal.runtime;

import io.dynalatch.spi.*;
import java.time.Clock;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Placeholder. */
public final class SystemAdapters {
    public SystemAdapters(
            String table,
            @Nullable TimeSource time,
            @Nullable Clock wall,
            @Nullable TaskScheduler scheduler,
            @Nullable IdSource ids,
            @Nullable RandomGenerator random,
            @Nullable Executor requestExecutor,
            @Nullable Executor callbackExecutor) {}

    public static String defaultOwner() {
        return "owner";
    }

    public Executor requests() {
        return Runnable::run;
    }
}
