package io.dynalatch.embedded.expression;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The {@code ExpressionAttributeNames} and {@code ExpressionAttributeValues} of one request, and which of them its
 * expressions have used. Not thread-safe: one request, one thread.
 */
public final class Placeholders {
    private static final String NAMES = "ExpressionAttributeNames";
    private static final String VALUES = "ExpressionAttributeValues";

    /** Bytes of a placeholder, its first character included (AWS developer guide, Expression attribute limits). */
    private static final int KEY_BYTES_MAX = 255;

    private static final Pattern NAME_KEY = Pattern.compile("#[A-Za-z0-9_]+");
    private static final Pattern VALUE_KEY = Pattern.compile(":[A-Za-z0-9_]+");

    private final @Nullable Map<String, String> names;
    private final @Nullable Map<String, AttributeValue> values;
    private final Set<String> used = new LinkedHashSet<>();

    private Placeholders(@Nullable Map<String, String> names, @Nullable Map<String, AttributeValue> values) {
        this.names = names;
        this.values = values;
    }

    /**
     * Checks the two maps and normalises the values.
     *
     * @param names from {@code #alias} to attribute name, or null where the request has no such parameter
     * @param values from {@code :alias} to value, or null where the request has no such parameter
     * @return the placeholders, none used yet
     * @throws ExpressionException for an empty map, a key that is no placeholder, an invalid name or value
     */
    public static Placeholders of(@Nullable Map<String, String> names, @Nullable Map<String, AttributeValue> values) {
        if (names != null) {
            checkKeys(NAMES, names.keySet(), NAME_KEY);
            names.forEach(Placeholders::checkName);
        }
        if (values == null) {
            return new Placeholders(names, null);
        }
        checkKeys(VALUES, values.keySet(), VALUE_KEY);
        Map<String, AttributeValue> normalised = new LinkedHashMap<>();
        values.forEach((key, value) -> normalised.put(key, normalise(key, value)));
        return new Placeholders(names, normalised);
    }

    /**
     * Refuses placeholders that no bound expression has used. Call it when all expressions of the request are bound.
     *
     * @throws ExpressionException naming the unused ones
     */
    public void checkAllUsed() {
        checkUsed(NAMES, names);
        checkUsed(VALUES, values);
    }

    /**
     * Refuses placeholders in a request that has no expression at all.
     *
     * @param parameter the expression parameter that the operation could have had, such as {@code ConditionExpression}
     * @throws ExpressionException where the request has one of the two maps
     */
    public void checkAbsent(String parameter) {
        if (names != null) {
            throw new ExpressionException(NAMES + " can only be specified when using expressions");
        }
        if (values != null) {
            throw new ExpressionException(
                    VALUES + " can only be specified when using expressions: " + parameter + " is null");
        }
    }

    /** The size of the values and of their placeholders. */
    public long bytes() {
        return values == null ? 0 : Values.itemBytes(values);
    }

    /** The attribute name behind {@code alias}, which counts as used from now on. */
    String name(ExpressionKind kind, String alias) {
        String name = names == null ? null : names.get(alias);
        if (name == null) {
            throw kind.invalid(
                    "An expression attribute name used in the document path is not defined; attribute name: " + alias);
        }
        used.add(alias);
        return name;
    }

    /** The value behind {@code alias}, which counts as used from now on. */
    AttributeValue value(ExpressionKind kind, String alias) {
        AttributeValue value = values == null ? null : values.get(alias);
        if (value == null) {
            throw kind.invalid(
                    "An expression attribute value used in expression is not defined; attribute value: " + alias);
        }
        used.add(alias);
        return value;
    }

    private static void checkKeys(String parameter, Collection<String> keys, Pattern syntax) {
        if (keys.isEmpty()) {
            throw new ExpressionException(parameter + " must not be empty");
        }
        for (String key : keys) {
            if (!syntax.matcher(key).matches()) {
                throw new ExpressionException(parameter + " contains invalid key: Syntax error; key: \"" + key + "\"");
            }
            if (key.length() > KEY_BYTES_MAX) {
                throw new ExpressionException(parameter
                        + " contains invalid key: The expression attribute map contains a key that is too long; size of key: "
                        + key.length());
            }
        }
    }

    private static void checkName(String key, String name) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (bytes < 1 || bytes > Values.NAME_BYTES_MAX) {
            throw new ExpressionException(NAMES + " contains invalid value: an attribute name has 1 to "
                    + Values.NAME_BYTES_MAX + " bytes; bytes: " + bytes + ", key: " + key);
        }
    }

    private static AttributeValue normalise(String key, AttributeValue value) {
        try {
            return Values.normalise(value);
        } catch (ExpressionException e) {
            throw new ExpressionException(VALUES + " contains invalid value: " + e.getMessage() + " for key " + key);
        }
    }

    private void checkUsed(String parameter, @Nullable Map<String, ?> given) {
        if (given == null) {
            return;
        }
        Set<String> unused = new LinkedHashSet<>(given.keySet());
        unused.removeAll(used);
        if (!unused.isEmpty()) {
            throw new ExpressionException("Value provided in " + parameter + " unused in expressions: keys: {"
                    + String.join(", ", unused) + "}");
        }
    }
}
