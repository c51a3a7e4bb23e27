package io.dynalatch.embedded.expression;

import java.util.List;

/** Makes a test of a parsed condition: placeholders first, then the checks of each comparison in the text's order. */
final class ConditionBinder {
    private final ExpressionKind kind;
    private final Placeholders placeholders;
    private final LeafChecks checks;

    ConditionBinder(ExpressionKind kind, Placeholders placeholders) {
        this.kind = kind;
        this.placeholders = placeholders;
        this.checks = new LeafChecks(kind);
    }

    BoundCondition bind(Node node) {
        if (node instanceof Node.All all) {
            List<BoundCondition> conditions = bind(all.conditions());
            return item -> conditions.stream().allMatch(condition -> condition.test(item));
        }
        if (node instanceof Node.Any any) {
            List<BoundCondition> conditions = bind(any.conditions());
            return item -> conditions.stream().anyMatch(condition -> condition.test(item));
        }
        if (node instanceof Node.Not not) {
            BoundCondition condition = bind(not.condition());
            return item -> !condition.test(item);
        }
        return leaf(node);
    }

    private List<BoundCondition> bind(List<Node> nodes) {
        return nodes.stream().map(this::bind).toList();
    }

    private BoundCondition leaf(Node node) {
        if (node instanceof Node.Comparison comparison) {
            return comparison(comparison);
        }
        if (node instanceof Node.Between between) {
            return between(between);
        }
        if (node instanceof Node.In in) {
            return in(in);
        }
        if (node instanceof Node.Call call) {
            return function(call);
        }
        throw new IllegalStateException("the parser let pass what is no condition: " + node);
    }

    private BoundCondition comparison(Node.Comparison node) {
        Operand left = operand(node.left());
        Operand right = operand(node.right());
        checks.comparison(node.comparator(), left, right);
        return item -> node.comparator().test(left.in(item), right.in(item));
    }

    private BoundCondition between(Node.Between node) {
        Operand value = operand(node.value());
        Operand low = operand(node.low());
        Operand high = operand(node.high());
        checks.between(value, low, high);
        return item -> Comparator.AT_LEAST.test(value.in(item), low.in(item))
                && Comparator.AT_MOST.test(value.in(item), high.in(item));
    }

    private BoundCondition in(Node.In node) {
        Operand value = operand(node.value());
        List<Operand> candidates = operands(node.candidates());
        checks.in(value, candidates);
        return item ->
                candidates.stream().anyMatch(candidate -> Comparator.EQUAL.test(value.in(item), candidate.in(item)));
    }

    private BoundCondition function(Node.Call call) {
        List<Operand> operands = operands(call.operands());
        checks.function(call.function(), operands);
        Operand first = operands.get(0);
        Operand last = operands.get(operands.size() - 1);
        return switch (call.function()) {
            case Functions.ATTRIBUTE_EXISTS -> item -> first.in(item) != null;
            case Functions.ATTRIBUTE_NOT_EXISTS -> item -> first.in(item) == null;
            case Functions.ATTRIBUTE_TYPE -> item -> FunctionTests.hasType(first.in(item), last.in(item));
            case Functions.BEGINS_WITH -> item -> FunctionTests.beginsWith(first.in(item), last.in(item));
            case Functions.CONTAINS -> item -> FunctionTests.contains(first.in(item), last.in(item));
            default -> throw new IllegalStateException("the parser let pass the function " + call.function());
        };
    }

    private List<Operand> operands(List<Node.Operand> nodes) {
        return nodes.stream().map(this::operand).toList();
    }

    private Operand operand(Node.Operand node) {
        if (node instanceof Node.Attribute attribute) {
            return new Operand.Attribute(attribute.path().bind(kind, placeholders));
        }
        if (node instanceof Node.Value value) {
            return new Operand.Constant(placeholders.value(kind, value.alias()));
        }
        return new Operand.Size(operands(((Node.Call) node).operands()));
    }
}
