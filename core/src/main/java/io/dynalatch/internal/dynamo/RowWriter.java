package io.dynalatch.internal.dynamo;

import io.dynalatch.AttributeNames;
import io.dynalatch.HolderInfo;
import io.dynalatch.LockName;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Builds the requests on lock rows. Every name is an alias, since several of ours are reserved words. */
public final class RowWriter {
    // A row of a newer format is never touched, whatever else it shows.
    private static final String KNOWN_FORMAT = "(attribute_not_exists(#f) OR #f = :f)";
    private static final String THIS_HOLD = KNOWN_FORMAT + " AND #h = :h AND attribute_not_exists(#r) AND #v IN (%s)";
    // The first part refuses a copy of this very request that comes after its hold has ended. Then: free, or the record
    // version that was watched for its whole lease.
    private static final String FREE =
            "((attribute_not_exists(#o) AND attribute_not_exists(#v)) OR #r = :r OR #r = :rb%s)";
    private static final String ACQUIRABLE = KNOWN_FORMAT + " AND (attribute_not_exists(#h) OR #h <> :h) AND " + FREE;

    private final String table;
    private final AttributeNames names;
    private final Duration retention;

    public RowWriter(String table, AttributeNames names, Duration retention) {
        this.table = table;
        this.names = names;
        this.retention = retention;
    }

    /**
     * What an acquire writes.
     *
     * @param takeOver a record version that was watched for its whole lease, or null
     * @param data null to leave what is there
     */
    public record Acquire(
            String owner,
            Duration lease,
            String recordVersion,
            String holdId,
            @Nullable String takeOver,
            @Nullable SdkBytes data,
            HolderInfo holder) {}

