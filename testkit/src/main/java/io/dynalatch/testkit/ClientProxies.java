package io.dynalatch.testkit;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkClient;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * Turns the SDK's clients into one function and back. Proxies rather than classes: every operation of the interface
 * goes through the function, also one that a newer SDK adds, so that none can pass by unnoticed.
 */
final class ClientProxies {
    private static final Map<Class<?>, Method> ASYNC = new ConcurrentHashMap<>();

    private ClientProxies() {}

    /** Sends a request; the answer is the SDK's response, or fails with the SDK's exception. */
    @FunctionalInterface
    interface Send {
        CompletableFuture<Object> send(DynamoDbRequest request);
    }

    static Send to(DynamoDbAsyncClient client) {
        return request -> invoke(client, request);
    }

    static DynamoDbAsyncClient async(SdkClient store, Send send) {
        return proxy(DynamoDbAsyncClient.class, (proxy, method, args) -> {
            boolean request = isRequest(args) && method.getReturnType() == CompletableFuture.class;
            return request ? send.send((DynamoDbRequest) args[0]) : other(store, proxy, method, args);
        });
    }

    static DynamoDbClient blocking(SdkClient store, Send send) {
        return proxy(DynamoDbClient.class, (proxy, method, args) -> {
            boolean request = isRequest(args) && !method.getName().endsWith("Paginator");
            return request ? await(send.send((DynamoDbRequest) args[0])) : other(store, proxy, method, args);
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static boolean isRequest(Object @Nullable [] args) {
        return args != null && args.length == 1 && args[0] instanceof DynamoDbRequest;
    }

    /** What is no request: the forms that make one (they are default methods and come back here), and the rest. */
    @SuppressWarnings("ReferenceEquality") // this is the equals of a proxy that is equal to itself only
    private static @Nullable Object other(SdkClient store, Object proxy, Method method, Object @Nullable [] args)
            throws Throwable {
        return switch (method.getName()) {
            case "close" -> null;
            case "serviceName" -> store.serviceName();
            case "serviceClientConfiguration" -> store.serviceClientConfiguration();
            case "toString" -> "faulty " + store;
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> args != null && proxy == args[0];
            case "waiter" ->
                throw new UnsupportedOperationException(
                        "a waiter would pass the faults by; make one on this client with the SDK's builder");
            default -> InvocationHandler.invokeDefault(proxy, method, args);
        };
    }

    @SuppressWarnings("unchecked") // Each response type is an Object, and nobody writes into the future as another.
    private static CompletableFuture<Object> invoke(DynamoDbAsyncClient client, DynamoDbRequest request) {
        try {
            return (CompletableFuture<Object>) method(request.getClass()).invoke(client, request);
        } catch (InvocationTargetException e) {
            return CompletableFuture.failedFuture(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("the SDK's client is a public interface", e);
        }
    }

    private static Method method(Class<?> request) {
        return ASYNC.computeIfAbsent(request, ClientProxies::find);
    }

    private static Method find(Class<?> request) {
        for (Method method : DynamoDbAsyncClient.class.getMethods()) {
            Class<?>[] parameters = method.getParameterTypes();
            if (parameters.length == 1
                    && parameters[0] == request
                    && method.getReturnType() == CompletableFuture.class) {
                return method;
            }
        }
        throw new IllegalArgumentException("no operation takes a " + request.getSimpleName());
    }

    private static Object await(CompletableFuture<Object> answer) throws Throwable {
        try {
            return answer.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw AbortedException.create("interrupted while waiting for an answer", e);
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }
}
