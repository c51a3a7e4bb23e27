package io.dynalatch.embedded.internal.operation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/**
 * Turns reads with parameters of the time before expressions into reads that ask for the same by expressions, so that
 * one way of evaluating them is enough.
 */
final class LegacyReads {
    private static final String INVALID = "One or more parameter values were invalid: ";

    private LegacyReads() {}

    static GetItemRequest modern(GetItemRequest request) {
        if (!request.hasAttributesToGet()) {
            return request;
        }
        LegacyStyle.check(request);
        LegacyAliases aliases = new LegacyAliases();
        return request.toBuilder()
                .projectionExpression(projection(request.attributesToGet(), aliases))
                .expressionAttributeNames(aliases.names())
                .attributesToGet((List<String>) null)
                .build();
    }

    static ScanRequest modern(ScanRequest request) {
        boolean legacy = request.hasAttributesToGet()
                || request.hasScanFilter()
                || request.conditionalOperatorAsString() != null;
        if (!legacy) {
            return request;
        }
        LegacyStyle.check(request);
        LegacyAliases aliases = new LegacyAliases();
        List<String> filter = LegacyConditions.of(request.scanFilter(), aliases);
        String joined = LegacyConditions.join(request.conditionalOperatorAsString(), filter);
        return request.toBuilder()
                .filterExpression(filter.isEmpty() ? null : joined)
                .projectionExpression(
                        request.hasAttributesToGet() ? projection(request.attributesToGet(), aliases) : null)
                .expressionAttributeNames(aliases.names())
                .expressionAttributeValues(aliases.values())
                .build();
    }

    static QueryRequest modern(QueryRequest request) {
        boolean legacy = request.hasAttributesToGet()
                || request.hasKeyConditions()
                || request.hasQueryFilter()
                || request.conditionalOperatorAsString() != null;
        if (!legacy) {
            return request;
        }
        LegacyStyle.check(request);
        LegacyAliases aliases = new LegacyAliases();
        List<String> keys = LegacyConditions.of(request.keyConditions(), aliases);
        List<String> filter = LegacyConditions.of(request.queryFilter(), aliases);
        String joined = LegacyConditions.join(request.conditionalOperatorAsString(), filter);
        return request.toBuilder()
                .keyConditionExpression(keys.isEmpty() ? null : String.join(" AND ", keys))
                .filterExpression(filter.isEmpty() ? null : joined)
                .projectionExpression(
                        request.hasAttributesToGet() ? projection(request.attributesToGet(), aliases) : null)
                .expressionAttributeNames(aliases.names())
                .expressionAttributeValues(aliases.values())
                .build();
    }

    private static @Nullable String projection(List<String> attributes, LegacyAliases aliases) {
        if (attributes.isEmpty()) {
            throw Refusal.constraint("AttributesToGet", "Member must have length greater than or equal to 1");
        }
        Set<String> seen = new HashSet<>();
        for (String attribute : attributes) {
            if (!seen.add(attribute)) {
                throw Refusal.validation(INVALID + "Duplicate value in attribute name: " + attribute);
            }
        }
        return aliases.names(attributes);
    }
}
