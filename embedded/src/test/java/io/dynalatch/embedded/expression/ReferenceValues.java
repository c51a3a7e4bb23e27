package io.dynalatch.embedded.expression;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Attribute values as plain Java values: strings, numbers, booleans, sorted sets of strings, lists, maps. Their
 * equality and order are Java's own, so that they can judge {@link Values} independently.
 */
final class ReferenceValues {
    private static final List<String> STRINGS =
            List.of("", "a", "ab", "abc", "b", "\u00e9", "\uffff", "\ud83d\ude00", "\ud83d\ude00a");
    private static final List<String> NUMBERS =
            List.of("0", "1", "-1", "1.5", "10", "9", "-0.001", "1E30", "12345678901234567890123456789012345678");

    private ReferenceValues() {}

    static Object scalar(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> pick(random, STRINGS);
            case 1 -> new BigDecimal(pick(random, NUMBERS)).stripTrailingZeros();
            default -> random.nextBoolean();
        };
    }

    static Object value(Random random, int levels) {
        return switch (levels == 0 ? 0 : random.nextInt(6)) {
            case 3 -> new TreeSet<>(List.of(member(random), member(random)));
            case 4 -> List.of(value(random, levels - 1), value(random, levels - 1));
            case 5 -> Map.of("a", value(random, levels - 1), "b", value(random, levels - 1));
            default -> scalar(random);
        };
    }

    /** A string out of few, so that sets and what is sought in them meet often. */
    static String member(Random random) {
        return pick(random, STRINGS.subList(0, 4));
    }

    /** The value at {@code steps}, each a name or an index, or null. */
    static @Nullable Object at(Map<String, Object> item, List<Object> steps) {
        Object value = item;
        for (Object step : steps) {
            if (value instanceof Map<?, ?> map && step instanceof String) {
                value = map.get(step);
            } else if (value instanceof List<?> list && step instanceof Integer index && index < list.size()) {
                value = list.get(index);
            } else {
                return null;
            }
        }
        return value;
    }

    /** The order of two values, or null where they have none. */
    static @Nullable Integer order(@Nullable Object left, @Nullable Object right) {
        if (left instanceof String one && right instanceof String two) {
            return Arrays.compareUnsigned(one.getBytes(StandardCharsets.UTF_8), two.getBytes(StandardCharsets.UTF_8));
        }
        if (left instanceof BigDecimal one && right instanceof BigDecimal two) {
            return one.compareTo(two);
        }
        return null;
    }

    static boolean contains(@Nullable Object value, @Nullable Object part) {
        if (value instanceof String text) {
            return part instanceof String wanted && text.contains(wanted);
        }
        if (value instanceof Set<?> members) {
            return part instanceof String && members.contains(part);
        }
        return value instanceof List<?> elements && elements.contains(part);
    }

    static String type(Object value) {
        if (value instanceof String) {
            return "S";
        }
        if (value instanceof BigDecimal) {
            return "N";
        }
        if (value instanceof Boolean) {
            return "BOOL";
        }
        if (value instanceof Set) {
            return "SS";
        }
        return value instanceof List ? "L" : "M";
    }

    static AttributeValue attribute(Object value) {
        if (value instanceof String text) {
            return AttributeValue.fromS(text);
        }
        if (value instanceof BigDecimal number) {
            return AttributeValue.fromN(number.toPlainString());
        }
        if (value instanceof Boolean flag) {
            return AttributeValue.fromBool(flag);
        }
        if (value instanceof Set<?> members) {
            return AttributeValue.fromSs(
                    members.stream().map(String.class::cast).toList());
        }
        if (value instanceof List<?> elements) {
            return AttributeValue.fromL(
                    elements.stream().map(ReferenceValues::attribute).toList());
        }
        return AttributeValue.fromM(attributes((Map<?, ?>) value));
    }

    static Map<String, AttributeValue> attributes(Map<?, ?> item) {
        return item.entrySet().stream()
                .collect(Collectors.toMap(entry -> (String) entry.getKey(), entry -> attribute(entry.getValue())));
    }

    static <T> T pick(Random random, List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
