package io.dynalatch.benchmarks;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** A client of a real endpoint that counts its requests and, when told, slows, hangs or loses answers. Thread-safe. */
final class Disturbed {
    private final DynamoDbClient real;
    private final AtomicLong requests = new AtomicLong();
    private final AtomicInteger answersToLose = new AtomicInteger();
    private volatile long slowNanos;
    private volatile @Nullable String hangingKey;
    private volatile long hangNanos;
    private volatile boolean cut;

    Disturbed(DynamoDbClient real) {
        this.real = real;
    }

    /** The client as both libraries take it. */
    DynamoDbClient client() {
        Class<?>[] types = {DynamoDbClient.class};
        return (DynamoDbClient) Proxy.newProxyInstance(
                Disturbed.class.getClassLoader(), types, (proxy, method, args) -> call(method, args));
    }

    long requests() {
        return requests.get();
    }

    /** Each request takes so much longer from now on. */
    void slow(Duration each) {
        slowNanos = each.toNanos();
    }

    /** Writes of this key take so long before they reach the store; null for none. */
    void hang(@Nullable String key, Duration each) {
        hangNanos = each.toNanos();
        hangingKey = key;
    }

    /** The next so many writes reach the store, and their answers are lost. */
    void loseAnswers(int count) {
        answersToLose.set(count);
    }

    /** No request reaches the store from now on, as after a crash of the process. */
    void cut() {
        cut = true;
    }

    private @Nullable Object call(Method method, Object @Nullable [] args) throws Throwable {
        Object request = args == null || args.length == 0 ? null : args[0];
        if (!(request instanceof DynamoDbRequest)) {
            return invoke(method, args);
        }
        requests.incrementAndGet();
        if (cut) {
            throw SdkClientException.create("cut off");
        }
        String key = writtenKey(request);
        pause(key != null && key.equals(hangingKey) ? hangNanos : slowNanos);
        Object answer = invoke(method, args);
        if (key != null && answersToLose.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw ApiCallTimeoutException.builder()
                    .message("the answer was lost")
                    .build();
        }
        return answer;
    }

    private @Nullable Object invoke(Method method, Object @Nullable [] args) throws Throwable {
        try {
            return method.invoke(real, args);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private static void pause(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(left, TimeUnit.SECONDS.toNanos(1)));
        }
    }

    private static @Nullable String writtenKey(Object request) {
        Map<String, AttributeValue> attributes = request instanceof PutItemRequest put
                ? put.item()
                : request instanceof UpdateItemRequest update
                        ? update.key()
                        : request instanceof DeleteItemRequest delete ? delete.key() : Map.of();
        AttributeValue key = attributes.get("key");
        return key == null ? null : key.s();
    }
}
