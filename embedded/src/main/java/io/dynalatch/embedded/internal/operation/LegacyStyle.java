package io.dynalatch.embedded.internal.operation;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.core.SdkPojo;

/** Tells the parameters of the time before expressions from those that are expressions. */
final class LegacyStyle {
    private static final List<String> LEGACY = List.of(
            "AttributesToGet",
            "AttributeUpdates",
            "ConditionalOperator",
            "Expected",
            "KeyConditions",
            "QueryFilter",
            "ScanFilter");
    private static final List<String> EXPRESSIONS = List.of(
            "ConditionExpression",
            "FilterExpression",
            "KeyConditionExpression",
            "ProjectionExpression",
            "UpdateExpression");
    private static final List<String> PLACEHOLDERS = List.of("ExpressionAttributeNames", "ExpressionAttributeValues");

    private LegacyStyle() {}

    /** Refuses a request that has parameters of both styles, and placeholders in one that has no expression. */
    static void check(SdkPojo request) {
        Set<String> legacy = set(request, LEGACY);
        Set<String> expressions = set(request, EXPRESSIONS);
        if (!expressions.isEmpty()) {
            throw Refusal.validation("Can not use both expression and non-expression parameters in the same request:"
                    + " Non-expression parameters: {" + String.join(", ", legacy) + "} Expression parameters: {"
                    + String.join(", ", expressions) + "}");
        }
        for (String placeholders : set(request, PLACEHOLDERS)) {
            throw Refusal.validation(placeholders + " can only be specified when using expressions");
        }
    }

    private static Set<String> set(SdkPojo request, List<String> names) {
        Set<String> set = new TreeSet<>(Members.of(request).keySet());
        set.retainAll(names);
        return set;
    }
}
