package io.dynalatch.embedded.expression;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The rules of attribute values: what is allowed, when two are equal, how they are ordered, what they weigh. */
public final class Values {
    /** Lists and maps that may be nested in one attribute; the item itself is the first of DynamoDB's 32 levels. */
    static final int LEVELS_MAX = 31;

    /** Bytes of an attribute name in UTF-8. */
    static final int NAME_BYTES_MAX = 65_535;

    /** Bytes of a list or map, and of each of its elements, beside their contents. */
    private static final int DOCUMENT_BYTES = 3;

    private Values() {}

    /**
     * Checks one value and brings it into the form in which it is stored: numbers normalised.
     *
     * @param value as the request has it
     * @return the value to store
     * @throws ExpressionException for no or several members, NULL that is not true, an empty set, a set with
     *     duplicates, a bad number, too many levels
     */
    public static AttributeValue normalise(@Nullable AttributeValue value) {
        return Normaliser.normalise(value, LEVELS_MAX);
    }

    /**
     * Checks and normalises every attribute of an item, and its attribute names.
     *
     * @param item as the request has it
     * @return a new unmodifiable map
     * @throws ExpressionException as {@link #normalise} does, or for a name that is empty or longer than 65,535 bytes
     */
    public static Map<String, AttributeValue> normaliseItem(Map<String, AttributeValue> item) {
        Map<String, AttributeValue> normalised = new LinkedHashMap<>();
        item.forEach((name, value) -> {
            int bytes = utf8Bytes(name);
            if (bytes < 1 || bytes > NAME_BYTES_MAX) {
                throw new ExpressionException("One or more parameter values were invalid: an attribute name has 1 to "
                        + NAME_BYTES_MAX + " bytes; bytes: " + bytes);
            }
            normalised.put(name, normalise(value));
        });
        return Collections.unmodifiableMap(normalised);
    }

    /**
     * The type of a value, by its first member.
     *
     * @param value with exactly one member
     * @return the type
     * @throws ExpressionException where the value has no member
     */
    public static ValueType type(AttributeValue value) {
        for (ValueType type : ValueType.ALL) {
            if (type.in(value)) {
                return type;
            }
        }
        throw new ExpressionException(Normaliser.NO_MEMBER);
    }

    /**
     * Whether two values are of one type and equal: numbers by value, sets without order, lists and maps in depth.
     *
     * @param left a normalised value
     * @param right a normalised value
     * @return whether {@code left = right} holds in an expression
     */
    public static boolean equal(AttributeValue left, AttributeValue right) {
        ValueType type = type(left);
        if (type != type(right)) {
            return false;
        }
        return switch (type) {
            case S -> left.s().equals(right.s());
            case N -> left.n().equals(right.n());
            case B -> left.b().equals(right.b());
            case BOOL -> left.bool().equals(right.bool());
            case NULL -> true;
            case SS -> sameMembers(left.ss(), right.ss());
            case NS -> sameMembers(left.ns(), right.ns());
            case BS -> sameMembers(left.bs(), right.bs());
            case L -> sameElements(left.l(), right.l());
            case M -> sameEntries(left.m(), right.m());
        };
    }

    /**
     * Orders two values of one type out of S, N and B, as key order and {@code <} do.
     *
     * @param left a normalised value
     * @param right a normalised value of the same type
     * @return negative, zero or positive
     * @throws IllegalArgumentException where the types differ or have no order
     */
    public static int compare(AttributeValue left, AttributeValue right) {
        if (left.s() != null && right.s() != null) {
            return compareStrings(left.s(), right.s());
        }
        if (left.n() != null && right.n() != null) {
            return new BigDecimal(left.n()).compareTo(new BigDecimal(right.n()));
        }
        if (left.b() != null && right.b() != null) {
            return compareBinaries(left.b(), right.b());
        }
        throw new IllegalArgumentException("two values of one type S, N or B are expected, but the types were "
                + type(left) + " and " + type(right));
    }

