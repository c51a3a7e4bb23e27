package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.BoundProjection;
import io.dynalatch.embedded.internal.store.Index;
import io.dynalatch.embedded.internal.store.Table;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What a Query or Scan shows of the items that it finds.
 *
 * @param countsOnly whether it shows nothing of them
 * @param wholeItems whether it looks at the items themselves where it reads a local index that has less
 * @param projection what is picked out of each, or null for all
 */
record Selection(
        boolean countsOnly, boolean wholeItems, @Nullable BoundProjection projection) {
    private static final String COUNT = "COUNT";
    private static final String SPECIFIC = "SPECIFIC_ATTRIBUTES";
    private static final String ALL = "ALL_ATTRIBUTES";
    private static final String PROJECTED = "ALL_PROJECTED_ATTRIBUTES";
    private static final List<String> WORDS = List.of(SPECIFIC, COUNT, ALL, PROJECTED);
    private static final String INVALID = "One or more parameter values were invalid: ";

    static Selection of(
            @Nullable String asked, @Nullable BoundProjection projection, Table table, @Nullable Index index) {
        String select = asked == null ? standard(projection, index) : asked;
        check(select, projection, index);
        if (index == null) {
            return new Selection(select.equals(COUNT), false, projection);
        }
        boolean more = more(select, projection, Entries.attributes(table, index));
        if (more && index.global()) {
            throw lacks(select, index, projection, table);
        }
        return new Selection(select.equals(COUNT), more, projection);
    }

    private static String standard(@Nullable BoundProjection projection, @Nullable Index index) {
        if (projection != null) {
            return SPECIFIC;
        }
        return index == null ? ALL : PROJECTED;
    }

    private static void check(String select, @Nullable BoundProjection projection, @Nullable Index index) {
        if (!WORDS.contains(select)) {
            throw Refusal.constraint("Select", "Member must satisfy enum value set: " + WORDS);
        }
        if (select.equals(PROJECTED) && index == null) {
            throw Refusal.validation(
                    INVALID + "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
        }
        if (select.equals(SPECIFIC) && projection == null) {
            throw Refusal.validation("Must specify the AttributesToGet or ProjectionExpression when choosing to get"
                    + " SPECIFIC_ATTRIBUTES");
        }
        if (!select.equals(SPECIFIC) && projection != null) {
            throw Refusal.validation("Cannot specify the ProjectionExpression when choosing to get "
                    + (select.equals(COUNT) ? "only the Count" : select));
        }
    }

    /** Whether attributes are asked for that the entries of an index do not have. */
    private static boolean more(String select, @Nullable BoundProjection projection, @Nullable Set<String> entry) {
        if (entry == null) {
            return false;
        }
        return select.equals(ALL) || (projection != null && !entry.containsAll(projection.attributes()));
    }

    private static Refusal lacks(String select, Index index, @Nullable BoundProjection projection, Table table) {
        if (select.equals(ALL) || projection == null) {
            return Refusal.validation(
                    INVALID + "Select type ALL_ATTRIBUTES is not supported for global secondary index " + index.name()
                            + " because its projection type is not ALL");
        }
        Set<String> entry = Entries.attributes(table, index);
        List<String> lacking = projection.attributes().stream()
                .filter(name -> entry != null && !entry.contains(name))
                .toList();
        return Refusal.validation(INVALID + "Global secondary index " + index.name() + " does not project " + lacking);
    }

    Map<String, AttributeValue> shown(Map<String, AttributeValue> item) {
        return projection == null ? item : projection.apply(item);
    }
}