    /**
     * The acquire. The token is computed by the store, never from a read, so that a late copy cannot set it back; on a
     * new row it starts from the wall clock in microseconds. The time to live is taken away: a row that is held must
     * not be cleaned up, and it is written anew by heartbeats and the release.
     */
    public UpdateItemRequest acquire(LockName name, Acquire acquire, Instant now, Duration timeout) {
        Map<String, AttributeValue> values = new HashMap<>();
        values.put(":o", string(acquire.owner()));
        values.put(":l", string(Long.toString(acquire.lease().toMillis())));
        values.put(":v", string(acquire.recordVersion()));
        values.put(":h", string(acquire.holdId()));
        values.put(":f", number(RowReader.FORMAT));
        values.put(":r", string(RowReader.RELEASED));
        values.put(":rb", bytes(RowReader.RELEASED.getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
        values.put(":now", number(Long.toString(micros(now))));
        values.put(":n", number("1"));
        values.put(":i", holder(acquire.holder()));
        Map<String, String> aliases = aliases("#o", "#l", "#v", "#h", "#f", "#r", "#t", "#b", "#i", "#x");
        String set = "SET #o = :o, #l = :l, #v = :v, #h = :h, #f = :f, #i = :i, #t = if_not_exists(#t, :now) + :n,"
                + " #b = if_not_exists(#t, :now) + :n";
        if (acquire.data() != null) {
            values.put(":d", AttributeValue.fromB(acquire.data()));
            aliases.put("#d", names.data());
            set += ", #d = :d";
        }
        if (acquire.takeOver() != null) {
            values.put(":w", string(acquire.takeOver()));
        }
        return update(name, timeout)
                .updateExpression(set + " REMOVE #r, #x")
                .conditionExpression(String.format(ACQUIRABLE, acquire.takeOver() == null ? "" : " OR #v = :w"))
                .expressionAttributeNames(aliases)
                .expressionAttributeValues(values)
                .returnValues(ReturnValue.ALL_NEW)
                .build();
    }

    /**
     * The heartbeat.
     *
     * @param cleanUp whether DynamoDB's time to live may ever delete the row
     */
    public UpdateItemRequest heartbeat(
            LockName name,
            String holdId,
            List<String> accepted,
            String recordVersion,
            boolean cleanUp,
            Instant leaseEnd,
            Duration timeout) {
        Map<String, AttributeValue> values = new HashMap<>();
        Map<String, String> aliases = aliases("#v", "#h", "#f", "#r");
        String set = "SET #v = :v" + expiry(cleanUp, leaseEnd, values, aliases);
        return thisHold(update(name, timeout), holdId, accepted, recordVersion, values, aliases)
                .updateExpression(set)
                .build();
    }

    /** The release, which keeps the row and marks it; also the undoing of an acquire that was granted to nobody. */
    public UpdateItemRequest release(
            LockName name,
            String holdId,
            List<String> accepted,
            String recordVersion,
            boolean cleanUp,
            Instant leaseEnd,
            Duration timeout) {
        Map<String, AttributeValue> values = new HashMap<>();
        Map<String, String> aliases = aliases("#v", "#h", "#f", "#r");
        values.put(":r", string(RowReader.RELEASED));
        String set = "SET #v = :v, #r = :r" + expiry(cleanUp, leaseEnd, values, aliases);
        return thisHold(update(name, timeout), holdId, accepted, recordVersion, values, aliases)
                .updateExpression(set)
                .build();
    }

    /** The check of one hold, for transactions of the user's own. By hold and token: heartbeats go on under it. */
    public ConditionCheck check(LockName name, String holdId, long token) {
        return ConditionCheck.builder()
                .tableName(table)
                .key(key(name))
                .conditionExpression(KNOWN_FORMAT + " AND #h = :h AND #t = :t AND attribute_not_exists(#r)")
                .expressionAttributeNames(aliases("#f", "#h", "#t", "#r"))
                .expressionAttributeValues(Map.of(
                        ":f", number(RowReader.FORMAT), ":h", string(holdId), ":t", number(Long.toString(token))))
                .build();
    }

    public GetItemRequest read(LockName name, Duration timeout) {
        return GetItemRequest.builder()
                .tableName(table)
                .key(key(name))
                .consistentRead(true)
                .overrideConfiguration(within(timeout))
                .build();
    }

    public ScanRequest scan(@Nullable Map<String, AttributeValue> from, Duration timeout) {
        return ScanRequest.builder()
                .tableName(table)
                .consistentRead(true)
                .exclusiveStartKey(from)
                .overrideConfiguration(within(timeout))
                .build();
    }

    private String expiry(
            boolean cleanUp, Instant leaseEnd, Map<String, AttributeValue> values, Map<String, String> aliases) {
        aliases.put("#x", names.expiresAt());
        if (!cleanUp) {
            return " REMOVE #x";
        }
        values.put(":x", number(Long.toString(leaseEnd.plus(retention).getEpochSecond())));
        return ", #x = :x";
    }

    private static UpdateItemRequest.Builder thisHold(
            UpdateItemRequest.Builder request,
            String holdId,
            List<String> accepted,
            String recordVersion,
            Map<String, AttributeValue> values,
            Map<String, String> aliases) {
        values.put(":v", string(recordVersion));
        values.put(":h", string(holdId));
        values.put(":f", number(RowReader.FORMAT));
        for (int i = 0; i < accepted.size(); i++) {
            values.put(":a" + i, string(accepted.get(i)));
        }
        String operands =
                IntStream.range(0, accepted.size()).mapToObj(i -> ":a" + i).collect(Collectors.joining(", "));
        return request.conditionExpression(String.format(THIS_HOLD, operands))
                .expressionAttributeNames(aliases)
                .expressionAttributeValues(values);
    }

    private UpdateItemRequest.Builder update(LockName name, Duration timeout) {
        return UpdateItemRequest.builder()
                .tableName(table)
                .key(key(name))
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .overrideConfiguration(within(timeout));
    }

    /** The SDK retries inside the call timeout only, so that no copy of its own outlives what we wait for. */
    private static AwsRequestOverrideConfiguration within(Duration timeout) {
        return AwsRequestOverrideConfiguration.builder()
                .apiCallTimeout(timeout)
                .apiCallAttemptTimeout(timeout)
                .build();
    }

    private Map<String, AttributeValue> key(LockName name) {
        String sortKey = names.sortKey();
        String sort = name.sort();
        if (sortKey == null || sort == null) {
            return Map.of(names.partitionKey(), string(name.value()));
        }
        return Map.of(names.partitionKey(), string(name.value()), sortKey, string(sort));
    }

    private Map<String, String> aliases(String... used) {
        Map<String, String> all = Map.of(
                "#o", names.ownerName(),
                "#l", names.leaseDuration(),
                "#v", names.recordVersion(),
                "#h", names.holdId(),
                "#f", names.format(),
                "#r", names.released(),
                "#t", names.fencingToken(),
                "#b", names.tokenBlockStart(),
                "#i", names.holder(),
                "#x", names.expiresAt());
        Map<String, String> aliases = new HashMap<>();
        for (String alias : used) {
            aliases.put(alias, all.get(alias));
        }
        return aliases;
    }

    private static AttributeValue holder(HolderInfo holder) {
        Map<String, AttributeValue> map = new LinkedHashMap<>();
        put(map, HolderFields.HOST, holder.host());
        if (holder.processId() != null) {
            map.put(HolderFields.PROCESS_ID, number(Long.toString(holder.processId())));
        }
        put(map, HolderFields.THREAD, holder.thread());
        put(map, HolderFields.APPLICATION, holder.application());
        put(
                map,
                HolderFields.SINCE,
                holder.since() == null ? null : holder.since().toString());
        return AttributeValue.fromM(map);
    }

    private static void put(Map<String, AttributeValue> map, String field, @Nullable String value) {
        if (value != null) {
            map.put(field, string(value));
        }
    }

    private static long micros(Instant now) {
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
    }

    private static AttributeValue string(String value) {
        return AttributeValue.fromS(value);
    }

    private static AttributeValue number(String value) {
        return AttributeValue.fromN(value);
    }

    private static AttributeValue bytes(byte[] value) {
        return AttributeValue.fromB(SdkBytes.fromByteArray(value));
    }
}
