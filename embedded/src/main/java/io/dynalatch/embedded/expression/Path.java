package io.dynalatch.embedded.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A document path such as {@code a.b[2]}.
 *
 * @param steps at least one, the first a name
 */
record Path(List<Step> steps) {
    /** Steps of a path; an item has 32 levels. */
    static final int STEPS_MAX = 32;

    Path {
        steps = List.copyOf(steps);
    }

    /** The same path with attribute names in place of aliases. */
    Path bind(ExpressionKind kind, Placeholders placeholders) {
        List<Step> bound = new ArrayList<>(steps.size());
        for (Step step : steps) {
            bound.add(step instanceof Step.Alias alias ? new Step.Field(placeholders.name(kind, alias.key())) : step);
        }
        return new Path(bound);
    }

    /** The attribute of the item that this path starts from. Bound paths only. */
    String attribute() {
        return ((Step.Field) steps.get(0)).name();
    }

    /** The value at this path, or null where there is none. Bound paths only. */
    @Nullable
    AttributeValue in(Map<String, AttributeValue> item) {
        AttributeValue value = item.get(attribute());
        for (int i = 1; i < steps.size() && value != null; i++) {
            value = child(value, steps.get(i));
        }
        return value;
    }

    private static @Nullable AttributeValue child(AttributeValue parent, Step step) {
        if (step instanceof Step.Index index) {
            return parent.hasL() && index.at() < parent.l().size() ? parent.l().get(index.at()) : null;
        }
        return parent.hasM() ? parent.m().get(((Step.Field) step).name()) : null;
    }

    /** As messages show paths: {@code [a, b, [2]]}. */
    @Override
    public String toString() {
        return steps.toString();
    }
}
