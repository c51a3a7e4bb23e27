package io.dynalatch.embedded.internal.fault;

import io.dynalatch.embedded.internal.store.Table;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** What a request is about, as far as it says so itself. Requests that the engine will refuse are read as well. */
public final class Targets {
    private static final String MODEL = DynamoDbRequest.class.getPackageName() + ".";

    private final Function<String, @Nullable Table> tables;

    /** Makes a reader that asks for tables by their names. */
    Targets(Function<String, @Nullable Table> tables) {
        this.tables = tables;
    }

    /**
     * A table, and perhaps an item of it, that a request names.
     *
     * @param table its name
     * @param key the text of the partition key, or null where the request names no item
     */
    record Target(String table, @Nullable String key) {}

    /** Whether DynamoDB has an operation of that name. */
    public static boolean isOperation(String name) {
        try {
            Class<?> request = Class.forName(MODEL + name + "Request");
            return DynamoDbRequest.class.isAssignableFrom(request) && request != DynamoDbRequest.class;
        } catch (ClassNotFoundException unknown) {
            return false;
        }
    }

    /** In the order of the request; empty where it names no table. */
    List<Target> of(DynamoDbRequest request) {
        List<@Nullable Target> found = new ArrayList<>();
        if (request instanceof TransactWriteItemsRequest write) {
            write.transactItems().forEach(action -> found.add(action(action)));
        } else if (request instanceof TransactGetItemsRequest read) {
            read.transactItems().forEach(each -> found.add(each == null ? null : single(each.get())));
        } else if (request instanceof BatchWriteItemRequest batch) {
            batch.requestItems().forEach((table, writes) -> writes.forEach(write -> found.add(entry(table, write))));
        } else if (request instanceof BatchGetItemRequest batch) {
            batch.requestItems().forEach((table, reads) -> reads.keys().forEach(key -> found.add(target(table, key))));
        } else {
            found.add(single(request));
        }
        return found.stream().filter(Objects::nonNull).toList();
    }

    private @Nullable Target action(@Nullable TransactWriteItem action) {
        for (SdkField<?> field : action == null ? List.<SdkField<?>>of() : action.sdkFields()) {
            if (field.getValueOrDefault(action) instanceof SdkPojo set) {
                return single(set);
            }
        }
        return null;
    }

    private Target entry(String table, @Nullable WriteRequest write) {
        if (write == null || (write.putRequest() == null && write.deleteRequest() == null)) {
            return target(table, null);
        }
        return target(
                table,
                write.putRequest() != null
                        ? write.putRequest().item()
                        : write.deleteRequest().key());
    }

    /** Of what has a member TableName, and one Key or Item where it is about an item. */
    private @Nullable Target single(@Nullable SdkPojo request) {
        String table = null;
        Map<?, ?> attributes = null;
        for (SdkField<?> field : request == null ? List.<SdkField<?>>of() : request.sdkFields()) {
            Object value = field.getValueOrDefault(request);
            if (field.memberName().equals("TableName") && value instanceof String name) {
                table = name;
            } else if ((field.memberName().equals("Key") || field.memberName().equals("Item"))
                    && value instanceof Map<?, ?> map
                    && !(value instanceof SdkAutoConstructMap)) {
                attributes = map;
            }
        }
        return table == null ? null : target(table, attributes);
    }

    private Target target(String nameOrArn, @Nullable Map<?, ?> attributes) {
        String name = nameOrArn.substring(nameOrArn.lastIndexOf('/') + 1);
        Table table = attributes == null ? null : tables.apply(name);
        Object partition = attributes == null || table == null
                ? null
                : attributes.get(table.keys().partition().name());
        return new Target(name, partition instanceof AttributeValue value ? text(value) : null);
    }

    private static @Nullable String text(AttributeValue value) {
        if (value.b() != null) {
            return Base64.getEncoder().encodeToString(value.b().asByteArray());
        }
        return value.s() != null ? value.s() : value.n();
    }
}
