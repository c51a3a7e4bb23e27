package io.dynalatch.embedded.expression;

import java.util.Map;
import java.util.Set;

/** The names of the functions, which are case-sensitive, and where each may stand. */
final class Functions {
    static final String SIZE = "size";
    static final String IF_NOT_EXISTS = "if_not_exists";
    static final String LIST_APPEND = "list_append";
    static final String ATTRIBUTE_EXISTS = "attribute_exists";
    static final String ATTRIBUTE_NOT_EXISTS = "attribute_not_exists";
    static final String ATTRIBUTE_TYPE = "attribute_type";
    static final String BEGINS_WITH = "begins_with";
    static final String CONTAINS = "contains";

    private static final Set<String> OF_UPDATES = Set.of(IF_NOT_EXISTS, LIST_APPEND);

    private static final Map<String, Integer> OPERANDS = Map.of(
            SIZE, 1,
            IF_NOT_EXISTS, 2,
            LIST_APPEND, 2,
            ATTRIBUTE_EXISTS, 1,
            ATTRIBUTE_NOT_EXISTS, 1,
            ATTRIBUTE_TYPE, 2,
            BEGINS_WITH, 2,
            CONTAINS, 2);

    private Functions() {}

    /** Notes a name that is no function, or none of this kind of expression. */
    static void checkName(ExpressionKind kind, String name, Findings findings) {
        boolean update = kind == ExpressionKind.UPDATE;
        if (!OPERANDS.containsKey(name)) {
            findings.add(Findings.Rule.UNKNOWN_FUNCTION, "Invalid function name; function: " + name);
        } else if (OF_UPDATES.contains(name) != update) {
            findings.add(
                    Findings.Rule.MISUSED_FUNCTION,
                    "The function is not allowed in " + (update ? "an update" : "a condition")
                            + " expression; function: " + name);
        }
    }

    static void misused(String name, Findings findings) {
        findings.add(
                Findings.Rule.MISUSED_FUNCTION,
                "The function is not allowed to be used this way in an expression; function: " + name);
    }

    static void checkCount(ExpressionKind kind, String name, int operands) {
        Integer expected = OPERANDS.get(name);
        if (expected != null && expected != operands) {
            throw kind.invalid("Incorrect number of operands for operator or function; operator or function: " + name
                    + ", number of operands: " + operands);
        }
    }

    static ExpressionException wrongType(ExpressionKind kind, String operator, String type) {
        return kind.invalid("Incorrect operand type for operator or function; operator or function: " + operator
                + ", operand type: " + type);
    }

    static ExpressionException needsPath(ExpressionKind kind, String function) {
        return kind.invalid("Operator or function requires a document path; operator or function: " + function);
    }
}
