package io.dynalatch.embedded;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Tables and values that the tests here share. */
final class Tables {
    private Tables() {}

    /** Table {@code locks} with partition key {@code pk}. */
    static CreateTableRequest locks() {
        return CreateTableRequest.builder()
                .tableName("locks")
                .keySchema(key("pk", KeyType.HASH))
                .attributeDefinitions(definition("pk", ScalarAttributeType.S))
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .build();
    }

    /** Table {@code orders} with partition key {@code pk} and a sort key {@code sk} of that type. */
    static CreateTableRequest orders(ScalarAttributeType sortType) {
        return CreateTableRequest.builder()
                .tableName("orders")
                .keySchema(key("pk", KeyType.HASH), key("sk", KeyType.RANGE))
                .attributeDefinitions(definition("pk", ScalarAttributeType.S), definition("sk", sortType))
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .build();
    }

    static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    static AttributeDefinition definition(String name, ScalarAttributeType type) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(type)
                .build();
    }

    static AttributeValue s(String text) {
        return AttributeValue.fromS(text);
    }

    static AttributeValue n(String number) {
        return AttributeValue.fromN(number);
    }

    /** Puts an item without any condition. */
    static void put(DynamoDbClient client, String table, Map<String, AttributeValue> item) {
        client.putItem(put -> put.tableName(table).item(item));
    }

    /** Reads an item of {@code locks}; empty where it does not exist. */
    static Map<String, AttributeValue> get(DynamoDbClient client, String pk) {
        return client.getItem(
                        get -> get.tableName("locks").key(Map.of("pk", s(pk))).consistentRead(true))
                .item();
    }
}
