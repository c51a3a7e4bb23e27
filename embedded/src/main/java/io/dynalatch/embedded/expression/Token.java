package io.dynalatch.embedded.expression;

/**
 * One word or sign of an expression.
 *
 * @param kind what it is
 * @param text as written; keywords in upper case
 * @param start where it begins in the expression, in chars
 * @param end where it ends, exclusive
 */
record Token(Kind kind, String text, int start, int end) {
    enum Kind {
        /** A bare attribute name or function name. */
        WORD,
        /** A word that has a meaning of its own in this kind of expression. */
        KEYWORD,
        /** A placeholder of a name, such as {@code #n}. */
        NAME_ALIAS,
        /** A placeholder of a value, such as {@code :v}. */
        VALUE_ALIAS,
        /** A literal integer, which only a list index is. */
        INTEGER,
        /** A sign such as {@code <=}. */
        SIGN,
        /** Text that no expression may have. */
        BAD,
        /** The end of the expression. */
        END
    }

    boolean is(Kind kind, String text) {
        return this.kind == kind && this.text.equals(text);
    }
}
