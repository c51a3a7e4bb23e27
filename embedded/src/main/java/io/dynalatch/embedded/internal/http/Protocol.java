package io.dynalatch.embedded.internal.http;

import io.dynalatch.embedded.internal.fault.NoAnswerException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** Answers requests of DynamoDB's JSON protocol by calling a client; knows nothing of sockets. Thread-safe. */
final class Protocol {
    private static final Logger log = LoggerFactory.getLogger(Protocol.class);
    private static final String TARGET = "DynamoDB_20120810.";
    private static final int QUOTED_MAX = 100;

    /** The front end's own errors; all others are of the service's model. */
    private static final Map<String, String> PREFIXES = Map.of(
            "ValidationException", "com.amazon.coral.validate#",
            "SerializationException", "com.amazon.coral.service#",
            "UnknownOperationException", "com.amazon.coral.service#",
            "AccessDeniedException", "com.amazon.coral.service#",
            "ThrottlingException", "com.amazon.coral.availability#");

    private final DynamoDbClient client;
    private final AtomicLong refused = new AtomicLong();

    Protocol(DynamoDbClient client) {
        this.client = client;
    }

    /**
     * Carries one request out; null where no answer is to be given, and the connection closed.
     *
     * @param target the value of the header {@code X-Amz-Target}, or null where it is absent
     * @param body the request's body
     */
    @Nullable
    Answer answer(@Nullable String target, byte[] body) {
        try {
            OperationTable operation = operation(target);
            SdkPojo request = operation.newRequest();
            JsonReader.read(body, request);
            DynamoDbResponse response = operation.call(client, request);
            return new Answer(200, response.responseMetadata().requestId(), JsonWriter.write(response));
        } catch (WireException refusal) {
            return answer(refusal);
        } catch (DynamoDbException error) {
            return answer(error);
        } catch (SdkClientException error) {
            return error.getCause() instanceof NoAnswerException ? null : failed(target, error);
        } catch (UnsupportedOperationException absent) {
            return answer(WireException.unknownOperation(400, String.valueOf(absent.getMessage())));
        } catch (Error error) {
            throw error;
        } catch (Throwable bug) {
            return failed(target, bug);
        }
    }

    private Answer failed(@Nullable String target, Throwable bug) {
        log.warn("request failed target={}", target, bug);
        byte[] told = JsonWriter.error(type("InternalServerError"), "the embedded engine failed: " + bug);
        return new Answer(500, nextId(), told);
    }

    /** The answer to a request that no operation is run for. */
    Answer answer(WireException refusal) {
        return new Answer(refusal.status(), nextId(), JsonWriter.error(type(refusal.code()), refusal.text()));
    }

    private static OperationTable operation(@Nullable String target) throws WireException {
        if (target == null) {
            throw WireException.unknownOperation(400, "the header X-Amz-Target is missing");
        }
        OperationTable operation =
                target.startsWith(TARGET) ? OperationTable.find(target.substring(TARGET.length())) : null;
        if (operation == null) {
            String quoted = target.length() > QUOTED_MAX ? target.substring(0, QUOTED_MAX) : target;
            throw WireException.unknownOperation(400, "'" + quoted + "' is no operation of DynamoDB's");
        }
        return operation;
    }

    private Answer answer(DynamoDbException error) {
        String code = error.awsErrorDetails().errorCode();
        String message = String.valueOf(error.awsErrorDetails().errorMessage());
        // AWS SDKs of all languages expect this one message with a capital letter.
        String name = code.equals("TransactionCanceledException") ? "Message" : "message";
        String id = error.requestId() == null ? nextId() : error.requestId();
        return new Answer(error.statusCode(), id, JsonWriter.error(type(code), error, name, message));
    }

    private static String type(String code) {
        return PREFIXES.getOrDefault(code, "com.amazonaws.dynamodb.v20120810#") + code;
    }

    private String nextId() {
        return "dynalatch-http-" + refused.incrementAndGet();
    }
}
