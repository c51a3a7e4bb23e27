package io.dynalatch.embedded.expression;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A condition as it was read. */
final class ParsedCondition implements ConditionExpression {
    private final ExpressionKind kind;
    private final Node condition;

    ParsedCondition(ExpressionKind kind, Node condition) {
        this.kind = kind;
        this.condition = condition;
    }

    @Override
    public BoundCondition bind(Placeholders placeholders) {
        return new ConditionBinder(kind, placeholders).bind(condition);
    }

    @Override
    public Set<String> attributes(Placeholders placeholders) {
        Set<String> names = new LinkedHashSet<>();
        collect(condition, placeholders, names);
        return names;
    }

    private void collect(Node node, Placeholders placeholders, Set<String> names) {
        if (node instanceof Node.Attribute attribute) {
            names.add(attribute.path().bind(kind, placeholders).attribute());
        }
        for (Node child : children(node)) {
            collect(child, placeholders, names);
        }
    }

    private static List<? extends Node> children(Node node) {
        if (node instanceof Node.All all) {
            return all.conditions();
        }
        if (node instanceof Node.Any any) {
            return any.conditions();
        }
        if (node instanceof Node.Not not) {
            return List.of(not.condition());
        }
        return operands(node);
    }

    private static List<? extends Node> operands(Node leaf) {
        if (leaf instanceof Node.Comparison comparison) {
            return List.of(comparison.left(), comparison.right());
        }
        if (leaf instanceof Node.Between between) {
            return List.of(between.value(), between.low(), between.high());
        }
        if (leaf instanceof Node.In in) {
            return Stream.concat(Stream.of(in.value()), in.candidates().stream())
                    .toList();
        }
        return leaf instanceof Node.Call call ? call.operands() : List.of();
    }
}
