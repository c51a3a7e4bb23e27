package io.dynalatch.embedded.expression;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What the key condition of a Query asks of one attribute.
 *
 * @param attribute the name of a top-level attribute; whether it is a key is for the caller to check
 * @param test how it is compared
 * @param values normalised, two for {@link Test#BETWEEN} and one for all others
 */
public record KeyCondition(String attribute, Test test, List<AttributeValue> values) {
    /** The tests that a key condition may make. */
    public enum Test {
        /** {@code =}. */
        EQUAL,
        /** {@code <}. */
        LESS,
        /** {@code <=}. */
        AT_MOST,
        /** {@code >}. */
        GREATER,
        /** {@code >=}. */
        AT_LEAST,
        /** {@code BETWEEN}, both bounds included. */
        BETWEEN,
        /** {@code begins_with}. */
        BEGINS_WITH
    }

    /** Copies the list. */
    public KeyCondition {
        values = List.copyOf(values);
    }
}
