package io.dynalatch.embedded.expression;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/** The tokens of one expression and where its parser stands. Bounds size and nesting before any parsing. */
final class Tokens {
    /** Bytes of an expression as the request spells it (AWS developer guide, Expression parameters). */
    private static final int BYTES_MAX = 4096;

    /**
     * Parentheses that may be open at once. Each useful pair needs an operator or a function of its own, and 300
     * operators or 4,096 bytes end before this; what it bounds is the stack of the parser and of evaluation.
     */
    private static final int NESTING_MAX = 320;

    private final ExpressionKind kind;
    private final String text;
    private final List<Token> tokens;
    private final int[] closing;
    private int at;

    /** Reads {@code text}. {@code keywords} are in upper case. */
    Tokens(ExpressionKind kind, String text, Set<String> keywords) {
        if (text.isEmpty()) {
            throw kind.invalid("The expression can not be empty;");
        }
        int bytes = Values.utf8Bytes(text);
        if (bytes > BYTES_MAX) {
            throw kind.invalid("Expression size has exceeded the maximum allowed size; expression size: " + bytes);
        }
        this.kind = kind;
        this.text = text;
        this.tokens = Lexer.tokens(text, keywords);
        this.closing = closing();
    }

    Token peek() {
        return tokens.get(at);
    }

    boolean peekSign(String sign) {
        return peek().is(Token.Kind.SIGN, sign);
    }

    /** Whether the token after the current one is {@code sign}. */
    boolean secondIsSign(String sign) {
        return at + 1 < tokens.size() && tokens.get(at + 1).is(Token.Kind.SIGN, sign);
    }

    Token next() {
        Token token = peek();
        if (token.kind() != Token.Kind.END) {
            at++;
        }
        return token;
    }

    boolean acceptSign(String sign) {
        return accept(Token.Kind.SIGN, sign);
    }

    boolean acceptKeyword(String keyword) {
        return accept(Token.Kind.KEYWORD, keyword);
    }

    Token expect(Token.Kind expected) {
        if (peek().kind() != expected) {
            throw syntaxError();
        }
        return next();
    }

    void expectSign(String sign) {
        if (!acceptSign(sign)) {
            throw syntaxError();
        }
    }

    void expectKeyword(String keyword) {
        if (!acceptKeyword(keyword)) {
            throw syntaxError();
        }
    }

    void expectEnd() {
        if (peek().kind() != Token.Kind.END) {
            throw syntaxError();
        }
    }

    /** Whether the parenthesis at the current token holds nothing but another pair. */
    boolean redundantParenthesis() {
        return secondIsSign("(") && closing[at + 1] >= 0 && closing[at + 1] == closing[at] - 1;
    }

    /** The placeholders of one kind, in the order of the text. */
    List<String> aliases(Token.Kind aliasKind) {
        return tokens.stream()
                .filter(token -> token.kind() == aliasKind)
                .map(Token::text)
                .toList();
    }

    /** The error for the current token, with its neighbours for the reader to find it. */
    ExpressionException syntaxError() {
        int from = tokens.get(Math.max(at - 1, 0)).start();
        int to = tokens.get(Math.min(at + 1, tokens.size() - 1)).end();
        Token token = peek();
        String shown = token.kind() == Token.Kind.END ? token.text() : text.substring(token.start(), token.end());
        return kind.invalid("Syntax error; token: \"" + shown + "\", near: \"" + text.substring(from, to) + "\"");
    }

    private boolean accept(Token.Kind expected, String wanted) {
        if (!peek().is(expected, wanted)) {
            return false;
        }
        at++;
        return true;
    }

    /** For each opening parenthesis the token that closes it, else -1. */
    private int[] closing() {
        int[] closedBy = new int[tokens.size()];
        Arrays.fill(closedBy, -1);
        Deque<Integer> open = new ArrayDeque<>();
        for (int i = 0; i < closedBy.length; i++) {
            if (tokens.get(i).is(Token.Kind.SIGN, "(")) {
                open.push(i);
                if (open.size() > NESTING_MAX) {
                    throw kind.invalid("The expression is nested too deeply; open parentheses allowed: " + NESTING_MAX);
                }
            } else if (tokens.get(i).is(Token.Kind.SIGN, ")") && !open.isEmpty()) {
                closedBy[open.pop()] = i;
            }
        }
        return closedBy;
    }
}
