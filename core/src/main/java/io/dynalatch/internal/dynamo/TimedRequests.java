package io.dynalatch.internal.dynamo;

import io.dynalatch.spi.TaskScheduler;
import io.dynalatch.spi.TaskScheduler.Scheduled;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Awaits answers for a bounded time. */
final class TimedRequests {
    private final TaskScheduler scheduler;

    TimedRequests(TaskScheduler scheduler) {
        this.scheduler = scheduler;
    }

    /**
     * Tells what came of a request. Where no answer came in time, that is told as a {@link TimeoutException}, and the
     * late answer is told too when it comes.
     *
     * @param map from the response or, where there is none, from what was thrown; where it throws itself, it is asked
     *     again with that
     */
    <R, A> void ask(
            CompletableFuture<R> response,
            Duration timeout,
            Consumer<? super A> tell,
            BiFunction<@Nullable R, Throwable, ? extends A> map) {
        Scheduled timer = response.isDone()
                ? () -> {}
                : scheduler.schedule(timeout, () -> tell.accept(map.apply(null, noAnswer(timeout))));
        CompletableFuture<Void> told = response.handle((value, thrown) -> {
            timer.cancel();
            tell.accept(mapped(value, thrown == null ? noAnswer(Duration.ZERO) : Failures.unwrap(thrown), map));
            return null;
        });
        assert told != null;
    }

    private static <R, A> A mapped(
            @Nullable R value, Throwable thrown, BiFunction<@Nullable R, Throwable, ? extends A> map) {
        try {
            return map.apply(value, thrown);
        } catch (Throwable unreadable) {
            return map.apply(null, unreadable);
        }
    }

    private static TimeoutException noAnswer(Duration timeout) {
        return new TimeoutException("no answer within " + timeout.toMillis() + " ms");
    }
}
