package io.dynalatch.embedded.internal.client;

import io.dynalatch.embedded.internal.fault.Course;
import io.dynalatch.embedded.internal.operation.Call;
import io.dynalatch.embedded.internal.operation.Engine;
import io.dynalatch.embedded.internal.operation.Operation;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** Runs calls on an executor; the failure of a call is always told by its future. */
final class AsyncCalls {
    private final Engine engine;
    private final Executor executor;

    AsyncCalls(Engine engine, Executor executor) {
        this.engine = engine;
        this.executor = executor;
    }

    <Q extends DynamoDbRequest, R> CompletableFuture<R> run(Operation<Q, R> operation, Q request) {
        CompletableFuture<R> answer = new CompletableFuture<>();
        Call call = engine.arrive();
        execute(() -> begin(operation, call, request, answer), () -> refuse(operation, answer));
        return answer;
    }

    @SuppressWarnings("CatchingUnchecked") // Whatever goes wrong in a call belongs to its future, not to the executor.
    private <Q extends DynamoDbRequest, R> void begin(
            Operation<Q, R> operation, Call call, Q request, CompletableFuture<R> answer) {
        if (answer.isDone()) {
            return; // Cancelled while it waited: nothing was done yet, and nothing will be.
        }
        try {
            Course course = engine.course(operation, call, request);
            if (course == null) {
                answer.complete(engine.run(operation, call, request));
            } else {
                // From here on it is on its way, and arrives although it is cancelled.
                later(
                        course.before(),
                        () -> arrive(operation, request, course, answer),
                        () -> refuse(operation, answer));
            }
        } catch (RuntimeException | Error e) {
            answer.completeExceptionally(e);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // It belongs to the future.
    private <Q extends DynamoDbRequest, R> void arrive(
            Operation<Q, R> operation, Q request, Course course, CompletableFuture<R> answer) {
        Runnable delivery;
        try {
            R told = engine.run(operation, engine.arrive(), request, course);
            delivery = () -> answer.complete(told);
        } catch (RuntimeException | Error e) {
            delivery = () -> answer.completeExceptionally(e);
        }
        // What is known is told, also where the executor takes no more.
        later(course.after(), delivery, delivery);
    }

    private void later(Duration delay, Runnable step, Runnable refused) {
        if (delay.isZero()) {
            step.run();
        } else {
            Runnable unused = engine.time().after(delay, () -> execute(step, refused));
        }
    }

    private void execute(Runnable step, Runnable refused) {
        try {
            executor.execute(step);
        } catch (RejectedExecutionException e) {
            refused.run();
        }
    }

    private static void refuse(Operation<?, ?> operation, CompletableFuture<?> answer) {
        answer.completeExceptionally(SdkClientException.create(
                operation + " was not started: the executor of the embedded engine's client takes no more calls"));
    }
}