    /**
     * Orders strings by their UTF-8 bytes, which differs from {@code String.compareTo} beyond the basic plane.
     *
     * @param left any string
     * @param right any string
     * @return negative, zero or positive
     */
    public static int compareStrings(String left, String right) {
        int shorter = Math.min(left.length(), right.length());
        for (int i = 0; i < shorter; i++) {
            if (left.charAt(i) != right.charAt(i)) {
                return Integer.compare(utf8Rank(left.charAt(i)), utf8Rank(right.charAt(i)));
            }
        }
        return Integer.compare(left.length(), right.length());
    }

    /**
     * Orders binaries byte by byte, unsigned; a prefix comes first.
     *
     * @param left any bytes
     * @param right any bytes
     * @return negative, zero or positive
     */
    public static int compareBinaries(SdkBytes left, SdkBytes right) {
        return Arrays.compareUnsigned(left.asByteArrayUnsafe(), right.asByteArrayUnsafe());
    }

    /**
     * The bytes that a value counts for in the size of an item.
     *
     * @param value a normalised value
     * @return bytes
     */
    public static long bytes(AttributeValue value) {
        return switch (type(value)) {
            case S -> utf8Bytes(value.s());
            case N -> Numbers.bytes(new BigDecimal(value.n()));
            case B -> value.b().asByteArrayUnsafe().length;
            case BOOL, NULL -> 1;
            case SS -> value.ss().stream().mapToLong(Values::utf8Bytes).sum();
            case NS ->
                value.ns().stream()
                        .mapToLong(number -> Numbers.bytes(new BigDecimal(number)))
                        .sum();
            case BS ->
                value.bs().stream()
                        .mapToLong(bytes -> bytes.asByteArrayUnsafe().length)
                        .sum();
            case L ->
                DOCUMENT_BYTES
                        + value.l().stream()
                                .mapToLong(element -> 1 + bytes(element))
                                .sum();
            case M -> DOCUMENT_BYTES + value.m().size() + itemBytes(value.m());
        };
    }

    /**
     * The size of an item: its attribute names in UTF-8 and its values.
     *
     * @param item a normalised item
     * @return bytes, without the storage overhead that only billing knows
     */
    public static long itemBytes(Map<String, AttributeValue> item) {
        long bytes = 0;
        for (Map.Entry<String, AttributeValue> attribute : item.entrySet()) {
            bytes += utf8Bytes(attribute.getKey()) + bytes(attribute.getValue());
        }
        return bytes;
    }

    /**
     * The length of a string in UTF-8.
     *
     * @param text any string
     * @return bytes
     */
    public static int utf8Bytes(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit < 0x80) {
                bytes += 1;
            } else if (unit < 0x800) {
                bytes += 2;
            } else if (!Character.isSurrogate(unit)) {
                bytes += 3;
            } else if (i + 1 < text.length() && Character.isSurrogatePair(unit, text.charAt(i + 1))) {
                bytes += 4;
                i++;
            } else {
                // Java encodes half a pair as a question mark.
                bytes += 1;
            }
        }
        return bytes;
    }

    /** How many lists and maps are nested in a value, itself included; a scalar or set has none. */
    static int levels(AttributeValue value) {
        if (!value.hasL() && !value.hasM()) {
            return 0;
        }
        Collection<AttributeValue> children =
                value.hasL() ? value.l() : value.m().values();
        return 1 + children.stream().mapToInt(Values::levels).max().orElse(0);
    }

    /** UTF-16 puts surrogates before U+E000 to U+FFFF; the characters that they stand for come after. */
    private static int utf8Rank(char unit) {
        return Character.isSurrogate(unit) ? unit + 0x1_0000 : unit;
    }

    private static <T> boolean sameMembers(List<T> left, List<T> right) {
        return left.size() == right.size() && new HashSet<>(left).containsAll(right);
    }

    private static boolean sameElements(List<AttributeValue> left, List<AttributeValue> right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (int i = 0; i < left.size(); i++) {
            if (!equal(left.get(i), right.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameEntries(Map<String, AttributeValue> left, Map<String, AttributeValue> right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (Map.Entry<String, AttributeValue> entry : left.entrySet()) {
            AttributeValue other = right.get(entry.getKey());
            if (other == null || !equal(entry.getValue(), other)) {
                return false;
            }
        }
        return true;
    }
}
