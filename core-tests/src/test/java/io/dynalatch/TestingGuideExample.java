package io.dynalatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.dynalatch.embedded.EmbeddedDynamoDb;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The code of the guide to testing, run. */
class TestingGuideExample {
    // the guide's test begins
    @Test
    void the_last_piece_is_sold_once() {
        try (EmbeddedDynamoDb dynamoDb = EmbeddedDynamoDb.inMemory()) {
            Stock stock = new Stock(dynamoDb.client()); // your class, given the SDK's client
            stock.createTable();
            stock.put("Bananas", 1);
            assertTrue(stock.take("Bananas"));
            assertFalse(stock.take("Bananas"));
        }
    }
    // the guide's test ends

    record Stock(DynamoDbClient dynamoDb) {
        // the guide's method begins
        boolean take(String name) {
            try {
                dynamoDb.updateItem(update -> update.tableName("stock")
                        .key(Map.of("name", AttributeValue.fromS(name)))
                        .updateExpression("SET quantity = quantity - :one")
                        .conditionExpression("quantity >= :one")
                        .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
                return true;
            } catch (ConditionalCheckFailedException soldOut) {
                return false;
            }
        }
        // the guide's method ends

        void put(String name, int quantity) {
            dynamoDb.putItem(put -> put.tableName("stock")
                    .item(Map.of(
                            "name",
                            AttributeValue.fromS(name),
                            "quantity",
                            AttributeValue.fromN(String.valueOf(quantity)))));
        }

        void createTable() {
            dynamoDb.createTable(create -> create.tableName("stock")
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(AttributeDefinition.builder()
                            .attributeName("name")
                            .attributeType(ScalarAttributeType.S)
                            .build())
                    .keySchema(KeySchemaElement.builder()
                            .attributeName("name")
                            .keyType(KeyType.HASH)
                            .build()));
        }
    }

    @Test
    void the_guide_shows_this_code() throws Exception {
        assertThat(Snippets.inDocument("docs/guide/testing.md"))
                .contains(
                        Snippets.inSource(getClass(), "the guide's test"),
                        Snippets.inSource(getClass(), "the guide's method"));
    }
}
