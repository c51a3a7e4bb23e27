package io.dynalatch.embedded.internal.http;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.utils.builder.Buildable;

/**
 * The operations by their names on the wire: the methods of the SDK's client that take a request and give an answer.
 * What the client at hand does not have fails there, with its own words.
 */
final class OperationTable {
    private static final Map<String, OperationTable> OPERATIONS = operations();

    private final MethodHandle builder;
    private final MethodHandle method;

    private OperationTable(MethodHandle builder, MethodHandle method) {
        this.builder = builder;
        this.method = method;
    }

    /** The operation of that name, or null where DynamoDB has none. */
    static @Nullable OperationTable find(String name) {
        return OPERATIONS.get(name);
    }

    /** An empty request, to be filled. */
    SdkPojo newRequest() {
        try {
            return (SdkPojo) builder.invoke();
        } catch (Throwable impossible) {
            throw new IllegalStateException("a request cannot be made", impossible);
        }
    }

    /** Calls the client; throws what it throws. */
    DynamoDbResponse call(DynamoDbClient client, SdkPojo request) throws Throwable {
        return (DynamoDbResponse) method.invoke(client, ((Buildable) request).build());
    }

    private static Map<String, OperationTable> operations() {
        Map<String, OperationTable> operations = new HashMap<>();
        for (Method method : DynamoDbClient.class.getMethods()) {
            Class<?>[] parameters = method.getParameterTypes();
            if (parameters.length == 1
                    && DynamoDbRequest.class.isAssignableFrom(parameters[0])
                    && DynamoDbResponse.class.isAssignableFrom(method.getReturnType())) {
                String name = parameters[0].getSimpleName().replaceAll("Request$", "");
                operations.put(name, of(parameters[0], method));
            }
        }
        return Map.copyOf(operations);
    }

    private static OperationTable of(Class<?> request, Method method) {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        try {
            return new OperationTable(lookup.unreflect(request.getMethod("builder")), lookup.unreflect(method));
        } catch (ReflectiveOperationException foreign) {
            throw new IllegalStateException("the SDK's " + request + " is not built as others", foreign);
        }
    }
}
