package io.dynalatch.embedded.expression;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** DynamoDB's numbers: exact decimals of up to 38 significant digits. */
public final class Numbers {
    private static final int DIGITS_MAX = 38;
    private static final int EXPONENT_MAX = 125;
    private static final int EXPONENT_MIN = -130;

    /** Beyond this an exponent cannot come back into range, as no text holds that many digits. */
    private static final long EXPONENT_TEXT_MAX = 1L << 40;

    private static final String OVERFLOW =
            "Number overflow. Attempting to store a number with magnitude larger than supported range";
    private static final String UNDERFLOW =
            "Number underflow. Attempting to store a number with magnitude smaller than supported range";

    private static final Pattern SYNTAX =
            Pattern.compile("([+-]?)(?:([0-9]+)(?:\\.([0-9]*))?|\\.([0-9]+))(?:[eE]([+-]?[0-9]+))?");

    private Numbers() {}

    /**
     * Reads a number as a request spells it. Takes time in proportion to the text, however many zeros it has.
     *
     * @param text optional sign, digits with an optional point, optional exponent; no blanks
     * @return the value, without trailing zeros
     * @throws ExpressionException for text that is no number, more than 38 significant digits, or a magnitude outside
     *     1E-130 to 9.99E+125
     */
    public static BigDecimal parse(String text) {
        Matcher parts = SYNTAX.matcher(text);
        if (!parts.matches()) {
            throw new ExpressionException("The parameter cannot be converted to a numeric value: " + text);
        }
        String whole = orEmpty(parts.group(2));
        String fraction = orEmpty(parts.group(3)) + orEmpty(parts.group(4));
        String digits = whole + fraction;
        int first = zerosAtStart(digits);
        if (first == digits.length()) {
            return BigDecimal.ZERO;
        }
        int end = digits.length() - zerosAtEnd(digits);
        if (end - first > DIGITS_MAX) {
            throw new ExpressionException("Attempting to store more than 38 significant digits in a Number");
        }
        // The power of ten of the last digit that counts.
        long power = exponent(orEmpty(parts.group(5))) - fraction.length() + (digits.length() - end);
        checkRange(power + (end - first) - 1);
        BigInteger unscaled = new BigInteger(digits.substring(first, end));
        return new BigDecimal("-".equals(parts.group(1)) ? unscaled.negate() : unscaled, (int) -power);
    }

    /**
     * Writes a number as DynamoDB answers it: no exponent, no superfluous zeros.
     *
     * @param number any value that {@link #parse} or the arithmetic here gave
     * @return plain digits
     */
    public static String format(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    /**
     * Adds exactly.
     *
     * @param left first term
     * @param right second term
     * @return the sum
     * @throws ExpressionException where the sum does not fit 38 digits or the range
     */
    public static BigDecimal add(BigDecimal left, BigDecimal right) {
        return fitting(left.add(right));
    }

    /**
     * Subtracts exactly.
     *
     * @param left what is subtracted from
     * @param right what is subtracted
     * @return the difference
     * @throws ExpressionException where the difference does not fit 38 digits or the range
     */
    public static BigDecimal subtract(BigDecimal left, BigDecimal right) {
        return fitting(left.subtract(right));
    }

    /**
     * The bytes that a number counts for in the size of an item, by the formula measured on the service: the digits
     * before and after the point are packed in pairs, each side rounded up, zeros at the outer ends left out.
     *
     * @param number the value
     * @return 1 to 22
     */
    public static int bytes(BigDecimal number) {
        if (number.signum() == 0) {
            return 1;
        }
        BigDecimal stripped = number.stripTrailingZeros();
        int digits = stripped.precision();
        int afterPoint = Math.max(0, Math.min(stripped.scale(), digits));
        int beforePoint = digits - afterPoint;
        return 1 + (beforePoint + 1) / 2 + (afterPoint + 1) / 2 + (number.signum() < 0 ? 1 : 0);
    }

    /** A sum that lost digits is refused with the text for overflow, although its magnitude may be small. */
    private static BigDecimal fitting(BigDecimal exact) {
        BigDecimal result = exact.stripTrailingZeros();
        if (result.signum() == 0) {
            return BigDecimal.ZERO;
        }
        if (result.precision() > DIGITS_MAX) {
            throw new ExpressionException(OVERFLOW);
        }
        checkRange((long) result.precision() - result.scale() - 1);
        return result;
    }

    private static void checkRange(long exponent) {
        if (exponent > EXPONENT_MAX) {
            throw new ExpressionException(OVERFLOW);
        }
        if (exponent < EXPONENT_MIN) {
            throw new ExpressionException(UNDERFLOW);
        }
    }

    private static long exponent(String text) {
        if (text.isEmpty()) {
            return 0;
        }
        long exponent = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = Character.digit(text.charAt(i), 10);
            if (digit >= 0) {
                exponent = Math.min(exponent * 10 + digit, EXPONENT_TEXT_MAX);
            }
        }
        return text.charAt(0) == '-' ? -exponent : exponent;
    }

    private static int zerosAtStart(String digits) {
        int zeros = 0;
        while (zeros < digits.length() && digits.charAt(zeros) == '0') {
            zeros++;
        }
        return zeros;
    }

    private static int zerosAtEnd(String digits) {
        int zeros = 0;
        while (zeros < digits.length() && digits.charAt(digits.length() - 1 - zeros) == '0') {
            zeros++;
        }
        return zeros;
    }

    private static String orEmpty(@Nullable String group) {
        return group == null ? "" : group;
    }
}
