package io.dynalatch.embedded.expression;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What updates compute of stored values, the types of which show only now. */
final class Arithmetic {
    private Arithmetic() {}

    static AttributeValue sum(AttributeValue left, boolean minus, AttributeValue right) {
        if (left.n() == null || right.n() == null) {
            throw wrongType();
        }
        BigDecimal first = new BigDecimal(left.n());
        BigDecimal second = new BigDecimal(right.n());
        return number(minus ? Numbers.subtract(first, second) : Numbers.add(first, second));
    }

    static AttributeValue appended(AttributeValue left, AttributeValue right) {
        if (!left.hasL() || !right.hasL()) {
            throw wrongType();
        }
        List<AttributeValue> both = new ArrayList<>(left.l());
        both.addAll(right.l());
        return AttributeValue.fromL(both);
    }

    /** The outcome of ADD: a number counts from 0, a set from nothing. */
    static AttributeValue added(@Nullable AttributeValue stored, AttributeValue operand) {
        if (stored == null) {
            return operand;
        }
        return switch (sameType(stored, operand)) {
            case N -> sum(stored, false, operand);
            case SS -> AttributeValue.fromSs(union(stored.ss(), operand.ss()));
            case NS -> AttributeValue.fromNs(union(stored.ns(), operand.ns()));
            case BS -> AttributeValue.fromBs(union(stored.bs(), operand.bs()));
            default -> throw wrongType();
        };
    }

    /** The outcome of DELETE, or null where no member is left. */
    static @Nullable AttributeValue deleted(@Nullable AttributeValue stored, AttributeValue operand) {
        if (stored == null) {
            return null;
        }
        return switch (sameType(stored, operand)) {
            case SS -> unlessEmpty(AttributeValue.fromSs(difference(stored.ss(), operand.ss())));
            case NS -> unlessEmpty(AttributeValue.fromNs(difference(stored.ns(), operand.ns())));
            case BS -> unlessEmpty(AttributeValue.fromBs(difference(stored.bs(), operand.bs())));
            default -> throw wrongType();
        };
    }

    private static ValueType sameType(AttributeValue stored, AttributeValue operand) {
        ValueType type = Values.type(operand);
        if (!type.in(stored)) {
            throw wrongType();
        }
        return type;
    }

    private static <T> List<T> union(Collection<T> stored, Collection<T> more) {
        Set<T> members = new LinkedHashSet<>(stored);
        members.addAll(more);
        return List.copyOf(members);
    }

    private static <T> List<T> difference(Collection<T> stored, Collection<T> less) {
        Set<T> members = new LinkedHashSet<>(stored);
        less.forEach(members::remove);
        return List.copyOf(members);
    }

    private static @Nullable AttributeValue unlessEmpty(AttributeValue set) {
        boolean empty = set.ss().isEmpty() && set.ns().isEmpty() && set.bs().isEmpty();
        return empty ? null : set;
    }

    private static AttributeValue number(BigDecimal value) {
        return AttributeValue.fromN(Numbers.format(value));
    }

    private static ExpressionException wrongType() {
        return new ExpressionException("An operand in the update expression has an incorrect data type");
    }
}
