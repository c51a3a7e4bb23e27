package io.dynalatch.embedded.internal.store;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * The key attributes of a table or an index.
 *
 * @param partition the partition key
 * @param sort the sort key, or null where the table has none
 */
public record KeySchema(Attribute partition, @Nullable Attribute sort) {
    /** One key attribute: its name, and S, N or B. */
    public record Attribute(String name, ScalarAttributeType type) {}

    /** The key attributes, the partition key first. */
    public List<Attribute> attributes() {
        return sort == null ? List.of(partition) : List.of(partition, sort);
    }

    /** The names of the key attributes, the partition key first. */
    public Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        names.add(partition.name());
        if (sort != null) {
            names.add(sort.name());
        }
        return names;
    }
}
