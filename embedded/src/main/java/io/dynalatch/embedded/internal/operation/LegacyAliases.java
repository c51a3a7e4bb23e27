package io.dynalatch.embedded.internal.operation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The placeholders of an expression that is being written; short, since an expression may have 4,096 bytes. */
final class LegacyAliases {
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, AttributeValue> values = new LinkedHashMap<>();

    /** A placeholder for an attribute. */
    String name(String attribute) {
        String alias = "#" + names.size();
        names.put(alias, attribute);
        return alias;
    }

    /** A placeholder for a value. */
    String value(AttributeValue value) {
        String alias = ":" + values.size();
        values.put(alias, value);
        return alias;
    }

    /** A list of attributes, as a projection is written. */
    String names(List<String> attributes) {
        return attributes.stream().map(this::name).collect(Collectors.joining(","));
    }

    /** All placeholders of attributes, null where there are none. */
    @Nullable
    Map<String, String> names() {
        return names.isEmpty() ? null : names;
    }

    /** All placeholders of values, null where there are none. */
    @Nullable
    Map<String, AttributeValue> values() {
        return values.isEmpty() ? null : values;
    }
}
