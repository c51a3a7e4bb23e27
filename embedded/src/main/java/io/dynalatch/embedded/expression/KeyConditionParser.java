package io.dynalatch.embedded.expression;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads key conditions: by the grammar of conditions, of which they are a small part, and then by what may be left. A
 * comparison may have its value on the left.
 */
final class KeyConditionParser {
    private static final ExpressionKind KIND = ExpressionKind.KEY_CONDITION;
    private static final int CONDITIONS_MAX = 2;

    /** One comparison in the order attribute, test, values. */
    private record Term(Path path, KeyCondition.Test test, List<Node.Operand> values) {
        KeyCondition bind(Placeholders placeholders) {
            return new KeyCondition(
                    path.bind(KIND, placeholders).attribute(),
                    test,
                    values.stream()
                            .map(value -> placeholders.value(KIND, ((Node.Value) value).alias()))
                            .toList());
        }
    }

    private KeyConditionParser() {}

    static KeyConditionExpression parse(String text) {
        Node whole = ConditionParser.parse(KIND, text);
        List<Node> leaves = new ArrayList<>();
        flatten(whole, leaves);
        List<Term> terms = leaves.stream().map(KeyConditionParser::term).toList();
        if (terms.size() > CONDITIONS_MAX) {
            throw new ExpressionException("Conditions can be of length 1 or 2 only");
        }
        return placeholders -> bind(whole, terms, placeholders);
    }

    private static List<KeyCondition> bind(Node whole, List<Term> terms, Placeholders placeholders) {
        new ConditionBinder(KIND, placeholders).bind(whole); // For its checks of operands.
        List<KeyCondition> conditions =
                terms.stream().map(term -> term.bind(placeholders)).toList();
        Set<String> attributes = new HashSet<>();
        for (KeyCondition condition : conditions) {
            if (!attributes.add(condition.attribute())) {
                throw new ExpressionException("KeyConditionExpressions must only contain one condition per key");
            }
        }
        return conditions;
    }

    private static void flatten(Node node, List<Node> leaves) {
        if (node instanceof Node.All all) {
            all.conditions().forEach(condition -> flatten(condition, leaves));
        } else {
            leaves.add(node);
        }
    }

    private static Term term(Node leaf) {
        if (leaf instanceof Node.Comparison comparison) {
            return comparison(comparison);
        }
        if (leaf instanceof Node.Between between) {
            return term(KeyCondition.Test.BETWEEN, List.of(between.value(), between.low(), between.high()));
        }
        if (leaf instanceof Node.Call call && call.function().equals(Functions.BEGINS_WITH)) {
            Functions.checkCount(KIND, call.function(), call.operands().size());
            return term(KeyCondition.Test.BEGINS_WITH, call.operands());
        }
        throw notAllowed(operator(leaf));
    }

    private static String operator(Node leaf) {
        if (leaf instanceof Node.Any) {
            return "OR";
        }
        if (leaf instanceof Node.Not) {
            return "NOT";
        }
        return leaf instanceof Node.Call call ? call.function() : "IN";
    }

    private static Term comparison(Node.Comparison comparison) {
        if (comparison.comparator() == Comparator.UNEQUAL) {
            throw notAllowed(comparison.comparator().sign());
        }
        boolean swapped = comparison.left() instanceof Node.Value;
        return swapped
                ? term(test(comparison.comparator(), true), List.of(comparison.right(), comparison.left()))
                : term(test(comparison.comparator(), false), List.of(comparison.left(), comparison.right()));
    }

    private static KeyCondition.Test test(Comparator comparator, boolean swapped) {
        return switch (comparator) {
            case LESS -> swapped ? KeyCondition.Test.GREATER : KeyCondition.Test.LESS;
            case AT_MOST -> swapped ? KeyCondition.Test.AT_LEAST : KeyCondition.Test.AT_MOST;
            case GREATER -> swapped ? KeyCondition.Test.LESS : KeyCondition.Test.GREATER;
            case AT_LEAST -> swapped ? KeyCondition.Test.AT_MOST : KeyCondition.Test.AT_LEAST;
            case EQUAL, UNEQUAL -> KeyCondition.Test.EQUAL;
        };
    }

    /** A term of an attribute, which comes first, and of values. */
    private static Term term(KeyCondition.Test test, List<Node.Operand> operands) {
        if (operands.stream().anyMatch(operand -> operand instanceof Node.Call)) {
            throw new ExpressionException("KeyConditionExpressions cannot contain nested operations");
        }
        List<Node.Operand> values = operands.subList(1, operands.size());
        if (!(operands.get(0) instanceof Node.Attribute attribute)) {
            throw new ExpressionException("Invalid condition in KeyConditionExpression: No key attribute specified");
        }
        if (values.stream().anyMatch(value -> value instanceof Node.Attribute)) {
            throw new ExpressionException(
                    "Invalid condition in KeyConditionExpression: Multiple attribute names used" + " in one condition");
        }
        if (attribute.path().steps().size() > 1) {
            throw new ExpressionException("KeyConditionExpressions cannot have conditions on nested attributes");
        }
        return new Term(attribute.path(), test, values);
    }

    private static ExpressionException notAllowed(String operator) {
        return new ExpressionException("Invalid operator used in KeyConditionExpression: " + operator);
    }
}
