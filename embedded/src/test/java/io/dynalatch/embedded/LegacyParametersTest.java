package io.dynalatch.embedded;

import static io.dynalatch.embedded.SdkErrors.assertError;
import static io.dynalatch.embedded.SdkErrors.assertValidation;
import static io.dynalatch.embedded.Tables.get;
import static io.dynalatch.embedded.Tables.n;
import static io.dynalatch.embedded.Tables.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeAction;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValueUpdate;
import software.amazon.awssdk.services.dynamodb.model.ComparisonOperator;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConditionalOperator;
import software.amazon.awssdk.services.dynamodb.model.ExpectedAttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** The parameters of the time before expressions. */
class LegacyParametersTest {
    private static final Map<String, AttributeValue> KEY = Map.of("pk", s("a"));
    private static final Map<String, AttributeValue> ITEM = Map.of(
            "pk", s("a"),
            "x", n("5"),
            "owner", s("ann"),
            "set", AttributeValue.fromSs(List.of("p", "q")),
            "list", AttributeValue.fromL(List.of(n("1"))));

    private final DynamoDbClient client = EmbeddedDynamoDb.inMemory().client();

    @BeforeEach
    void put_the_item() {
        client.createTable(Tables.locks());
        Tables.put(client, "locks", ITEM);
    }

    private static ExpectedAttributeValue expected(ComparisonOperator operator, AttributeValue... values) {
        ExpectedAttributeValue.Builder expected =
                ExpectedAttributeValue.builder().comparisonOperator(operator);
        return values.length == 0
                ? expected.build()
                : expected.attributeValueList(values).build();
    }

    private static ExpectedAttributeValue value(AttributeValue value) {
        return ExpectedAttributeValue.builder().value(value).build();
    }

    private boolean holds(Map<String, ExpectedAttributeValue> expected, ConditionalOperator operator) {
        try {
            client.putItem(
                    put -> put.tableName("locks").item(ITEM).expected(expected).conditionalOperator(operator));
            return true;
        } catch (ConditionalCheckFailedException e) {
            return false;
        }
    }

    private boolean holds(String attribute, ExpectedAttributeValue expected) {
        return holds(Map.of(attribute, expected), null);
    }

    @Test
    void every_comparison_decides_as_its_expression_does() {
        assertThat(holds("x", expected(ComparisonOperator.EQ, n("5.0")))).isTrue();
        assertThat(holds("x", expected(ComparisonOperator.EQ, n("6")))).isFalse();
        assertThat(holds("x", expected(ComparisonOperator.NE, n("6")))).isTrue();
        assertThat(holds("absent", expected(ComparisonOperator.NE, n("6")))).isTrue();
        assertThat(holds("x", expected(ComparisonOperator.LT, n("6")))).isTrue();
        assertThat(holds("x", expected(ComparisonOperator.LE, n("5")))).isTrue();
        assertThat(holds("x", expected(ComparisonOperator.GT, n("5")))).isFalse();
        assertThat(holds("x", expected(ComparisonOperator.GE, n("5")))).isTrue();
        assertThat(holds("x", expected(ComparisonOperator.BETWEEN, n("1"), n("5"))))
                .isTrue();
        assertThat(holds("x", expected(ComparisonOperator.IN, n("1"), n("5")))).isTrue();
        assertThat(holds("x", expected(ComparisonOperator.IN, n("1")))).isFalse();
        assertThat(holds("x", expected(ComparisonOperator.NOT_NULL))).isTrue();
        assertThat(holds("x", expected(ComparisonOperator.NULL))).isFalse();
        assertThat(holds("absent", expected(ComparisonOperator.NULL))).isTrue();
        assertThat(holds("owner", expected(ComparisonOperator.BEGINS_WITH, s("an"))))
                .isTrue();
        assertThat(holds("owner", expected(ComparisonOperator.CONTAINS, s("nn"))))
                .isTrue();
        assertThat(holds("set", expected(ComparisonOperator.CONTAINS, s("q")))).isTrue();
        assertThat(holds("set", expected(ComparisonOperator.NOT_CONTAINS, s("q"))))
                .isFalse();
        assertThat(holds("set", expected(ComparisonOperator.NOT_CONTAINS, s("r"))))
                .isTrue();
    }

    @Test
    void values_and_existence_are_conditions_too() {
        assertThat(holds("owner", value(s("ann")))).isTrue();
        assertThat(holds("owner", value(s("ben")))).isFalse();
        assertThat(holds(
                        "absent", ExpectedAttributeValue.builder().exists(false).build()))
                .isTrue();
        assertThat(holds("owner", ExpectedAttributeValue.builder().exists(false).build()))
                .isFalse();
    }

