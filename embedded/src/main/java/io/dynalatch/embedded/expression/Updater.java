package io.dynalatch.embedded.expression;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Carries an update out. All values are computed first, from the item as it was; then the documents are rebuilt from
 * the top along a tree of the changed paths, so that list indexes mean the positions of before.
 */
record Updater(List<BoundAction> actions) implements BoundUpdate {
    /** The value that a path has after the update, null for none. */
    private record Change(@Nullable AttributeValue value) {}

    Updater {
        actions = List.copyOf(actions);
    }

    @Override
    public UpdateOutcome apply(Map<String, AttributeValue> before, boolean existed) {
        boolean present = existed || actions.stream().anyMatch(BoundAction::creates);
        if (!present) {
            return new UpdateOutcome(Collections.unmodifiableMap(before), false, Map.of(), Map.of());
        }
        Map<String, AttributeValue> seen = existed ? before : Map.of();
        PathTree<Change> changes = changes(seen, existed);
        Map<String, AttributeValue> after = new LinkedHashMap<>(before);
        rewrite(after, changes);
        return new UpdateOutcome(
                Collections.unmodifiableMap(after), true, changes.pick(seen), changes.build(Change::value));
    }

    private PathTree<Change> changes(Map<String, AttributeValue> seen, boolean existed) {
        PathTree<Change> changes = new PathTree<>();
        for (BoundAction action : actions) {
            // Removing from an item that does not exist is no error, even below a missing parent.
            if (existed || action.creates()) {
                AttributeValue value = action.result().in(seen);
                checkLevels(action.target(), value);
                changes.put(action.target(), new Change(value));
            }
        }
        return changes;
    }

    private static void checkLevels(Path target, @Nullable AttributeValue value) {
        if (value != null && target.steps().size() - 1 + Values.levels(value) > Values.LEVELS_MAX) {
            throw new ExpressionException(Normaliser.TOO_DEEP);
        }
    }

    private static void rewrite(Map<String, AttributeValue> entries, PathTree<Change> changes) {
        changes.fields().forEach((name, node) -> {
            AttributeValue value = rewritten(entries.get(name), node);
            if (value == null) {
                entries.remove(name);
            } else {
                entries.put(name, value);
            }
        });
    }

    private static @Nullable AttributeValue rewritten(@Nullable AttributeValue current, PathTree<Change> node) {
        Change change = node.leaf();
        if (change != null) {
            return change.value();
        }
        if (current != null && current.hasM() && !node.fields().isEmpty()) {
            Map<String, AttributeValue> entries = new LinkedHashMap<>(current.m());
            rewrite(entries, node);
            return AttributeValue.fromM(entries);
        }
        if (current != null && current.hasL() && !node.elements().isEmpty()) {
            return AttributeValue.fromL(elements(current.l(), node));
        }
        throw new ExpressionException("The document path provided in the update expression is invalid for update");
    }

    /** Elements past the end are appended in the order of their indexes, whatever gaps those leave. */
    private static List<AttributeValue> elements(List<AttributeValue> before, PathTree<Change> node) {
        List<AttributeValue> after = new ArrayList<>(before.size());
        for (int at = 0; at < before.size(); at++) {
            PathTree<Change> element = node.elements().get(at);
            addPresent(after, element == null ? before.get(at) : rewritten(before.get(at), element));
        }
        for (PathTree<Change> appended : node.elements().tailMap(before.size()).values()) {
            addPresent(after, rewritten(null, appended));
        }
        return after;
    }

    private static void addPresent(List<AttributeValue> list, @Nullable AttributeValue value) {
        if (value != null) {
            list.add(value);
        }
    }
}
