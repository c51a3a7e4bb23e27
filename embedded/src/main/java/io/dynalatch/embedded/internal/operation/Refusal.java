package io.dynalatch.embedded.internal.operation;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An answer that is an error of DynamoDB's, still free of the SDK's exception classes. A refused condition is everyday
 * business of a lock, so no stack trace is collected here.
 */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final transient @Nullable Map<String, AttributeValue> item;

    /** Which exception the caller of the SDK sees. */
    enum Kind {
        VALIDATION,
        CONDITION_FAILED,
        NOT_FOUND,
        IN_USE,
        LIMIT_EXCEEDED
    }

    private Refusal(Kind kind, String message, @Nullable Map<String, AttributeValue> item) {
        super(message, null, false, false);
        this.kind = kind;
        this.item = item;
    }

    static Refusal validation(String message) {
        return new Refusal(Kind.VALIDATION, message, null);
    }

    /** A parameter with a value outside its bounds; the rule is in the words of the service's own model. */
    static Refusal constraint(String parameter, String rule) {
        return validation(
                "1 validation error detected: Value at '" + parameter + "' failed to satisfy constraint: " + rule);
    }

    /** A refused condition, with the item that refused it where the request asked for it and there is one. */
    static Refusal conditionFailed(@Nullable Map<String, AttributeValue> item) {
        return new Refusal(Kind.CONDITION_FAILED, "The conditional request failed", item);
    }

    static Refusal notFound(String message) {
        return new Refusal(Kind.NOT_FOUND, message, null);
    }

    static Refusal inUse(String message) {
        return new Refusal(Kind.IN_USE, message, null);
    }

    static Refusal limitExceeded(String message) {
        return new Refusal(Kind.LIMIT_EXCEEDED, message, null);
    }

    Kind kind() {
        return kind;
    }

    @Nullable
    Map<String, AttributeValue> item() {
        return item;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
