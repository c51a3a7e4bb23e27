package io.dynalatch.internal.dynamo;

import io.dynalatch.AttributeNames;
import io.dynalatch.LockName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The caller's actions together with the heartbeat that guards them. DynamoDB takes one action per item: what the
 * caller does to the lock's own row is merged with the heartbeat. Immutable.
 */
public final class GuardedRequest {
    // Amazon DynamoDB API Reference, "TransactWriteItems": up to 100 actions.
    private static final int ACTIONS_MAX = 100;
    private static final Pattern PLACEHOLDER = Pattern.compile("([#:])(\\w+)");
    private static final Pattern NAME = Pattern.compile("(?<![\\w.:])#?\\w+");
    // The words that begin a section are reserved, so that they stand for nothing else.
    private static final Pattern SECTION = Pattern.compile("(?<![\\w#:.])(SET|REMOVE)\\s+", Pattern.CASE_INSENSITIVE);

    private final List<TransactWriteItem> actions;
    private final int merged;

    private GuardedRequest(List<TransactWriteItem> actions, int merged) {
        this.actions = actions;
        this.merged = merged;
    }

    /**
     * Checks the caller's actions.
     *
     * @throws IllegalArgumentException for none, too many, or one that would change what the lock is made of
     */
    public static GuardedRequest of(
            String table, AttributeNames names, LockName lock, List<TransactWriteItem> callers) {
        List<TransactWriteItem> actions = List.copyOf(callers);
        if (actions.isEmpty()) {
            throw new IllegalArgumentException("a guarded write under lock '" + lock
                    + "' needs at least one action; use heartbeat() to renew the lease alone");
        }
        int merged = -1;
        for (int i = 0; i < actions.size(); i++) {
            if (touches(actions.get(i), table, names, lock)) {
                if (merged >= 0) {
                    throw new IllegalArgumentException(at(i, lock) + " is the second one on the lock's own row, after"
                            + " action " + merged + "; a transaction takes one action per item");
                }
                merged = i;
                checkOwnRow(actions.get(i), i, names, lock);
            }
        }
        int all = actions.size() + (merged < 0 ? 1 : 0);
        if (all > ACTIONS_MAX) {
            throw new IllegalArgumentException("a guarded write under lock '" + lock + "' has " + actions.size()
                    + " actions, and at most " + (ACTIONS_MAX - 1)
                    + " fit into a transaction beside the lock's own; split it");
        }
        return new GuardedRequest(actions, merged);
    }

    /** Whether one of the caller's actions is on the lock's own row. */
    public boolean merged() {
        return merged >= 0;
    }

    /** Whether the caller makes the lock's row an item of his own, which is never cleaned up. */
    public boolean adopts() {
        return merged >= 0 && actions.get(merged).update() != null;
    }

    /**
     * Builds the request.
     *
     * @param beat the heartbeat to carry
     * @param token names this transaction; the same for the very same request only
     */
    public TransactWriteItemsRequest build(UpdateItemRequest beat, String token, Duration timeout) {
        List<TransactWriteItem> all = new ArrayList<>(actions);
        if (merged < 0) {
            all.add(item(update(beat)));
        } else {
            all.set(merged, item(merge(beat, actions.get(merged))));
        }
        return TransactWriteItemsRequest.builder()
                .transactItems(all)
                .clientRequestToken(token)
                .overrideConfiguration(AwsRequestOverrideConfiguration.builder()
                        .apiCallTimeout(timeout)
                        .apiCallAttemptTimeout(timeout)
                        .build())
                .build();
    }

    /** The reason that stands for the lock's own row. */
    public CancellationReason guard(List<CancellationReason> reasons) {
        return reasons.get(merged < 0 ? actions.size() : merged);
    }

    /** The reasons that stand for the caller's actions, in their order. */
    public List<CancellationReason> callers(List<CancellationReason> reasons) {
        return reasons.subList(0, actions.size());
    }

    /** What an action does, for people. */
    public String shown(int index) {
        TransactWriteItem action = actions.get(index);
        String what = action.put() != null
                ? "Put into table '" + action.put().tableName()
                : action.update() != null
                        ? "Update of table '" + action.update().tableName()
                        : action.delete() != null
                                ? "Delete from table '" + action.delete().tableName()
                                : "ConditionCheck of table '"
                                        + action.conditionCheck().tableName();
        return "action " + index + " (" + what + "')";
    }

    private static String at(int index, LockName lock) {
        return "action " + index + " of a guarded write under lock '" + lock + "'";
    }

    private static boolean touches(TransactWriteItem action, String table, AttributeNames names, LockName lock) {
        String tableName;
        Map<String, AttributeValue> key;
        if (action.put() != null) {
            tableName = action.put().tableName();
            key = action.put().item();
        } else if (action.update() != null) {
            tableName = action.update().tableName();
            key = action.update().key();
        } else if (action.delete() != null) {
            tableName = action.delete().tableName();
            key = action.delete().key();
        } else if (action.conditionCheck() != null) {
            tableName = action.conditionCheck().tableName();
            key = action.conditionCheck().key();
        } else {
            throw new IllegalArgumentException("an action of a guarded write under lock '" + lock
                    + "' is empty; set its put, update, delete or" + " conditionCheck");
        }
        // A table may be named by its ARN too.
        boolean same = tableName != null && (tableName.equals(table) || tableName.endsWith(":table/" + table));
        String sort = names.sortKey();
        return same
                && AttributeValue.fromS(lock.value()).equals(key.get(names.partitionKey()))
                && (sort == null || AttributeValue.fromS(lock.sort()).equals(key.get(sort)));
    }

