package io.dynalatch.embedded.expression;

import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The rules of one comparison or function that can be checked without an item, counts first, types last. */
final class LeafChecks {
    private static final int IN_OPERANDS_MAX = 100;
    private static final Set<ValueType> WITHOUT_SIZE = Set.of(ValueType.N, ValueType.BOOL, ValueType.NULL);
    private static final String ANY_TYPE = "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}";

    private final ExpressionKind kind;

    LeafChecks(ExpressionKind kind) {
        this.kind = kind;
    }

    void comparison(Comparator comparator, Operand left, Operand right) {
        List<Operand> both = List.of(left, right);
        sizeCounts(both);
        distinct(comparator.sign(), both);
        sizeTypes(both);
        if (comparator.ordering()) {
            ordered(comparator.sign(), both);
        }
    }

    void between(Operand value, Operand low, Operand high) {
        List<Operand> operands = List.of(value, low, high);
        sizeCounts(operands);
        distinct("BETWEEN", operands);
        sizeTypes(operands);
        ordered("BETWEEN", operands);
        if (low instanceof Operand.Constant lower && high instanceof Operand.Constant upper) {
            bounds(lower.value(), upper.value());
        }
    }

    void in(Operand value, List<Operand> candidates) {
        List<Operand> operands =
                Stream.concat(Stream.of(value), candidates.stream()).toList();
        sizeCounts(operands);
        if (candidates.size() > IN_OPERANDS_MAX) {
            throw kind.invalid(
                    "The IN operator is provided with too many operands; number of operands: " + candidates.size());
        }
        distinct("IN", operands);
        sizeTypes(operands);
    }

    void function(String name, List<Operand> operands) {
        sizeCounts(operands);
        Functions.checkCount(kind, name, operands.size());
        distinct(name, operands);
        sizeTypes(operands);
        switch (name) {
            case Functions.ATTRIBUTE_EXISTS, Functions.ATTRIBUTE_NOT_EXISTS -> path(name, operands.get(0));
            case Functions.ATTRIBUTE_TYPE -> typeName(operands.get(1));
            case Functions.BEGINS_WITH -> operands.forEach(this::prefixable);
            default -> {
                // contains takes every type: a list may hold anything.
            }
        }
    }

    private void sizeCounts(List<Operand> operands) {
        for (Operand operand : operands) {
            if (operand instanceof Operand.Size size) {
                sizeCounts(size.of());
                Functions.checkCount(kind, Functions.SIZE, size.of().size());
            }
        }
    }

    private void sizeTypes(List<Operand> operands) {
        for (Operand operand : operands) {
            if (operand instanceof Operand.Size size) {
                sizeTypes(size.of());
                ValueType type = size.of().get(0).knownType();
                if (type != null && WITHOUT_SIZE.contains(type)) {
                    throw Functions.wrongType(kind, Functions.SIZE, type.name());
                }
            }
        }
    }

    private void distinct(String operator, List<Operand> operands) {
        if (operands.get(0) instanceof Operand.Attribute first
                && operands.subList(1, operands.size()).contains(first)) {
            throw kind.invalid("The first operand must be distinct from the remaining operands for this operator or "
                    + "function; operator: " + operator + ", first operand: " + first.path());
        }
    }

    private void ordered(String operator, List<Operand> operands) {
        for (Operand operand : operands) {
            ValueType type = operand.knownType();
            if (type != null && !type.ordered()) {
                throw Functions.wrongType(kind, operator, type.name());
            }
        }
    }

    private void bounds(AttributeValue low, AttributeValue high) {
        if (Values.type(low) != Values.type(high)) {
            throw bounds("requires same data type for lower and upper bounds", low, high);
        }
        if (Values.compare(low, high) > 0) {
            throw bounds("requires upper bound to be greater than or equal to lower bound", low, high);
        }
    }

    private ExpressionException bounds(String rule, AttributeValue low, AttributeValue high) {
        return kind.invalid("The BETWEEN operator " + rule + "; lower bound operand: AttributeValue: " + text(low)
                + ", upper bound operand: AttributeValue: " + text(high));
    }

    private void path(String function, Operand operand) {
        if (!(operand instanceof Operand.Attribute)) {
            throw Functions.needsPath(kind, function);
        }
    }

    private void typeName(Operand operand) {
        ValueType type = operand.knownType();
        if (type != ValueType.S || !(operand instanceof Operand.Constant constant)) {
            throw Functions.wrongType(kind, Functions.ATTRIBUTE_TYPE, type == null ? ANY_TYPE : type.name());
        }
        String wanted = constant.value().s();
        if (ValueType.ALL.stream().noneMatch(known -> known.name().equals(wanted))) {
            throw kind.invalid("Invalid attribute type name found; type: " + wanted
                    + ", valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}");
        }
    }

    private void prefixable(Operand operand) {
        ValueType type = operand.knownType();
        if (type != null && type != ValueType.S && type != ValueType.B) {
            throw Functions.wrongType(kind, Functions.BEGINS_WITH, type.name());
        }
    }

    private static String text(AttributeValue bound) {
        return switch (Values.type(bound)) {
            case S -> "{S:" + bound.s() + "}";
            case N -> "{N:" + bound.n() + "}";
            default -> "{B:" + Base64.getEncoder().encodeToString(bound.b().asByteArray()) + "}";
        };
    }
}
