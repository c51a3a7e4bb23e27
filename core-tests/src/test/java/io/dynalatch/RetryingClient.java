package io.dynalatch;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** Sends a request whose connection broke once more, as the SDK does by default, unseen by who asked. */
record RetryingClient(DynamoDbAsyncClient client) implements InvocationHandler {
    static DynamoDbAsyncClient over(DynamoDbAsyncClient client) {
        Class<?>[] types = {DynamoDbAsyncClient.class};
        return (DynamoDbAsyncClient)
                Proxy.newProxyInstance(DynamoDbAsyncClient.class.getClassLoader(), types, new RetryingClient(client));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
        Object answer = method.invoke(client, args);
        return answer instanceof CompletableFuture<?> future ? retried(future, method, args) : answer;
    }

    private CompletableFuture<?> retried(CompletableFuture<?> first, Method method, Object[] args) {
        return first.exceptionallyCompose(broken ->
                broken instanceof SdkClientException ? again(method, args) : CompletableFuture.failedFuture(broken));
    }

    @SuppressWarnings("unchecked") // The method is the one that gave the first future.
    private <T> CompletableFuture<T> again(Method method, Object[] args) {
        try {
            return (CompletableFuture<T>) method.invoke(client, args);
        } catch (ReflectiveOperationException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
