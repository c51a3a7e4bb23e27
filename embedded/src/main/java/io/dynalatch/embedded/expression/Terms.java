package io.dynalatch.embedded.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Reads what all kinds of expression have in common: paths, placeholders of values, calls. */
final class Terms {
    private final ExpressionKind kind;
    private final Tokens tokens;
    private final Findings findings;

    Terms(ExpressionKind kind, Tokens tokens, Findings findings) {
        this.kind = kind;
        this.tokens = tokens;
        this.findings = findings;
    }

    /** {@code path | :value | function '(' operand (',' operand)* ')'}; {@code argument} reads one operand. */
    Node.Operand operand(Supplier<Node.Operand> argument) {
        Token token = tokens.peek();
        if (token.kind() == Token.Kind.VALUE_ALIAS) {
            return new Node.Value(tokens.next().text());
        }
        if (token.kind() == Token.Kind.WORD && tokens.secondIsSign("(")) {
            return call(argument);
        }
        return new Node.Attribute(path());
    }

    /** {@code name ('.' name | '[' integer ']')*}. */
    Path path() {
        List<Step> steps = new ArrayList<>();
        steps.add(name());
        return longer(steps);
    }

    /** The path that goes on behind {@code steps}, at least as they are. */
    Path longer(List<Step> start) {
        List<Step> steps = new ArrayList<>(start);
        while (true) { // Ends at the first token that is neither, at the latest at END.
            if (tokens.acceptSign(".")) {
                steps.add(name());
            } else if (tokens.acceptSign("[")) {
                steps.add(index());
                tokens.expectSign("]");
            } else {
                break;
            }
        }
        if (steps.size() > Path.STEPS_MAX) {
            throw kind.invalid("The document path has too many nesting levels; nesting levels: " + steps.size());
        }
        return new Path(steps);
    }

    /** {@code item (',' item)*}. */
    <T> List<T> list(Supplier<T> item) {
        List<T> items = new ArrayList<>();
        do {
            items.add(item.get());
        } while (tokens.acceptSign(","));
        return items;
    }

    private Node.Call call(Supplier<Node.Operand> argument) {
        String name = tokens.next().text();
        tokens.expectSign("(");
        List<Node.Operand> operands = list(argument);
        tokens.expectSign(")");
        Functions.checkName(kind, name, findings);
        return new Node.Call(name, operands);
    }

    private Step name() {
        if (tokens.peek().kind() == Token.Kind.NAME_ALIAS) {
            return new Step.Alias(tokens.next().text());
        }
        String name = tokens.expect(Token.Kind.WORD).text();
        if (ReservedWords.contains(name)) {
            findings.add(
                    Findings.Rule.RESERVED_WORD, "Attribute name is a reserved keyword; reserved keyword: " + name);
        }
        return new Step.Field(name);
    }

    private Step index() {
        String digits = tokens.expect(Token.Kind.INTEGER).text();
        try {
            return new Step.Index(Integer.parseInt(digits));
        } catch (NumberFormatException e) {
            throw kind.invalid("List index is not within the allowable range; index: [" + digits + "]");
        }
    }
}
