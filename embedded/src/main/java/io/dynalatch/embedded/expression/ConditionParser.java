package io.dynalatch.embedded.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads conditions and filters by recursive descent. A parenthesis may hold an operand or a condition; both are read by
 * one rule, and what came out decides how to go on, so that nothing is ever read twice.
 */
final class ConditionParser {
    private static final Set<String> KEYWORDS = Set.of("AND", "OR", "NOT", "BETWEEN", "IN");
    private static final List<Findings.Rule> ORDER = List.of(
            Findings.Rule.OPERATORS,
            Findings.Rule.PARENTHESES,
            Findings.Rule.UNKNOWN_FUNCTION,
            Findings.Rule.MISUSED_FUNCTION,
            Findings.Rule.RESERVED_WORD);

    private final Findings findings = new Findings();
    private final Tokens tokens;
    private final Terms terms;

    private ConditionParser(ExpressionKind kind, String text) {
        this.tokens = new Tokens(kind, text, KEYWORDS);
        this.terms = new Terms(kind, tokens, findings);
    }

    static Node parse(ExpressionKind kind, String text) {
        ConditionParser parser = new ConditionParser(kind, text);
        Node condition = parser.condition(parser.any());
        parser.tokens.expectEnd();
        parser.findings.check(kind, ORDER);
        return condition;
    }

    private Node any() {
        Node first = all();
        return tokens.peek().is(Token.Kind.KEYWORD, "OR") ? junction(first, "OR", Node.Any::new) : first;
    }

    private Node all() {
        Node first = negation();
        return tokens.peek().is(Token.Kind.KEYWORD, "AND") ? junction(first, "AND", Node.All::new) : first;
    }

    private Node junction(Node first, String keyword, Function<List<Node>, Node> make) {
        List<Node> conditions = new ArrayList<>();
        conditions.add(condition(first));
        while (tokens.acceptKeyword(keyword)) {
            findings.countOperator();
            conditions.add(condition(keyword.equals("OR") ? all() : negation()));
        }
        return make.apply(conditions);
    }

    /** A row of NOTs is read in a loop and cut down to one or none, so that it never needs stack. */
    private Node negation() {
        int negations = 0;
        while (tokens.acceptKeyword("NOT")) {
            findings.countOperator();
            negations++;
        }
        if (negations == 0) {
            return primary();
        }
        Node condition = condition(primary());
        return negations % 2 == 1 ? new Node.Not(condition) : condition;
    }

    private Node primary() {
        Node first = group();
        if (!(first instanceof Node.Operand left)) {
            return first;
        }
        Comparator comparator = Comparator.of(tokens.peek());
        if (comparator != null) {
            findings.countOperator();
            tokens.expect(Token.Kind.SIGN);
            return new Node.Comparison(comparator, plain(left), operand());
        }
        if (tokens.acceptKeyword("BETWEEN")) {
            findings.countOperator();
            Node.Operand low = operand();
            tokens.expectKeyword("AND");
            return new Node.Between(plain(left), low, operand());
        }
        if (tokens.acceptKeyword("IN")) {
            findings.countOperator();
            tokens.expectSign("(");
            Node in = new Node.In(plain(left), terms.list(this::operand));
            tokens.expectSign(")");
            return in;
        }
        return left;
    }

    /** {@code '(' (condition | operand) ')' | operand}; a path may go on behind its parenthesis. */
    private Node group() {
        if (!tokens.peekSign("(")) {
            return terms.operand(this::operand);
        }
        if (tokens.redundantParenthesis()) {
            findings.add(Findings.Rule.PARENTHESES, "The expression has redundant parentheses;");
        }
        tokens.expectSign("(");
        Node inner = any();
        tokens.expectSign(")");
        return inner instanceof Node.Attribute attribute
                ? new Node.Attribute(terms.longer(attribute.path().steps()))
                : inner;
    }

    private Node.Operand operand() {
        if (group() instanceof Node.Operand operand) {
            return plain(operand);
        }
        throw tokens.syntaxError();
    }

    /** An operand where a value is due: size is the one function that gives one. */
    private Node.Operand plain(Node.Operand operand) {
        if (operand instanceof Node.Call call && !call.function().equals(Functions.SIZE)) {
            Functions.misused(call.function(), findings);
        }
        return operand;
    }

    /** A piece where a condition is due: an attribute or value is none, nor is size. */
    private Node condition(Node node) {
        if (node instanceof Node.Attribute || node instanceof Node.Value) {
            throw tokens.syntaxError();
        }
        if (node instanceof Node.Call call && call.function().equals(Functions.SIZE)) {
            Functions.misused(call.function(), findings);
        }
        return node;
    }
}
