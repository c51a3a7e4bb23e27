package io.dynalatch.embedded.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The bytes of keys sort as their values do. */
class KeyBytesProperties {
    private static final int PAIRS = 20_000;

    private final long seed = Long.getLong("dynalatch.seed", 20261130L);
    private final Random random = new Random(seed);

    private BigDecimal number() {
        BigInteger digits = new BigInteger(1 + random.nextInt(126), random);
        int scale = random.nextInt(4) == 0 ? random.nextInt(200) - 60 : random.nextInt(6) - 3;
        BigDecimal number = new BigDecimal(digits, scale).movePointRight(random.nextInt(3));
        return random.nextBoolean() ? number : number.negate();
    }

    @Test
    void numbers_sort_by_value() {
        for (int i = 0; i < PAIRS; i++) {
            BigDecimal left = number();
            BigDecimal right = random.nextInt(5) == 0 ? left.setScale(left.scale() + 2) : number();

            assertThat(Integer.signum(Arrays.compareUnsigned(KeyBytes.of(left), KeyBytes.of(right))))
                    .as("%s against %s, seed %d", left, right, seed)
                    .isEqualTo(left.compareTo(right));
        }
    }

    @Test
    void the_bounds_of_numbers_sort_by_value() {
        String[] ascending = {
            "-9.9e125",
            "-1e125",
            "-123",
            "-12.3",
            "-12",
            "-1.5",
            "-1",
            "-1e-130",
            "0",
            "1e-130",
            "9e-130",
            "1",
            "1.5",
            "12",
            "12.3",
            "123",
            "1e125",
            "9.9e125"
        };
        for (int i = 1; i < ascending.length; i++) {
            byte[] lower = KeyBytes.of(new BigDecimal(ascending[i - 1]));
            byte[] higher = KeyBytes.of(new BigDecimal(ascending[i]));

            assertThat(Arrays.compareUnsigned(lower, higher)).as(ascending[i]).isNegative();
        }
    }

    @Test
    void strings_sort_by_code_point() {
        for (int i = 0; i < PAIRS; i++) {
            String left = text();
            String right = text();

            assertThat(Integer.signum(Arrays.compareUnsigned(KeyBytes.of(left), KeyBytes.of(right))))
                    .as("'%s' against '%s', seed %d", left, right, seed)
                    .isEqualTo(Integer.signum(Arrays.compare(
                            left.codePoints().toArray(), right.codePoints().toArray())));
        }
    }

    private String text() {
        int[] points = {'a', 'b', 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff};
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(4);
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return text.toString();
    }
}
