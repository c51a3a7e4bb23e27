package io.dynalatch.embedded.expression;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads updates by recursive descent. */
final class UpdateParser {
    private static final Set<String> KEYWORDS =
            Arrays.stream(Action.Section.values()).map(Enum::name).collect(Collectors.toUnmodifiableSet());
    private static final List<Findings.Rule> ORDER = List.of(
            Findings.Rule.OPERATORS,
            Findings.Rule.RESERVED_WORD,
            Findings.Rule.UNKNOWN_FUNCTION,
            Findings.Rule.MISUSED_FUNCTION,
            Findings.Rule.SECTION);

    private final Findings findings = new Findings();
    private final Tokens tokens;
    private final Terms terms;

    private UpdateParser(String text) {
        this.tokens = new Tokens(ExpressionKind.UPDATE, text, KEYWORDS);
        this.terms = new Terms(ExpressionKind.UPDATE, tokens, findings);
    }

    static ParsedUpdate parse(String text) {
        UpdateParser parser = new UpdateParser(text);
        List<Action> actions = parser.sections();
        parser.findings.check(ExpressionKind.UPDATE, ORDER);
        return new ParsedUpdate(
                actions, parser.tokens.aliases(Token.Kind.NAME_ALIAS), parser.tokens.aliases(Token.Kind.VALUE_ALIAS));
    }

    private List<Action> sections() {
        List<Action> actions = new ArrayList<>();
        Set<Action.Section> seen = EnumSet.noneOf(Action.Section.class);
        do {
            Action.Section section =
                    Action.Section.valueOf(tokens.expect(Token.Kind.KEYWORD).text());
            if (!seen.add(section)) {
                findings.add(
                        Findings.Rule.SECTION,
                        "The \"" + section + "\" section can only be used once in an update expression;");
            }
            actions.addAll(terms.list(() -> action(section)));
        } while (tokens.peek().kind() != Token.Kind.END);
        return actions;
    }

    private Action action(Action.Section section) {
        Path target = terms.path();
        return switch (section) {
            case REMOVE -> new Action(section, target, null);
            case ADD, DELETE ->
                new Action(
                        section,
                        target,
                        new Node.Value(tokens.expect(Token.Kind.VALUE_ALIAS).text()));
            case SET -> {
                tokens.expectSign("=");
                yield new Action(section, target, value());
            }
        };
    }

    /** {@code term (('+' | '-') term)?}; parentheses may stand around the whole. */
    private Node value() {
        Node left = term();
        boolean minus = tokens.peekSign("-");
        if (!minus && !tokens.peekSign("+")) {
            return left;
        }
        Node.Operand first = single(left);
        tokens.expect(Token.Kind.SIGN);
        findings.countOperator();
        return new Node.Sum(first, minus, single(term()));
    }

    private Node term() {
        if (!tokens.acceptSign("(")) {
            return call(terms.operand(() -> single(term())));
        }
        Node inner = value();
        tokens.expectSign(")");
        return inner;
    }

    /** A term where no sum may stand: sums have two terms, and functions take none. */
    private Node.Operand single(Node term) {
        if (term instanceof Node.Operand operand) {
            return operand;
        }
        throw tokens.syntaxError();
    }

    private Node.Operand call(Node.Operand operand) {
        if (operand instanceof Node.Call call
                && call.function().equals(Functions.LIST_APPEND)
                && call.operands().stream().anyMatch(UpdateParser::appends)) {
            Functions.misused(Functions.LIST_APPEND, findings);
        }
        return operand;
    }

    private static boolean appends(Node.Operand operand) {
        return operand instanceof Node.Call call && call.function().equals(Functions.LIST_APPEND);
    }
}
