package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.ValueType;
import io.dynalatch.embedded.expression.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.ExpectedAttributeValue;

/** Writes conditions of the time before expressions as expressions. */
final class LegacyConditions {
    private static final String INVALID = "One or more parameter values were invalid: ";
    private static final Set<ValueType> SCALARS = Set.of(ValueType.S, ValueType.N, ValueType.B);
    private static final Set<ValueType> TEXTS = Set.of(ValueType.S, ValueType.B);

    private LegacyConditions() {}

    /** The {@code ConditionalOperator} that joins the conditions. */
    static String join(@Nullable String operator, List<String> conditions) {
        if (operator != null && !Set.of("AND", "OR").contains(operator)) {
            throw Refusal.constraint("ConditionalOperator", "Member must satisfy enum value set: [OR, AND]");
        }
        if (operator != null && conditions.isEmpty()) {
            throw Refusal.validation("ConditionalOperator cannot be used without Filter or Expected");
        }
        if (operator != null && conditions.size() == 1) {
            throw Refusal.validation(
                    "ConditionalOperator can only be used when Filter or Expected has two or more elements");
        }
        return String.join("OR".equals(operator) ? " OR " : " AND ", conditions);
    }

    /** What {@code KeyConditions}, {@code QueryFilter} or {@code ScanFilter} ask for, one by one. */
    static List<String> of(Map<String, Condition> conditions, LegacyAliases aliases) {
        List<String> texts = new ArrayList<>();
        conditions.forEach((attribute, condition) -> texts.add(comparison(
                attribute, condition.comparisonOperatorAsString(), condition.attributeValueList(), aliases)));
        return texts;
    }

    /** What {@code Expected} asks for, one by one. */
    static List<String> ofExpected(Map<String, ExpectedAttributeValue> expected, LegacyAliases aliases) {
        List<String> texts = new ArrayList<>();
        expected.forEach((attribute, condition) -> texts.add(expected(attribute, condition, aliases)));
        return texts;
    }

    private static String expected(String attribute, ExpectedAttributeValue condition, LegacyAliases aliases) {
        boolean listed = !(condition.attributeValueList() instanceof SdkAutoConstructList);
        if (condition.comparisonOperatorAsString() != null) {
            if (condition.exists() != null) {
                throw Refusal.validation(INVALID + "Exists and ComparisonOperator cannot be used together for"
                        + " Attribute: " + attribute);
            }
            List<AttributeValue> values =
                    condition.value() == null ? condition.attributeValueList() : List.of(condition.value());
            return comparison(attribute, condition.comparisonOperatorAsString(), values, aliases);
        }
        if (listed) {
            throw Refusal.validation(INVALID + "AttributeValueList can only be used with a ComparisonOperator for"
                    + " Attribute: " + attribute);
        }
        return existence(attribute, condition, aliases);
    }

    private static String existence(String attribute, ExpectedAttributeValue condition, LegacyAliases aliases) {
        boolean absent = Boolean.FALSE.equals(condition.exists());
        if (absent && condition.value() != null) {
            throw Refusal.validation(
                    INVALID + "Value cannot be used when Exists is set to false for Attribute: " + attribute);
        }
        if (absent) {
            return "attribute_not_exists(" + aliases.name(attribute) + ")";
        }
        if (condition.value() == null) {
            throw Refusal.validation(INVALID + "Value must be provided when Exists is "
                    + (condition.exists() == null ? "null" : "true") + " for Attribute: " + attribute);
        }
        return aliases.name(attribute) + "=" + aliases.value(condition.value());
    }

    private static String comparison(
            String attribute, @Nullable String operator, List<AttributeValue> values, LegacyAliases aliases) {
        String word = String.valueOf(operator);
        check(word, values);
        String name = aliases.name(attribute);
        List<String> arguments = values.stream().map(aliases::value).toList();
        return switch (word) {
            case "EQ" -> name + "=" + arguments.get(0);
            case "NE" -> name + "<>" + arguments.get(0);
            case "LE" -> name + "<=" + arguments.get(0);
            case "LT" -> name + "<" + arguments.get(0);
            case "GE" -> name + ">=" + arguments.get(0);
            case "GT" -> name + ">" + arguments.get(0);
            case "BETWEEN" -> name + " BETWEEN " + arguments.get(0) + " AND " + arguments.get(1);
            case "IN" -> name + " IN (" + String.join(",", arguments) + ")";
            case "NULL" -> "attribute_not_exists(" + name + ")";
            case "NOT_NULL" -> "attribute_exists(" + name + ")";
            case "CONTAINS" -> "contains(" + name + "," + arguments.get(0) + ")";
            case "NOT_CONTAINS" -> "NOT contains(" + name + "," + arguments.get(0) + ")";
            case "BEGINS_WITH" -> "begins_with(" + name + "," + arguments.get(0) + ")";
            default ->
                throw Refusal.constraint(
                        "ComparisonOperator",
                        "Member must satisfy enum value set: [IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL,"
                                + " NE, LE, BEGINS_WITH, GE, CONTAINS]");
        };
    }

    private static void check(String operator, List<AttributeValue> values) {
        boolean counted = switch (operator) {
            case "NULL", "NOT_NULL" -> values.isEmpty();
            case "BETWEEN" -> values.size() == 2;
            case "IN" -> !values.isEmpty();
            case "EQ", "NE", "LE", "LT", "GE", "GT", "CONTAINS", "NOT_CONTAINS", "BEGINS_WITH" -> values.size() == 1;
            default -> true;
        };
        if (!counted) {
            throw Refusal.validation(
                    INVALID + "Invalid number of argument(s) for the " + operator + " ComparisonOperator");
        }
        Set<ValueType> types = types(operator);
        for (AttributeValue value : values) {
            ValueType type = Values.type(value);
            if (!types.contains(type)) {
                throw Refusal.validation(INVALID + "ComparisonOperator " + operator + " is not valid for " + type
                        + " AttributeValue type");
            }
        }
    }

    private static Set<ValueType> types(String operator) {
        return switch (operator) {
            case "BEGINS_WITH" -> TEXTS;
            case "LE", "LT", "GE", "GT", "BETWEEN", "IN", "CONTAINS", "NOT_CONTAINS" -> SCALARS;
            default -> Set.of(ValueType.values());
        };
    }
}
