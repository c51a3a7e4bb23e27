package io.dynalatch.embedded.expression;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Checks values that come in and brings their numbers into the one form in which equal numbers are equal texts. */
final class Normaliser {
    static final String NO_MEMBER =
            "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
    private static final String SEVERAL_MEMBERS =
            "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes";
    private static final String INVALID = "One or more parameter values were invalid: ";
    static final String TOO_DEEP = "Nesting Levels have exceeded supported limits: "
            + "Attributes in the item have nested levels beyond supported limit";

    private Normaliser() {}

    static AttributeValue normalise(@Nullable AttributeValue value, int levelsLeft) {
        if (value == null) {
            throw new ExpressionException(NO_MEMBER);
        }
        ValueType type = onlyType(value);
        if ((type == ValueType.L || type == ValueType.M) && levelsLeft == 0) {
            throw new ExpressionException(TOO_DEEP);
        }
        return switch (type) {
            case S, B, BOOL -> value;
            case N -> number(value);
            case NULL -> nullValue(value);
            case SS -> set(value, value.ss(), "An string set  may not be empty", "");
            case NS -> numbers(value);
            case BS -> set(value, value.bs(), "Binary sets should not be empty", " of type BS");
            case L -> list(value, levelsLeft - 1);
            case M -> map(value, levelsLeft - 1);
        };
    }

    /** The SDK's own type() goes wrong where a builder's member was set and taken back, so members are counted. */
    private static ValueType onlyType(AttributeValue value) {
        ValueType found = null;
        for (ValueType type : ValueType.ALL) {
            if (type.in(value)) {
                if (found != null) {
                    throw new ExpressionException(SEVERAL_MEMBERS);
                }
                found = type;
            }
        }
        if (found == null) {
            throw new ExpressionException(NO_MEMBER);
        }
        return found;
    }

    private static AttributeValue nullValue(AttributeValue value) {
        if (!value.nul()) {
            throw new ExpressionException(INVALID + "Null attribute value types must have the value of true");
        }
        return value;
    }

    private static AttributeValue number(AttributeValue value) {
        String normal = Numbers.format(Numbers.parse(value.n()));
        return normal.equals(value.n()) ? value : AttributeValue.fromN(normal);
    }

    private static AttributeValue numbers(AttributeValue value) {
        List<String> normal = new ArrayList<>();
        for (String member : value.ns()) {
            normal.add(Numbers.format(Numbers.parse(member == null ? "" : member)));
        }
        return set(AttributeValue.fromNs(normal), normal, "An number set  may not be empty", "");
    }

    private static AttributeValue set(AttributeValue value, List<?> members, String ifEmpty, String kind) {
        if (members.isEmpty()) {
            throw new ExpressionException(INVALID + ifEmpty);
        }
        for (Object member : members) {
            if (member == null) {
                throw new ExpressionException(INVALID + "a set may not have a null member");
            }
        }
        if (new HashSet<>(members).size() < members.size()) {
            throw new ExpressionException(
                    INVALID + "Input collection " + text(members) + kind + " contains duplicates.");
        }
        return value;
    }

    private static List<String> text(List<?> members) {
        List<String> text = new ArrayList<>();
        for (Object member : members) {
            text.add(
                    member instanceof SdkBytes bytes
                            ? Base64.getEncoder().encodeToString(bytes.asByteArray())
                            : String.valueOf(member));
        }
        return text;
    }

    private static AttributeValue list(AttributeValue value, int levelsLeft) {
        List<AttributeValue> elements = new ArrayList<>(value.l().size());
        for (AttributeValue element : value.l()) {
            elements.add(normalise(element, levelsLeft));
        }
        return AttributeValue.fromL(elements);
    }

    private static AttributeValue map(AttributeValue value, int levelsLeft) {
        Map<String, AttributeValue> entries = new LinkedHashMap<>();
        value.m().forEach((name, entry) -> entries.put(name, normalise(entry, levelsLeft)));
        return AttributeValue.fromM(entries);
    }
}
