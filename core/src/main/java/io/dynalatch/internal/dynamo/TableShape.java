package io.dynalatch.internal.dynamo;

import io.dynalatch.AttributeNames;
import io.dynalatch.StoreException;
import io.dynalatch.TableMissingException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveSpecification;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;

/** The lock table's keys and time to live, as they should be and as they are. */
public final class TableShape {
    /** Stands for the attribute where the endpoint knows no time to live. No attribute has an empty name. */
    public static final String UNSUPPORTED = "";

    private final DynamoPort port;
    private final String table;
    private final AttributeNames names;
    private final Failures failures;

    public TableShape(DynamoPort port, String table, AttributeNames names, Failures failures) {
        this.port = port;
        this.table = table;
        this.names = names;
        this.failures = failures;
    }

    /**
     * A table as it is.
     *
     * @param keys each key with its kind and type, as "key (HASH, S)"
     */
    public record Found(List<String> keys, boolean active) {}

    public List<String> expectedKeys() {
        List<String> keys = new ArrayList<>();
        keys.add(shown(names.partitionKey(), KeyType.HASH, ScalarAttributeType.S));
        if (names.sortKey() != null) {
            keys.add(shown(names.sortKey(), KeyType.RANGE, ScalarAttributeType.S));
        }
        return keys;
    }

    public String expiresAt() {
        return names.expiresAt();
    }

    /** The table, or null where there is none. */
    public CompletableFuture<@Nullable Found> describe() {
        return port.describeTable(
                        DescribeTableRequest.builder().tableName(table).build())
                .handle((response, thrown) -> {
                    if (response != null) {
                        return found(response.table());
                    }
                    Throwable cause = Failures.unwrap(thrown);
                    if (cause instanceof ResourceNotFoundException) {
                        return null;
                    }
                    throw failures.of("describing", null, cause);
                });
    }

    public TableMissingException missing() {
        StoreException missing = failures.of(
                "describing", null, ResourceNotFoundException.builder().build());
        return (TableMissingException) missing;
    }

    private static Found found(TableDescription table) {
        List<String> keys = table.keySchema().stream()
                .map(key -> shown(key.attributeName(), key.keyType(), type(table, key.attributeName())))
                .collect(Collectors.toList());
        return new Found(keys, table.tableStatus() == TableStatus.ACTIVE);
    }

    private static @Nullable ScalarAttributeType type(TableDescription table, String attribute) {
        return table.attributeDefinitions().stream()
                .filter(definition -> definition.attributeName().equals(attribute))
                .map(AttributeDefinition::attributeType)
                .findFirst()
                .orElse(null);
    }

    private static String shown(String attribute, KeyType kind, @Nullable ScalarAttributeType type) {
        return attribute + " (" + kind + ", " + type + ")";
    }

    /** Creates the table; that another process was faster is fine. */
    public CompletableFuture<Void> create() {
        CreateTableRequest.Builder request =
                CreateTableRequest.builder().tableName(table).billingMode(BillingMode.PAY_PER_REQUEST);
        List<KeySchemaElement> keys = new ArrayList<>();
        List<AttributeDefinition> types = new ArrayList<>();
        addKey(names.partitionKey(), KeyType.HASH, keys, types);
        if (names.sortKey() != null) {
            addKey(names.sortKey(), KeyType.RANGE, keys, types);
        }
        return port.createTable(
                        request.keySchema(keys).attributeDefinitions(types).build())
                .handle((response, thrown) -> {
                    if (response == null && !(Failures.unwrap(thrown) instanceof ResourceInUseException)) {
                        throw failures.of("creating", null, thrown);
                    }
                    return null;
                });
    }

    private static void addKey(
            String attribute, KeyType kind, List<KeySchemaElement> keys, List<AttributeDefinition> types) {
        keys.add(KeySchemaElement.builder()
                .attributeName(attribute)
                .keyType(kind)
                .build());
        types.add(AttributeDefinition.builder()
                .attributeName(attribute)
                .attributeType(ScalarAttributeType.S)
                .build());
    }

    /** The attribute of the time to live, null where it is off, {@link #UNSUPPORTED} where the endpoint has none. */
    public CompletableFuture<@Nullable String> timeToLiveAttribute() {
        return port.describeTimeToLive(
                        DescribeTimeToLiveRequest.builder().tableName(table).build())
                .handle((response, thrown) -> {
                    if (response == null) {
                        if (unsupported(thrown)) {
                            return UNSUPPORTED;
                        }
                        throw failures.of("reading the time to live", null, thrown);
                    }
                    TimeToLiveStatus status = response.timeToLiveDescription().timeToLiveStatus();
                    boolean on = status == TimeToLiveStatus.ENABLED || status == TimeToLiveStatus.ENABLING;
                    return on ? response.timeToLiveDescription().attributeName() : null;
                });
    }

    /** Turns the time to live on; that another process was faster shows as a refused request, and is fine. */
    public CompletableFuture<Void> enableTimeToLive() {
        TimeToLiveSpecification on = TimeToLiveSpecification.builder()
                .enabled(true)
                .attributeName(names.expiresAt())
                .build();
        return port.updateTimeToLive(UpdateTimeToLiveRequest.builder()
                        .tableName(table)
                        .timeToLiveSpecification(on)
                        .build())
                .handle((response, thrown) -> response != null || unsupported(thrown) ? null : thrown)
                .thenCompose(thrown -> thrown == null
                        ? CompletableFuture.<Void>completedFuture(null)
                        : timeToLiveAttribute().thenAccept(attribute -> {
                            if (!names.expiresAt().equals(attribute)) {
                                throw failures.of("enabling the time to live", null, thrown);
                            }
                        }));
    }

    private static boolean unsupported(Throwable thrown) {
        Throwable cause = Failures.unwrap(thrown);
        boolean unknown = cause instanceof AwsServiceException service
                && service.awsErrorDetails() != null
                && "UnknownOperationException".equals(service.awsErrorDetails().errorCode());
        return unknown || cause instanceof UnsupportedOperationException;
    }
}
