package io.dynalatch.embedded.expression;

/** Which request parameter an expression came in; it decides the prefix of messages and what is allowed. */
public enum ExpressionKind {
    /** Decides whether a write is made. */
    CONDITION("ConditionExpression"),
    /** Decides which items a Query or Scan answers. */
    FILTER("FilterExpression"),
    /** Selects the items that a Query reads. */
    KEY_CONDITION("KeyConditionExpression"),
    /** Says what UpdateItem changes. */
    UPDATE("UpdateExpression"),
    /** Says which attributes a read answers. */
    PROJECTION("ProjectionExpression");

    private final String parameter;

    ExpressionKind(String parameter) {
        this.parameter = parameter;
    }

    /**
     * The name of the request parameter, as messages spell it.
     *
     * @return such as {@code ConditionExpression}
     */
    public String parameter() {
        return parameter;
    }

    /** The error for an expression of this kind that breaks a rule. */
    ExpressionException invalid(String rule) {
        return new ExpressionException("Invalid " + parameter + ": " + rule);
    }
}
