package io.dynalatch.embedded.internal.operation;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;

/**
 * An answer that is an error of DynamoDB's, still free of the SDK's exception classes. A refused condition is everyday
 * business of a lock, so no stack trace is collected here.
 */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final transient @Nullable Map<String, AttributeValue> item;
    private final transient List<CancellationReason> reasons;

    /** Which exception the caller of the SDK sees. */
    enum Kind {
        VALIDATION,
        /** A validation error that a transaction counts as one of the item: values do not fit the table's keys. */
        MISMATCH,
        CONDITION_FAILED,
        NOT_FOUND,
        IN_USE,
        LIMIT_EXCEEDED,
        CONFLICT,
        IN_PROGRESS,
        TOKEN_MISMATCH,
        CANCELED
    }

    private Refusal(Kind kind, String message, @Nullable Map<String, AttributeValue> item) {
        super(message, null, false, false);
        this.kind = kind;
        this.item = item;
        this.reasons = List.of();
    }

    private Refusal(String message, List<CancellationReason> reasons) {
        super(message, null, false, false);
        this.kind = Kind.CANCELED;
        this.item = null;
        this.reasons = reasons;
    }

    static Refusal validation(String message) {
        return new Refusal(Kind.VALIDATION, message, null);
    }

    /** Values that do not fit the keys of the table or of one of its indexes. */
    static Refusal mismatch(String message) {
        return new Refusal(Kind.MISMATCH, message, null);
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

    /** A transaction that has the item is running. */
    static Refusal conflict() {
        return new Refusal(Kind.CONFLICT, "Transaction is ongoing for the item", null);
    }

    static Refusal inProgress() {
        return new Refusal(
                Kind.IN_PROGRESS,
                "The transaction with this client request token is still running; ask again for its result",
                null);
    }

    static Refusal tokenMismatch() {
        return new Refusal(
                Kind.TOKEN_MISMATCH,
                "The client request token was used for another transaction in the last ten minutes; use a new one",
                null);
    }

    /** A transaction of which nothing was done, with one reason for each action. */
    static Refusal canceled(List<CancellationReason> reasons) {
        String codes = reasons.stream().map(CancellationReason::code).collect(Collectors.joining(", ", "[", "]"));
        return new Refusal(
                "Transaction cancelled, please refer cancellation reasons for specific reasons " + codes, reasons);
    }

    Kind kind() {
        return kind;
    }

    @Nullable
    Map<String, AttributeValue> item() {
        return item;
    }

    /** Why a transaction was canceled, by its actions; empty for other refusals. */
    List<CancellationReason> reasons() {
        return reasons;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