    @Test
    void conditions_are_joined_by_and_unless_or_is_asked_for() {
        Map<String, ExpectedAttributeValue> one = Map.of("x", value(n("5")), "owner", value(s("ben")));

        assertThat(holds(one, null)).isFalse();
        assertThat(holds(one, ConditionalOperator.AND)).isFalse();
        assertThat(holds(one, ConditionalOperator.OR)).isTrue();
        assertValidation(() -> holds(Map.of("x", value(n("5"))), ConditionalOperator.OR), "two or more elements");
        assertValidation(() -> holds(Map.of(), ConditionalOperator.OR), "cannot be used without Filter or Expected");
    }

    @Test
    void a_refused_delete_and_update_change_nothing_and_show_the_item_if_asked() {
        Map<String, ExpectedAttributeValue> never = Map.of("owner", value(s("ben")));
        assertError(
                () -> client.deleteItem(
                        delete -> delete.tableName("locks").key(KEY).expected(never)),
                ConditionalCheckFailedException.class,
                "ConditionalCheckFailedException",
                400);
        ConditionalCheckFailedException refused = assertError(
                () -> client.updateItem(update -> update.tableName("locks")
                        .key(KEY)
                        .expected(never)
                        .attributeUpdates(Map.of("x", change(AttributeAction.PUT, n("9"))))
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)),
                ConditionalCheckFailedException.class,
                "ConditionalCheckFailedException",
                400);

