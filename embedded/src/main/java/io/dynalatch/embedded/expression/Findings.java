package io.dynalatch.embedded.expression;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The broken rules that a parser has met. DynamoDB tells of one only, and which one depends on the rule and not on the
 * place in the text, so they are collected until the whole text is read.
 */
final class Findings {
    /** Operators of one expression (AWS developer guide, Expression parameters). */
    private static final int OPERATORS_MAX = 300;

    enum Rule {
        OPERATORS,
        PARENTHESES,
        UNKNOWN_FUNCTION,
        MISUSED_FUNCTION,
        RESERVED_WORD,
        SECTION
    }

    private final Map<Rule, String> first = new EnumMap<>(Rule.class);
    private int operators;

    void add(Rule rule, String message) {
        first.putIfAbsent(rule, message);
    }

    /** Counts a comparator, AND, OR, NOT, BETWEEN, IN, + or -. */
    void countOperator() {
        operators++;
    }

    /** Throws for the first of {@code order} that was broken. */
    void check(ExpressionKind kind, List<Rule> order) {
        if (operators > OPERATORS_MAX) {
            add(Rule.OPERATORS, "The expression contains too many operators; operator count: " + operators);
        }
        for (Rule rule : order) {
            String message = first.get(rule);
            if (message != null) {
                throw kind.invalid(message);
            }
        }
    }
}
