package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.expression.Values;
import io.dynalatch.embedded.internal.store.Index;
import io.dynalatch.embedded.internal.store.KeySchema;
import io.dynalatch.embedded.internal.store.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Checks the keys and the payment of the tables that CreateTable and UpdateTable are asked for. */
final class TableRequests {
    private static final int KEY_NAME_BYTES_MAX = 255;
    private static final String INVALID = "One or more parameter values were invalid: ";

    private TableRequests() {}

    /** The key attributes of a table or an index, out of the attributes that are defined. */
    static KeySchema keys(List<KeySchemaElement> elements, Map<String, ScalarAttributeType> types) {
        if (elements.isEmpty()) {
            throw Refusal.constraint("KeySchema", "Member must have length greater than or equal to 1");
        }
        if (elements.size() > 2) {
            throw Refusal.constraint("KeySchema", "Member must have length less than or equal to 2");
        }
        checkKeyTypes(elements);
        checkAllDefined(elements, types);
        return new KeySchema(
                attribute(elements.get(0), types), elements.size() == 1 ? null : attribute(elements.get(1), types));
    }

    /** Refuses definitions of attributes that are the key of nothing. */
    static void checkAllUsed(Map<String, ScalarAttributeType> types, KeySchema keys, List<Index> indexes) {
        Set<String> used = new LinkedHashSet<>(keys.names());
        indexes.forEach(index -> used.addAll(index.keys().names()));
        if (used.size() == types.size()) {
            return;
        }
        throw Refusal.validation(
                indexes.isEmpty()
                        ? INVALID
                                + "Number of attributes in KeySchema does not exactly match number of attributes"
                                + " defined in AttributeDefinitions"
                        : INVALID + "Some AttributeDefinitions are not used. AttributeDefinitions: " + types.keySet()
                                + ", keys used: " + used);
    }

    /** Refuses definitions that give a key attribute of a table another type than it has. */
    static void checkSameTypes(Table table, Map<String, ScalarAttributeType> types) {
        List<KeySchema.Attribute> known = new ArrayList<>(table.keys().attributes());
        table.indexes().forEach(index -> known.addAll(index.keys().attributes()));
        for (KeySchema.Attribute attribute : known) {
            ScalarAttributeType type = types.get(attribute.name());
            if (type != null && type != attribute.type()) {
                throw Refusal.validation(INVALID + "Cannot change the type of the key attribute " + attribute.name()
                        + " from " + attribute.type() + " to " + type);
            }
        }
    }

    private static void checkKeyTypes(List<KeySchemaElement> elements) {
        if (elements.get(0).keyType() != KeyType.HASH) {
            throw Refusal.validation("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
        }
        if (elements.size() == 2 && elements.get(1).keyType() != KeyType.RANGE) {
            throw Refusal.validation("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
        }
    }

    /** The types of the attributes that are defined. */
    static Map<String, ScalarAttributeType> types(List<AttributeDefinition> definitions) {
        Map<String, ScalarAttributeType> types = new LinkedHashMap<>();
        for (AttributeDefinition definition : definitions) {
            ScalarAttributeType type = definition.attributeType();
            if (type == null || type == ScalarAttributeType.UNKNOWN_TO_SDK_VERSION) {
                throw Refusal.constraint(
                        "AttributeDefinitions.AttributeType", "Member must satisfy enum value set: [B, N, S]");
            }
            if (types.put(definition.attributeName(), type) != null) {
                throw Refusal.validation(
                        INVALID + "Duplicate AttributeName in AttributeDefinitions: " + definition.attributeName());
            }
        }
        return types;
    }

    private static void checkAllDefined(List<KeySchemaElement> elements, Map<String, ScalarAttributeType> types) {
        List<String> names =
                elements.stream().map(KeySchemaElement::attributeName).toList();
        if (names.size() == 2 && names.get(0).equals(names.get(1))) {
            throw Refusal.validation(
                    INVALID + "Both the Hash Key and the Range Key element in the KeySchema have the same name");
        }
        if (!types.keySet().containsAll(names)) {
            throw Refusal.validation(INVALID + "Some index key attributes are not defined in AttributeDefinitions."
                    + " Keys: " + names + ", AttributeDefinitions: " + types.keySet());
        }
    }

    private static KeySchema.Attribute attribute(KeySchemaElement element, Map<String, ScalarAttributeType> types) {
        String name = element.attributeName();
        if (name.isEmpty() || Values.utf8Bytes(name) > KEY_NAME_BYTES_MAX) {
            throw Refusal.constraint(
                    "KeySchema.AttributeName", "Member must have length between 1 and " + KEY_NAME_BYTES_MAX);
        }
        ScalarAttributeType type = types.get(name);
        if (type == null) {
            throw new IllegalStateException("key attribute '" + name + "' was checked to be defined, but is not");
        }
        return new KeySchema.Attribute(name, type);
    }

    /** The throughput, or null where requests are paid one by one. */
    static Table.@Nullable Throughput throughput(CreateTableRequest request) {
        ProvisionedThroughput asked = request.provisionedThroughput();
        checkBillingMode(request.billingModeAsString(), request.billingMode());
        if (request.billingMode() == BillingMode.PAY_PER_REQUEST) {
            if (asked != null) {
                throw notBoth();
            }
            return null;
        }
        if (asked == null) {
            throw needsUnits();
        }
        return throughput(asked);
    }

    static void checkBillingMode(@Nullable String text, @Nullable BillingMode mode) {
        if (text != null && mode == BillingMode.UNKNOWN_TO_SDK_VERSION) {
            throw Refusal.constraint(
                    "BillingMode", "Member must satisfy enum value set: [PROVISIONED, PAY_PER_REQUEST]");
        }
    }

    static Refusal notBoth() {
        return Refusal.validation(INVALID + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when"
                + " BillingMode is PAY_PER_REQUEST");
    }

    static Refusal needsUnits() {
        return Refusal.validation(INVALID
                + "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED");
    }

    /** The units of a table or an index. */
    static Table.Throughput throughput(ProvisionedThroughput asked) {
        if (asked.readCapacityUnits() == null || asked.writeCapacityUnits() == null) {
            throw needsUnits();
        }
        if (asked.readCapacityUnits() < 1 || asked.writeCapacityUnits() < 1) {
            throw Refusal.constraint("ProvisionedThroughput", "Member must have value greater than or equal to 1");
        }
        return new Table.Throughput(asked.readCapacityUnits(), asked.writeCapacityUnits());
    }
}
