package io.dynalatch.embedded;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

class AsyncFaultsTest extends FaultsContract {
    /** A blocking client that asks the asynchronous one, and advances the time until it has answered. */
    @Override
    DynamoDbClient client(EmbeddedDynamoDb engine) {
        DynamoDbAsyncClient async = engine.asyncClient();
        InvocationHandler handler = (proxy, method, args) -> {
            if (method.getName().equals("close")) {
                return null;
            }
            if (args.length != 1 || !(args[0] instanceof DynamoDbRequest)) {
                return InvocationHandler.invokeDefault(proxy, method, args);
            }
            Method same = DynamoDbAsyncClient.class.getMethod(method.getName(), method.getParameterTypes());
            return time.await((CompletableFuture<?>) same.invoke(async, args));
        };
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(), new Class<?>[] {DynamoDbClient.class}, handler);
    }

    @Override
    Class<? extends SdkClientException> timeoutType() {
        return ApiCallAttemptTimeoutException.class;
    }
}
