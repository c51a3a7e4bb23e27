package io.dynalatch.embedded.expression;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Random expressions, each with an independent opinion of what it means. The constants that they name gather here. */
final class RandomExpressions {
    /** A condition, whether it must stand in parentheses to be part of another, and what it means. */
    record Condition(String text, boolean compound, Predicate<Map<String, Object>> meaning) {}

    private record Operand(String text, Function<Map<String, Object>, @Nullable Object> meaning) {}

    private static final List<List<Object>> PATHS = List.of(
            List.of("u"),
            List.of("v"),
            List.of("w"),
            List.of("gone"),
            List.of("u", "a"),
            List.of("v", "a", "b"),
            List.of("w", 0),
            List.of("u", 1),
            List.of("v", 1, "a"));

    private static final List<String> TOKENS = List.of(
            "AND",
            "OR",
            "NOT",
            "BETWEEN",
            "IN",
            "SET",
            "REMOVE",
            "ADD",
            "DELETE",
            "size",
            "contains",
            "if_not_exists",
            "list_append",
            "attribute_type",
            "(",
            ")",
            "((",
            "[",
            "]",
            ".",
            ",",
            "=",
            "<>",
            "<=",
            "<",
            "+",
            "-",
            "#",
            ":",
            "#p",
            ":p",
            "u",
            "v.a",
            "w[0]",
            "ttl",
            "_",
            "7",
            "99999999999999999999",
            "\u20ac",
            "\ud83d\ude00",
            "\0",
            "\"",
            " ");

    private final Random random;
    private final Map<String, AttributeValue> constants = new HashMap<>();

    RandomExpressions(Random random) {
        this.random = random;
    }

    Map<String, AttributeValue> constants() {
        return constants;
    }

    Map<String, Object> item() {
        Map<String, Object> item = new HashMap<>();
        for (String name : List.of("u", "v", "w")) {
            if (random.nextInt(5) > 0) {
                item.put(name, ReferenceValues.value(random, 3));
            }
        }
        return item;
    }

    Condition condition(int levels) {
        int choice = levels == 0 ? 9 : random.nextInt(10);
        if (choice < 2) {
            return junction(" OR ", levels, Stream::anyMatch);
        }
        if (choice < 4) {
            return junction(" AND ", levels, Stream::allMatch);
        }
        if (choice < 6) {
            Condition inner = condition(levels - 1);
            return new Condition("NOT " + part(inner), false, inner.meaning().negate());
        }
        Condition leaf = leaf();
        return random.nextInt(4) == 0 ? new Condition("(" + leaf.text() + ")", false, leaf.meaning()) : leaf;
    }

    /** An update of whole attributes, and the item that it makes of another. */
    Map.Entry<String, Function<Map<String, Object>, Map<String, Object>>> update() {
        Object first = ReferenceValues.value(random, 2);
        Object second = ReferenceValues.value(random, 2);
        String text = "SET u = " + constant(first) + ", x = if_not_exists(v, " + constant(second) + ") REMOVE v";
        return Map.entry(text, before -> {
            Map<String, Object> after = new HashMap<>(before);
            after.put("u", first);
            after.put("x", before.getOrDefault("v", second));
            after.remove("v");
            return after;
        });
    }

    /** An update of any paths, which an item may refuse. */
    String wildUpdate() {
        String set = PATHS.get(random.nextInt(PATHS.size())).equals(List.of("w"))
                ? "list_append(w, " + constant(List.of("x")) + ")"
                : "if_not_exists(" + path() + ", " + constant(ReferenceValues.scalar(random)) + ")";
        return "SET " + path() + " = " + set + " REMOVE " + path() + " ADD " + path() + " "
                + constant(ReferenceValues.pick(random, List.of(BigDecimal.ONE, Set.of("x"))));
    }

    String projection() {
        return Stream.generate(this::path).limit(1 + random.nextInt(3)).collect(Collectors.joining(", "));
    }

    /** {@code text} with a few characters or tokens taken out, doubled, or put in. */
    String mutated(String text) {
        StringBuilder mutated = new StringBuilder(text);
        int times = 1 + random.nextInt(4);
        for (int i = 0; i < times; i++) {
            int from = random.nextInt(mutated.length() + 1);
            int to = Math.min(mutated.length(), from + random.nextInt(6));
            switch (random.nextInt(3)) {
                case 0 -> mutated.delete(from, to);
                case 1 -> mutated.insert(from, mutated.substring(from, to));
                default -> mutated.insert(from, ReferenceValues.pick(random, TOKENS));
            }
        }
        return mutated.toString();
    }

    /** Tokens in any order. */
    String soup() {
        return Stream.generate(() -> ReferenceValues.pick(random, TOKENS))
                .limit(random.nextInt(40))
                .collect(Collectors.joining(random.nextBoolean() ? " " : ""));
    }

    private interface Quantifier {
        boolean test(Stream<Condition> conditions, Predicate<Condition> holds);
    }

