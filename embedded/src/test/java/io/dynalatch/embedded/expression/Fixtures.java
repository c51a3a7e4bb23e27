package io.dynalatch.embedded.expression;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Values, one item that has every type, and expressions whose placeholders are filled from one dictionary. */
final class Fixtures {
    private static final Pattern ALIAS = Pattern.compile("[#:][A-Za-z0-9_]+");

    static final Map<String, String> NAMES =
            Map.of("#str", "str", "#num", "num", "#doc", "doc", "#dot", "a.b", "#0", "zero", "#_x", "_x", "#pk", "pk");

    static final Map<String, AttributeValue> VALUES = values();

    static final Map<String, AttributeValue> ITEM = item();

    private Fixtures() {}

    static AttributeValue s(String text) {
        return AttributeValue.fromS(text);
    }

    static AttributeValue n(String number) {
        return AttributeValue.fromN(number);
    }

    static SdkBytes bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return SdkBytes.fromByteArray(bytes);
    }

    static AttributeValue b(int... values) {
        return AttributeValue.fromB(bytes(values));
    }

    static AttributeValue ss(String... members) {
        return AttributeValue.fromSs(List.of(members));
    }

    static AttributeValue ns(String... members) {
        return AttributeValue.fromNs(List.of(members));
    }

    static AttributeValue bs(SdkBytes... members) {
        return AttributeValue.fromBs(List.of(members));
    }

    static AttributeValue list(AttributeValue... elements) {
        return AttributeValue.fromL(Arrays.asList(elements));
    }

    static AttributeValue map(Object... namesAndValues) {
        return AttributeValue.fromM(attributes(namesAndValues));
    }

    static Map<String, AttributeValue> attributes(Object... namesAndValues) {
        Map<String, AttributeValue> attributes = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            attributes.put((String) namesAndValues[i], (AttributeValue) namesAndValues[i + 1]);
        }
        return attributes;
    }

    /** A number under {@code levels} maps. */
    static AttributeValue nested(int levels) {
        AttributeValue value = n("1");
        for (int i = 0; i < levels; i++) {
            value = map("a", value);
        }
        return value;
    }

    /** The placeholders that {@code texts} name, as far as the dictionaries have them. */
    static Placeholders placeholders(String... texts) {
        Map<String, String> names = new LinkedHashMap<>();
        Map<String, AttributeValue> values = new LinkedHashMap<>();
        for (String text : texts) {
            Matcher aliases = ALIAS.matcher(text);
            while (aliases.find()) {
                String alias = aliases.group();
                if (NAMES.containsKey(alias)) {
                    names.put(alias, NAMES.get(alias));
                } else if (VALUES.containsKey(alias)) {
                    values.put(alias, VALUES.get(alias));
                }
            }
        }
        return Placeholders.of(names.isEmpty() ? null : names, values.isEmpty() ? null : values);
    }

    static BoundCondition condition(String text) {
        Placeholders placeholders = placeholders(text);
        BoundCondition condition =
                new Expressions(8).condition(ExpressionKind.CONDITION, text).bind(placeholders);
        placeholders.checkAllUsed();
        return condition;
    }

    static BoundUpdate update(String text) {
        Placeholders placeholders = placeholders(text);
        BoundUpdate update = new Expressions(8).update(text).bind(placeholders, Set.of("pk"));
        placeholders.checkAllUsed();
        return update;
    }

    static BoundProjection projection(String text) {
        return new Expressions(8).projection(text).bind(placeholders(text));
    }

    private static Map<String, AttributeValue> item() {
        return attributes(
                "pk", s("p"),
                "str", s("abc"),
                "num", n("5"),
                "bin", b(1, 2, 255),
                "flag", AttributeValue.fromBool(true),
                "nil", AttributeValue.fromNul(true),
                "strs", ss("a", "b"),
                "nums", ns("1", "2.5"),
                "bins", bs(bytes(1), bytes(2)),
                "lst", list(s("x"), n("1"), list(n("7")), map("k", s("v"), "t", ss("1", "2"))),
                "doc", map("a", n("1"), "b", map("c", list(n("10"), n("20"), n("30")))),
                "a.b", s("dotted"),
                "zero", n("0"),
                "_x", s("under"));
    }

    private static Map<String, AttributeValue> values() {
        Map<String, AttributeValue> values =
                attributes(":abc", s("abc"), ":ab", s("ab"), ":bc", s("bc"), ":x", s("x"), ":a", s("a"), ":z", s("z"));
        values.putAll(attributes(
                ":one", n("1"), ":five", n("5"), ":5b", n("5.0"), ":nine", n("9"), ":zero", n("0"), ":three", n("3")));
        values.putAll(attributes(
                ":bin",
                b(1, 2, 255),
                ":bin12",
                b(1, 2),
                ":bin2",
                b(2),
                ":binhigh",
                b(1, 2, 128),
                ":true",
                AttributeValue.fromBool(true),
                ":false",
                AttributeValue.fromBool(false),
                ":nul",
                AttributeValue.fromNul(true)));
        values.putAll(attributes(
                ":ba",
                ss("b", "a"),
                ":ac",
                ss("a", "c"),
                ":ns",
                ns("2.50", "1"),
                ":bs",
                bs(bytes(2), bytes(1)),
                ":l7",
                list(n("7")),
                ":el",
                list(),
                ":doc",
                map("k", s("v"), "t", ss("2", "1")),
                ":em",
                map()));
        values.putAll(attributes(
                ":S",
                s("S"),
                ":N",
                s("N"),
                ":NULL",
                s("NULL"),
                ":M",
                s("M"),
                ":DOG",
                s("DOG"),
                ":big",
                n("1E50"),
                ":max",
                n("9E125")));
        values.putAll(attributes(":deep31", nested(31), ":str", s("str"), ":_1", n("1")));
        return values;
    }
}
