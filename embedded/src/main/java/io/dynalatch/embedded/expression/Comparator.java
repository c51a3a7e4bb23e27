package io.dynalatch.embedded.expression;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The comparison signs. A missing operand makes every comparison false but {@code <>}. */
enum Comparator {
    EQUAL("="),
    UNEQUAL("<>"),
    LESS("<"),
    AT_MOST("<="),
    GREATER(">"),
    AT_LEAST(">=");

    private final String sign;

    Comparator(String sign) {
        this.sign = sign;
    }

    static @Nullable Comparator of(Token token) {
        if (token.kind() != Token.Kind.SIGN) {
            return null;
        }
        return Arrays.stream(values())
                .filter(comparator -> comparator.sign.equals(token.text()))
                .findFirst()
                .orElse(null);
    }

    String sign() {
        return sign;
    }

    /** Whether the operands must have an order. */
    boolean ordering() {
        return this != EQUAL && this != UNEQUAL;
    }

    boolean test(@Nullable AttributeValue left, @Nullable AttributeValue right) {
        if (!ordering()) {
            boolean equal = left != null && right != null && Values.equal(left, right);
            return equal == (this == EQUAL);
        }
        if (left == null || right == null) {
            return false;
        }
        ValueType type = Values.type(left);
        return type.ordered() && type.in(right) && holds(Values.compare(left, right));
    }

    private boolean holds(int order) {
        return switch (this) {
            case LESS -> order < 0;
            case AT_MOST -> order <= 0;
            case GREATER -> order > 0;
            case AT_LEAST -> order >= 0;
            case EQUAL -> order == 0;
            case UNEQUAL -> order != 0;
        };
    }
}
