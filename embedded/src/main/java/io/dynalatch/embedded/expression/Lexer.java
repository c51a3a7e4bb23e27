package io.dynalatch.embedded.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Cuts an expression into tokens. Never fails: text that fits nowhere becomes a token that no rule takes. */
final class Lexer {
    private static final String SIGNS = "=<>(),.[]+-";

    private final String text;
    private final Set<String> keywords;
    private int at;

    private Lexer(String text, Set<String> keywords) {
        this.text = text;
        this.keywords = keywords;
    }

    /** The tokens of {@code text}, the last one an END. {@code keywords} are in upper case. */
    static List<Token> tokens(String text, Set<String> keywords) {
        Lexer lexer = new Lexer(text, keywords);
        List<Token> tokens = new ArrayList<>();
        do {
            tokens.add(lexer.next());
        } while (tokens.get(tokens.size() - 1).kind() != Token.Kind.END);
        return tokens;
    }

    private Token next() {
        while (at < text.length() && blank(text.charAt(at))) {
            at++;
        }
        if (at == text.length()) {
            return new Token(Token.Kind.END, "<EOF>", at, at);
        }
        int start = at;
        char first = text.charAt(at);
        if (letter(first)) {
            return word(start);
        }
        if (digit(first)) {
            return token(Token.Kind.INTEGER, start, run(start, false));
        }
        if (first == '#' || first == ':') {
            int end = run(start + 1, true);
            Token.Kind kind = first == '#' ? Token.Kind.NAME_ALIAS : Token.Kind.VALUE_ALIAS;
            return token(end == start + 1 ? Token.Kind.BAD : kind, start, end);
        }
        if (SIGNS.indexOf(first) >= 0) {
            return token(Token.Kind.SIGN, start, start + (twoCharSign(start) ? 2 : 1));
        }
        // A bare name must not begin with an underscore: the whole word is bad, as its rest would be a name.
        return token(
                Token.Kind.BAD,
                start,
                Math.max(run(start, true), start + Character.charCount(text.codePointAt(start))));
    }

    private Token word(int start) {
        Token word = token(Token.Kind.WORD, start, run(start, true));
        String upper = word.text().toUpperCase(Locale.ROOT);
        return keywords.contains(upper) ? new Token(Token.Kind.KEYWORD, upper, word.start(), word.end()) : word;
    }

    private Token token(Token.Kind kind, int start, int end) {
        at = end;
        return new Token(kind, text.substring(start, end), start, end);
    }

    private boolean twoCharSign(int start) {
        return text.startsWith("<=", start) || text.startsWith("<>", start) || text.startsWith(">=", start);
    }

    /** The end of the run of digits, or of letters, digits and underscores, that begins at {@code from}. */
    private int run(int from, boolean names) {
        int end = from;
        while (end < text.length() && (digit(text.charAt(end)) || (names && nameOnly(text.charAt(end))))) {
            end++;
        }
        return end;
    }

    private static boolean nameOnly(char c) {
        return letter(c) || c == '_';
    }

    private static boolean letter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean digit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean blank(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }
}