    private Condition junction(String word, int levels, Quantifier quantifier) {
        List<Condition> parts = new ArrayList<>();
        int count = 2 + random.nextInt(2);
        for (int i = 0; i < count; i++) {
            parts.add(condition(levels - 1));
        }
        String text = parts.stream().map(RandomExpressions::part).collect(Collectors.joining(word));
        return new Condition(
                text,
                true,
                item -> quantifier.test(parts.stream(), part -> part.meaning().test(item)));
    }

    private static String part(Condition condition) {
        return condition.compound() ? "(" + condition.text() + ")" : condition.text();
    }

    private Condition leaf() {
        Operand left = attribute();
        return switch (random.nextInt(8)) {
            case 0 -> leaf("attribute_exists(" + left.text() + ")", item -> value(left, item) != null);
            case 1 -> leaf("attribute_not_exists(" + left.text() + ")", item -> value(left, item) == null);
            case 2 -> begins(left);
            case 3 -> contains(left);
            case 4 -> type(left);
            case 5 -> between(left);
            case 6 -> in(left);
            default -> comparison(left);
        };
    }

    private Condition comparison(Operand left) {
        String sign = ReferenceValues.pick(random, List.of("=", "<>", "<", "<=", ">", ">="));
        boolean equality = sign.equals("=") || sign.equals("<>");
        Object value = equality ? ReferenceValues.value(random, 2) : ordered();
        Operand right = random.nextInt(3) == 0 ? other(left) : new Operand(constant(value), item -> value);
        return leaf(
                left.text() + " " + sign + " " + right.text(),
                item -> compare(value(left, item), sign, value(right, item)));
    }

    private static boolean compare(@Nullable Object left, String sign, @Nullable Object right) {
        boolean equal = left != null && left.equals(right);
        Integer order = ReferenceValues.order(left, right);
        return switch (sign) {
            case "=" -> equal;
            case "<>" -> !equal;
            case "<" -> order != null && order < 0;
            case "<=" -> order != null && order <= 0;
            case ">" -> order != null && order > 0;
            default -> order != null && order >= 0;
        };
    }

    private Condition between(Operand value) {
        Object one = ordered();
        Object two = ordered();
        Integer order = ReferenceValues.order(one, two);
        Object low = order == null || order <= 0 ? one : two;
        Object high = order == null ? one : order <= 0 ? two : one;
        return leaf(
                value.text() + " BETWEEN " + constant(low) + " AND " + constant(high),
                item -> compare(value(value, item), ">=", low) && compare(value(value, item), "<=", high));
    }

    private Condition in(Operand value) {
        Object one = ReferenceValues.value(random, 1);
        Operand two = other(value);
        return leaf(value.text() + " IN (" + constant(one) + ", " + two.text() + ")", item -> {
            Object wanted = value(value, item);
            return wanted != null && (wanted.equals(one) || wanted.equals(value(two, item)));
        });
    }

    private Condition begins(Operand value) {
        String prefix = ReferenceValues.pick(random, List.of("", "a", "ab", "\ud83d\ude00"));
        return leaf(
                "begins_with(" + value.text() + ", " + constant(prefix) + ")",
                item -> value(value, item) instanceof String text && text.startsWith(prefix));
    }

    private Condition contains(Operand value) {
        Object part = random.nextBoolean() ? ReferenceValues.member(random) : ReferenceValues.value(random, 1);
        return leaf(
                "contains(" + value.text() + ", " + constant(part) + ")",
                item -> ReferenceValues.contains(value(value, item), part));
    }

    private Condition type(Operand value) {
        String type = ReferenceValues.pick(random, List.of("S", "N", "BOOL", "SS", "L", "M", "NULL"));
        return leaf("attribute_type(" + value.text() + ", " + constant(type) + ")", item -> {
            Object found = value(value, item);
            return found != null && ReferenceValues.type(found).equals(type);
        });
    }

    private static Condition leaf(String text, Predicate<Map<String, Object>> meaning) {
        return new Condition(text, false, meaning);
    }

    private Object ordered() {
        Object value = ReferenceValues.scalar(random);
        return value instanceof Boolean ? "ab" : value;
    }

    private Operand attribute() {
        List<Object> steps = ReferenceValues.pick(random, PATHS);
        return new Operand(text(steps), item -> ReferenceValues.at(item, steps));
    }

    private Operand other(Operand than) {
        Operand other = attribute();
        while (other.text().equals(than.text())) {
            other = attribute();
        }
        return other;
    }

    private String path() {
        return text(ReferenceValues.pick(random, PATHS));
    }

    private static String text(List<Object> steps) {
        StringBuilder text = new StringBuilder();
        for (Object step : steps) {
            text.append(step instanceof Integer ? "[" + step + "]" : (text.isEmpty() ? "" : ".") + step);
        }
        return text.toString();
    }

    private String constant(Object value) {
        String alias = ":c" + constants.size();
        constants.put(alias, ReferenceValues.attribute(value));
        return alias;
    }

    private static @Nullable Object value(Operand operand, Map<String, Object> item) {
        return operand.meaning().apply(item);
    }
}
