package io.dynalatch.embedded.internal.operation;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the request members that take one of a few words. The words are compared as they are: case matters. */
final class Settings {
    static final String NONE = "NONE";
    static final String ALL_OLD = "ALL_OLD";
    static final String ALL_NEW = "ALL_NEW";
    static final String UPDATED_OLD = "UPDATED_OLD";
    static final String UPDATED_NEW = "UPDATED_NEW";
    static final String INDEXES = "INDEXES";

    private static final List<String> RETURN_VALUES = List.of(NONE, ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATED_NEW);
    private static final List<String> ON_FAILURE = List.of(NONE, ALL_OLD);
    private static final List<String> CAPACITY = List.of(INDEXES, "TOTAL", NONE);
    private static final List<String> COLLECTION_METRICS = List.of("SIZE", NONE);

    private Settings() {}

    /** What UpdateItem is to return. */
    static String returnValues(@Nullable String asked) {
        return word("ReturnValues", asked, RETURN_VALUES);
    }

    /** Whether PutItem or DeleteItem is to return the old item. */
    static boolean returnsOld(@Nullable String asked) {
        String word = returnValues(asked);
        if (!Set.of(NONE, ALL_OLD).contains(word)) {
            throw Refusal.validation("ReturnValues can only be ALL_OLD or NONE");
        }
        return word.equals(ALL_OLD);
    }

    /** Whether a refused condition is to return the item. */
    static boolean returnsOldOnFailure(@Nullable String asked) {
        return word("ReturnValuesOnConditionCheckFailure", asked, ON_FAILURE).equals(ALL_OLD);
    }

    /** How much to tell about consumed capacity. */
    static String capacity(@Nullable String asked) {
        return word("ReturnConsumedCapacity", asked, CAPACITY);
    }

    /** Whether to tell about the item collection. */
    static boolean collectionMetrics(@Nullable String asked) {
        return word("ReturnItemCollectionMetrics", asked, COLLECTION_METRICS).equals("SIZE");
    }

    private static String word(String parameter, @Nullable String asked, List<String> words) {
        String word = asked == null ? NONE : asked;
        if (!words.contains(word)) {
            throw Refusal.constraint(parameter, "Member must satisfy enum value set: " + words);
        }
        return word;
    }
}
