package io.dynalatch.embedded.internal.store;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Turns key values into bytes whose unsigned order is the order of the values. */
public final class KeyBytes {
    /** Above the largest magnitude exponent of a number (125) and below the smallest (-130), to make both positive. */
    private static final int EXPONENT_BIAS = 512;

    private static final byte NEGATIVE = 0;
    private static final byte ZERO = 1;
    private static final byte POSITIVE = 2;

    private KeyBytes() {}

    /** The bytes of a string: its UTF-8, which sorts by code point. */
    public static byte[] of(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The bytes of a number: sign, biased exponent of the first digit, digits, terminator. Below zero everything after
     * the sign is complemented; the terminator then makes the shorter of two equal beginnings the greater one.
     */
    public static byte[] of(BigDecimal number) {
        if (number.signum() == 0) {
            return new byte[] {ZERO};
        }
        BigDecimal stripped = number.abs().stripTrailingZeros();
        byte[] digits = stripped.unscaledValue().toString().getBytes(StandardCharsets.US_ASCII);
        int exponent = stripped.precision() - stripped.scale() + EXPONENT_BIAS;
        byte[] bytes = Arrays.copyOf(new byte[] {POSITIVE, (byte) (exponent >> 8), (byte) exponent}, digits.length + 4);
        System.arraycopy(digits, 0, bytes, 3, digits.length);
        return number.signum() > 0 ? bytes : complemented(bytes);
    }

    private static byte[] complemented(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) ~bytes[i];
        }
        bytes[0] = NEGATIVE;
        return bytes;
    }
}
