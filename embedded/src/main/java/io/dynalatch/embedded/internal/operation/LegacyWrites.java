package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.ValueType;
import io.dynalatch.embedded.expression.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValueUpdate;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ExpectedAttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Turns writes with parameters of the time before expressions into writes that ask for the same by expressions. */
final class LegacyWrites {
    private static final String INVALID = "One or more parameter values were invalid: ";

    private LegacyWrites() {}

    static PutItemRequest modern(PutItemRequest request) {
        if (!request.hasExpected() && request.conditionalOperatorAsString() == null) {
            return request;
        }
        LegacyStyle.check(request);
        LegacyAliases aliases = new LegacyAliases();
        return request.toBuilder()
                .conditionExpression(condition(request.expected(), request.conditionalOperatorAsString(), aliases))
                .expressionAttributeNames(aliases.names())
                .expressionAttributeValues(aliases.values())
                .build();
    }

    static DeleteItemRequest modern(DeleteItemRequest request) {
        if (!request.hasExpected() && request.conditionalOperatorAsString() == null) {
            return request;
        }
        LegacyStyle.check(request);
        LegacyAliases aliases = new LegacyAliases();
        return request.toBuilder()
                .conditionExpression(condition(request.expected(), request.conditionalOperatorAsString(), aliases))
                .expressionAttributeNames(aliases.names())
                .expressionAttributeValues(aliases.values())
                .build();
    }

    static UpdateItemRequest modern(UpdateItemRequest request) {
        boolean legacy =
                request.hasExpected() || request.hasAttributeUpdates() || request.conditionalOperatorAsString() != null;
        if (!legacy) {
            return request;
        }
        LegacyStyle.check(request);
        LegacyAliases aliases = new LegacyAliases();
        return request.toBuilder()
                .conditionExpression(condition(request.expected(), request.conditionalOperatorAsString(), aliases))
                .updateExpression(update(request.attributeUpdates(), aliases))
                .expressionAttributeNames(aliases.names())
                .expressionAttributeValues(aliases.values())
                .build();
    }

    private static @Nullable String condition(
            Map<String, ExpectedAttributeValue> expected, @Nullable String operator, LegacyAliases aliases) {
        List<String> conditions = LegacyConditions.ofExpected(expected, aliases);
        String joined = LegacyConditions.join(operator, conditions);
        return conditions.isEmpty() ? null : joined;
    }

    private static @Nullable String update(Map<String, AttributeValueUpdate> updates, LegacyAliases aliases) {
        Map<String, List<String>> sections = new LinkedHashMap<>();
        updates.forEach((attribute, update) -> add(sections, attribute, update, aliases));
        return sections.isEmpty()
                ? null
                : sections.entrySet().stream()
                        .map(section -> section.getKey() + " " + String.join(",", section.getValue()))
                        .collect(Collectors.joining(" "));
    }

    private static void add(
            Map<String, List<String>> sections, String attribute, AttributeValueUpdate update, LegacyAliases aliases) {
        String action = update.actionAsString() == null ? "PUT" : update.actionAsString();
        AttributeValue value = update.value();
        if (value == null && !action.equals("DELETE")) {
            throw Refusal.validation(INVALID + "Only DELETE action is allowed when no attribute value is specified");
        }
        String name = aliases.name(attribute);
        if (value == null) {
            section(sections, "REMOVE").add(name);
            return;
        }
        ValueType type = Values.type(value);
        switch (action) {
            case "PUT" -> section(sections, "SET").add(name + "=" + aliases.value(value));
            case "ADD" -> addition(sections, name, type, value, aliases);
            case "DELETE" -> {
                checkSupported(action, type, set(type));
                section(sections, "DELETE").add(name + " " + aliases.value(value));
            }
            default ->
                throw Refusal.constraint(
                        "AttributeUpdates.Action", "Member must satisfy enum value set: [ADD, PUT, DELETE]");
        }
    }

    /** To a list ADD appends, which the section of that name cannot. */
    private static void addition(
            Map<String, List<String>> sections,
            String name,
            ValueType type,
            AttributeValue value,
            LegacyAliases aliases) {
        checkSupported("ADD", type, type == ValueType.N || type == ValueType.L || set(type));
        if (type != ValueType.L) {
            section(sections, "ADD").add(name + " " + aliases.value(value));
            return;
        }
        String none = aliases.value(AttributeValue.fromL(List.of()));
        section(sections, "SET")
                .add(name + "=list_append(if_not_exists(" + name + "," + none + ")," + aliases.value(value) + ")");
    }

    private static boolean set(ValueType type) {
        return type == ValueType.SS || type == ValueType.NS || type == ValueType.BS;
    }

    private static void checkSupported(String action, ValueType type, boolean supported) {
        if (!supported) {
            throw Refusal.validation(INVALID + action + " action is not supported for the type " + type);
        }
    }

    private static List<String> section(Map<String, List<String>> sections, String name) {
        return sections.computeIfAbsent(name, ignored -> new ArrayList<>());
    }
}
