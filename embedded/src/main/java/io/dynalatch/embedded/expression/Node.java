package io.dynalatch.embedded.expression;

import java.util.List;

/** A piece of a parsed expression, its placeholders still open. */
sealed interface Node {
    /** A piece that stands for a value. A call may stand for a condition too; which one shows where it stands. */
    sealed interface Operand extends Node {}

    record Attribute(Path path) implements Operand {}

    /** The value of a placeholder, {@code :} included. */
    record Value(String alias) implements Operand {}

    record Call(String function, List<Operand> operands) implements Operand {}

    record Comparison(Comparator comparator, Operand left, Operand right) implements Node {}

    record Between(Operand value, Operand low, Operand high) implements Node {}

    record In(Operand value, List<Operand> candidates) implements Node {}

    record Not(Node condition) implements Node {}

    record All(List<Node> conditions) implements Node {}

    record Any(List<Node> conditions) implements Node {}

    /** A sum or difference, which only the right-hand side of SET may be. */
    record Sum(Operand left, boolean minus, Operand right) implements Node {}
}
