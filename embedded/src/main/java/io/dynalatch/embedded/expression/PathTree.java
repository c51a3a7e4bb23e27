package io.dynalatch.embedded.expression;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Paths that neither overlap nor conflict, laid out as the document that they point into. A node has a leaf, or fields,
 * or elements; elements are in the order of their index.
 *
 * @param <T> what stands at the end of a path
 */
final class PathTree<T> {
    private final Map<String, PathTree<T>> fields = new LinkedHashMap<>();
    private final SortedMap<Integer, PathTree<T>> elements = new TreeMap<>();
    private @Nullable T leaf;

    void put(Path path, T end) {
        PathTree<T> node = this;
        for (Step step : path.steps()) {
            node = step instanceof Step.Index index
                    ? node.elements.computeIfAbsent(index.at(), at -> new PathTree<>())
                    : node.fields.computeIfAbsent(step.toString(), name -> new PathTree<>());
        }
        node.leaf = end;
    }

    Map<String, PathTree<T>> fields() {
        return fields;
    }

    SortedMap<Integer, PathTree<T>> elements() {
        return elements;
    }

    @Nullable
    T leaf() {
        return leaf;
    }

    /** What the paths point to in {@code item}, in its hierarchy, elements packed densely; unmodifiable. */
    Map<String, AttributeValue> pick(Map<String, AttributeValue> item) {
        return Map.copyOf(pickFields(item));
    }

    /** The hierarchy that {@code value} fills, null for a leaf that has none; elements packed densely; unmodifiable. */
    Map<String, AttributeValue> build(Function<T, @Nullable AttributeValue> value) {
        return Map.copyOf(buildFields(value));
    }

    private Map<String, AttributeValue> pickFields(Map<String, AttributeValue> from) {
        Map<String, AttributeValue> picked = new LinkedHashMap<>();
        fields.forEach((name, node) -> {
            AttributeValue child = from.get(name);
            AttributeValue found = child == null ? null : node.pickValue(child);
            if (found != null) {
                picked.put(name, found);
            }
        });
        return picked;
    }

    private @Nullable AttributeValue pickValue(AttributeValue from) {
        if (leaf != null) {
            return from;
        }
        if (!fields.isEmpty()) {
            return from.hasM() ? map(pickFields(from.m())) : null;
        }
        List<AttributeValue> picked = new ArrayList<>();
        int size = from.hasL() ? from.l().size() : 0;
        elements.headMap(size).forEach((at, node) -> {
            AttributeValue found = node.pickValue(from.l().get(at));
            if (found != null) {
                picked.add(found);
            }
        });
        return list(picked);
    }

    private Map<String, AttributeValue> buildFields(Function<T, @Nullable AttributeValue> value) {
        Map<String, AttributeValue> built = new LinkedHashMap<>();
        fields.forEach((name, node) -> {
            AttributeValue child = node.buildValue(value);
            if (child != null) {
                built.put(name, child);
            }
        });
        return built;
    }

    private @Nullable AttributeValue buildValue(Function<T, @Nullable AttributeValue> value) {
        if (leaf != null) {
            return value.apply(leaf);
        }
        if (!fields.isEmpty()) {
            return map(buildFields(value));
        }
        List<AttributeValue> built = new ArrayList<>();
        for (PathTree<T> node : elements.values()) {
            AttributeValue child = node.buildValue(value);
            if (child != null) {
                built.add(child);
            }
        }
        return list(built);
    }

    private static @Nullable AttributeValue map(Map<String, AttributeValue> entries) {
        return entries.isEmpty() ? null : AttributeValue.fromM(entries);
    }

    private static @Nullable AttributeValue list(Collection<AttributeValue> elements) {
        return elements.isEmpty() ? null : AttributeValue.fromL(new ArrayList<>(elements));
    }
}
