package io.dynalatch.embedded.expression;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What the functions of conditions answer; a missing operand, or one of another type, makes them false. */
final class FunctionTests {
    private FunctionTests() {}

    static boolean hasType(@Nullable AttributeValue value, @Nullable AttributeValue type) {
        return value != null && type != null && Values.type(value).name().equals(type.s());
    }

    static boolean beginsWith(@Nullable AttributeValue value, @Nullable AttributeValue prefix) {
        if (value == null || prefix == null) {
            return false;
        }
        if (value.s() != null && prefix.s() != null) {
            return value.s().startsWith(prefix.s());
        }
        return value.b() != null && prefix.b() != null && occursAt(value.b(), prefix.b(), 0);
    }

    /** A part of a string or binary, a member of a set, or an element of a list. */
    static boolean contains(@Nullable AttributeValue value, @Nullable AttributeValue part) {
        if (value == null || part == null) {
            return false;
        }
        return switch (Values.type(value)) {
            case S -> part.s() != null && value.s().contains(part.s());
            case B -> part.b() != null && occurs(value.b(), part.b());
            case SS -> part.s() != null && value.ss().contains(part.s());
            case NS -> part.n() != null && value.ns().contains(part.n());
            case BS -> part.b() != null && value.bs().contains(part.b());
            case L -> hasElement(value.l(), part);
            case N, M, BOOL, NULL -> false;
        };
    }

    private static boolean hasElement(List<AttributeValue> elements, AttributeValue wanted) {
        return elements.stream().anyMatch(element -> Values.equal(element, wanted));
    }

    private static boolean occurs(SdkBytes bytes, SdkBytes part) {
        int last = bytes.asByteArrayUnsafe().length - part.asByteArrayUnsafe().length;
        for (int at = 0; at <= last; at++) {
            if (occursAt(bytes, part, at)) {
                return true;
            }
        }
        return false;
    }

    private static boolean occursAt(SdkBytes bytes, SdkBytes part, int at) {
        byte[] whole = bytes.asByteArrayUnsafe();
        byte[] wanted = part.asByteArrayUnsafe();
        int end = at + wanted.length;
        return end <= whole.length && Arrays.equals(whole, at, end, wanted, 0, wanted.length);
    }
}
