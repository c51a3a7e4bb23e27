package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.UpdateOutcome;
import io.dynalatch.embedded.internal.store.Change.Decision;
import io.dynalatch.embedded.internal.store.ItemKey;
import io.dynalatch.embedded.internal.store.Place;
import io.dynalatch.embedded.internal.store.StoredItem;
import io.dynalatch.embedded.internal.store.Table;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A write of one item that passed every check which needs no stored item.
 *
 * @param table where the item is
 * @param key which it is
 * @param attributes what the request says of the item, normalised: all of it, or its key
 * @param bytes the size of that and of the values in the expressions
 * @param condition what must hold of the stored item
 * @param effect what becomes of it then
 */
record ItemWrite(
        Table table,
        ItemKey key,
        Map<String, AttributeValue> attributes,
        long bytes,
        Condition condition,
        Effect effect) {

    private static final Effect NONE = before -> new Result(before, null);

    /** What a write makes of an item whose condition holds. */
    @FunctionalInterface
    interface Effect {
        /** Throws what the stored item does not allow. */
        Result on(@Nullable StoredItem before);
    }

    /**
     * An item after a write.
     *
     * @param after the item, null where it does not exist now
     * @param update what an update expression did, null for other writes
     */
    record Result(@Nullable StoredItem after, @Nullable UpdateOutcome update) {}

    Place place() {
        return new Place(table, key);
    }

    /** Checks the condition, and says what the write makes of the item. */
    Result on(@Nullable StoredItem before) {
        condition.check(before);
        return effect.on(before);
    }

    /** The decision that brings a result about. */
    <T> Decision<T> decision(Result result, T answer) {
        if (checksOnly()) {
            return Decision.keep(answer);
        }
        return result.after() == null ? Decision.remove(answer) : Decision.put(result.after(), answer);
    }

    /** The same without effect. */
    ItemWrite checkOnly() {
        return new ItemWrite(table, key, attributes, bytes, condition, NONE);
    }

    /** Whether it has no effect, whatever the stored item is. */
    boolean checksOnly() {
        return effect.equals(NONE);
    }
}