    private static void checkOwnRow(TransactWriteItem action, int index, AttributeNames names, LockName lock) {
        if (action.put() != null || action.delete() != null) {
            throw new IllegalArgumentException(
                    at(index, lock) + " replaces or deletes the lock's own row, and so"
                            + " would end the hold unseen; use an Update of your own attributes, and release() to end the hold");
        }
        Update update = action.update();
        if (update == null) {
            return;
        }
        Set<String> ours = names.all();
        Matcher matcher = NAME.matcher(update.updateExpression() == null ? "" : update.updateExpression());
        while (matcher.find()) {
            String name = matcher.group();
            String attribute = update.expressionAttributeNames().getOrDefault(name, name);
            if (ours.contains(attribute)) {
                throw new IllegalArgumentException(at(index, lock) + " writes the attribute '" + attribute
                        + "', which is one of the lock's own; use another name");
            }
        }
    }

    private static TransactWriteItem item(Update update) {
        return TransactWriteItem.builder().update(update).build();
    }

    private static Update update(UpdateItemRequest beat) {
        return Update.builder()
                .tableName(beat.tableName())
                .key(beat.key())
                .updateExpression(beat.updateExpression())
                .conditionExpression(beat.conditionExpression())
                .expressionAttributeNames(beat.expressionAttributeNames())
                .expressionAttributeValues(beat.expressionAttributeValues())
                .returnValuesOnConditionCheckFailure(beat.returnValuesOnConditionCheckFailureAsString())
                .build();
    }

    private static Update merge(UpdateItemRequest beat, TransactWriteItem action) {
        ConditionCheck check = action.conditionCheck();
        return check == null
                ? merge(
                        beat,
                        action.update().updateExpression(),
                        action.update().conditionExpression(),
                        action.update().expressionAttributeNames(),
                        action.update().expressionAttributeValues())
                : merge(
                        beat,
                        null,
                        check.conditionExpression(),
                        check.expressionAttributeNames(),
                        check.expressionAttributeValues());
    }

    private static Update merge(
            UpdateItemRequest beat,
            @Nullable String expression,
            @Nullable String condition,
            Map<String, String> names,
            Map<String, AttributeValue> values) {
        String prefix = "lock_";
        while (taken(prefix, names.keySet()) || taken(prefix, values.keySet())) {
            prefix += "_";
        }
        Map<String, String> allNames = new HashMap<>(names);
        Map<String, AttributeValue> allValues = new HashMap<>(values);
        for (Map.Entry<String, String> name : beat.expressionAttributeNames().entrySet()) {
            allNames.put("#" + prefix + name.getKey().substring(1), name.getValue());
        }
        for (Map.Entry<String, AttributeValue> value :
                beat.expressionAttributeValues().entrySet()) {
            allValues.put(":" + prefix + value.getKey().substring(1), value.getValue());
        }
        String ours = renamed(beat.conditionExpression(), prefix);
        return update(beat).toBuilder()
                .updateExpression(both(renamed(beat.updateExpression(), prefix), expression))
                .conditionExpression(condition == null ? ours : ours + " AND " + enclosed(condition))
                .expressionAttributeNames(allNames)
                .expressionAttributeValues(allValues)
                .build();
    }

    private static boolean taken(String prefix, Set<String> placeholders) {
        return placeholders.stream().anyMatch(each -> each.startsWith(prefix, 1));
    }

    private static String renamed(String expression, String prefix) {
        return PLACEHOLDER.matcher(expression).replaceAll("$1" + prefix + "$2");
    }

    /** A section may stand only once: what the heartbeat has in one goes to the front of the caller's. */
    private static String both(String beat, @Nullable String callers) {
        String all = callers == null ? "" : callers;
        for (String section : beat.split("(?= REMOVE )", -1)) {
            all = with(section.trim(), all);
        }
        return all.trim();
    }

    private static String with(String section, String all) {
        int blank = section.indexOf(' ');
        String word = section.substring(0, blank);
        Matcher matcher = SECTION.matcher(all);
        while (matcher.find()) {
            if (matcher.group(1).equalsIgnoreCase(word)) {
                return all.substring(0, matcher.end()) + section.substring(blank + 1) + ", "
                        + all.substring(matcher.end());
            }
        }
        return all + " " + section;
    }

    /** DynamoDB refuses redundant parentheses. */
    private static String enclosed(String condition) {
        String trimmed = condition.trim();
        return closes(trimmed) == trimmed.length() - 1 ? trimmed : "(" + trimmed + ")";
    }

    /** Where the parenthesis ends that the text begins with; -1 where it begins with none. */
    private static int closes(String text) {
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth == 0) {
                return i == 0 ? -1 : i;
            }
        }
        return -1;
    }
}