        assertThat(refused.item()).isEqualTo(ITEM).isEqualTo(get(client, "a"));
    }

    private static AttributeValueUpdate change(AttributeAction action, AttributeValue value) {
        return AttributeValueUpdate.builder().action(action).value(value).build();
    }

    private UpdateItemResponse update(Map<String, AttributeValueUpdate> updates) {
        return client.updateItem(update ->
                update.tableName("locks").key(KEY).attributeUpdates(updates).returnValues(ReturnValue.ALL_NEW));
    }

    @Test
    void attribute_updates_put_add_and_delete() {
        Map<String, AttributeValueUpdate> updates = new LinkedHashMap<>();
        updates.put("owner", AttributeValueUpdate.builder().value(s("ben")).build());
        updates.put("x", change(AttributeAction.ADD, n("3")));
        updates.put("set", change(AttributeAction.DELETE, AttributeValue.fromSs(List.of("p"))));
        updates.put("list", change(AttributeAction.ADD, AttributeValue.fromL(List.of(n("2")))));
        updates.put("fresh", change(AttributeAction.ADD, AttributeValue.fromNs(List.of("1"))));

        assertThat(update(updates).attributes())
                .isEqualTo(Map.of(
                        "pk", s("a"),
                        "owner", s("ben"),
                        "x", n("8"),
                        "set", AttributeValue.fromSs(List.of("q")),
                        "list", AttributeValue.fromL(List.of(n("1"), n("2"))),
                        "fresh", AttributeValue.fromNs(List.of("1"))))
                .isEqualTo(get(client, "a"));
        assertThat(update(Map.of("owner", change(AttributeAction.DELETE, null))).attributes())
                .doesNotContainKey("owner");
    }

    @Test
    void attribute_updates_that_only_delete_make_no_item() {
        client.updateItem(update -> update.tableName("locks")
                .key(Map.of("pk", s("b")))
                .attributeUpdates(Map.of("x", change(AttributeAction.DELETE, null))));

        assertThat(get(client, "b")).isEmpty();
    }

    @Test
    void attribute_updates_that_cannot_be_are_refused() {
        assertValidation(
                () -> update(Map.of("owner", change(AttributeAction.DELETE, s("ann")))),
                "DELETE action is not supported for the type S");
        assertValidation(
                () -> update(Map.of("owner", change(AttributeAction.ADD, s("ann")))),
                "ADD action is not supported for the type S");
        assertValidation(
                () -> update(Map.of("owner", change(AttributeAction.PUT, null))), "Only DELETE action is allowed");
        assertValidation(
                () -> update(Map.of("pk", change(AttributeAction.PUT, s("b")))), "This attribute is part of the key");
    }

    @Test
    void arguments_are_checked() {
        assertValidation(() -> holds("x", expected(ComparisonOperator.EQ)), "Invalid number of argument(s) for the EQ");
        assertValidation(
                () -> holds("x", expected(ComparisonOperator.BETWEEN, n("1"))),
                "Invalid number of argument(s) for the BETWEEN");
        assertValidation(
                () -> holds("x", expected(ComparisonOperator.LT, AttributeValue.fromBool(true))),
                "ComparisonOperator LT is not valid for BOOL AttributeValue type");
        assertValidation(
                () -> holds("x", ExpectedAttributeValue.builder().exists(true).build()),
                "Value must be provided when Exists is true");
        assertValidation(
                () -> holds(
                        "x",
                        ExpectedAttributeValue.builder()
                                .exists(false)
                                .value(n("1"))
                                .build()),
                "Value cannot be used when Exists is set to false");
        assertValidation(
                () -> holds(
                        "x",
                        ExpectedAttributeValue.builder()
                                .comparisonOperator("SOUNDS_LIKE")
                                .attributeValueList(s("a"))
                                .build()),
                "ComparisonOperator");
    }

    @Test
    void the_two_styles_do_not_mix() {
        assertValidation(
                () -> client.putItem(put -> put.tableName("locks")
                        .item(ITEM)
                        .expected(Map.of("x", value(n("5"))))
                        .conditionExpression("attribute_exists(pk)")),
                "Can not use both expression and non-expression parameters in the same request:"
                        + " Non-expression parameters: {Expected} Expression parameters: {ConditionExpression}");
        assertValidation(
                () -> client.updateItem(update -> update.tableName("locks")
                        .key(KEY)
                        .attributeUpdates(Map.of("x", change(AttributeAction.PUT, n("9"))))
                        .conditionExpression("attribute_exists(pk)")),
                "Non-expression parameters: {AttributeUpdates} Expression parameters: {ConditionExpression}");
        assertValidation(
                () -> client.getItem(get -> get.tableName("locks")
                        .key(KEY)
                        .attributesToGet("x")
                        .expressionAttributeNames(Map.of("#x", "x"))),
                "ExpressionAttributeNames can only be specified when using expressions");
    }

    @Test
    void attributes_to_get_are_a_projection_of_names_with_any_letters() {
        Tables.put(client, "locks", Map.of("pk", s("b"), "a.b", n("1"), "ttl", n("2"), "c", n("3")));

        assertThat(client.getItem(get ->
                                get.tableName("locks").key(Map.of("pk", s("b"))).attributesToGet("a.b", "ttl", "none"))
                        .item())
                .isEqualTo(Map.of("a.b", n("1"), "ttl", n("2")));
        assertThat(client.scan(scan -> scan.tableName("locks").attributesToGet("c"))
                        .items())
                .containsExactlyInAnyOrder(Map.of(), Map.of("c", n("3")));
        assertValidation(
                () -> client.getItem(get -> get.tableName("locks").key(KEY).attributesToGet("x", "x")),
                "Duplicate value in attribute name: x");
    }

    private static Condition condition(ComparisonOperator operator, AttributeValue... values) {
        return Condition.builder()
                .comparisonOperator(operator)
                .attributeValueList(values)
                .build();
    }

    @Test
    void key_conditions_and_filters_select() {
        client.createTable(Tables.orders(ScalarAttributeType.N));
        for (int i = 0; i < 5; i++) {
            Tables.put(
                    client,
                    "orders",
                    Map.of("pk", s("a"), "sk", n("" + i), "even", AttributeValue.fromBool(i % 2 == 0)));
        }
        Condition even = condition(ComparisonOperator.EQ, AttributeValue.fromBool(true));

        var queried = client.query(query -> query.tableName("orders")
                .keyConditions(Map.of(
                        "pk", condition(ComparisonOperator.EQ, s("a")),
                        "sk", condition(ComparisonOperator.BETWEEN, n("1"), n("3"))))
                .queryFilter(Map.of("even", even))
                .attributesToGet("sk"));
        var scanned = client.scan(scan -> scan.tableName("orders")
                .scanFilter(Map.of("even", even, "sk", condition(ComparisonOperator.GT, n("3"))))
                .conditionalOperator(ConditionalOperator.OR));

        assertThat(queried.items()).containsExactly(Map.of("sk", n("2")));
        assertThat(queried.scannedCount()).isEqualTo(3);
        assertThat(scanned.items()).extracting(item -> item.get("sk").n()).containsExactlyInAnyOrder("0", "2", "4");
        assertValidation(
                () -> client.query(query -> query.tableName("orders")
                        .keyConditions(Map.of("pk", condition(ComparisonOperator.EQ, s("a"))))
                        .queryFilter(Map.of("sk", condition(ComparisonOperator.GT, n("3"))))),
                "can only contain non-primary key attributes: Primary key attribute: sk");
        assertValidation(
                () -> client.query(query -> query.tableName("orders")
                        .keyConditions(Map.of("pk", condition(ComparisonOperator.NE, s("a"))))),
                "<>");
    }
}
