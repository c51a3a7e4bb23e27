package io.dynalatch.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValueUpdate;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ExpectedAttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TableClass;

/** What the engine does not have says so, by name; nothing is ignored. */
class UnsupportedTest {
    private static final List<String> SUPPORTED = List.of(
            "createTable",
            "describeTable",
            "listTables",
            "deleteTable",
            "updateTimeToLive",
            "describeTimeToLive",
            "getItem",
            "putItem",
            "updateItem",
            "deleteItem",
            "scan");
    private static final Map<String, AttributeValue> KEY = Map.of("pk", AttributeValue.fromS("a"));

    private final EmbeddedDynamoDb engine = EmbeddedDynamoDb.inMemory();
    private final DynamoDbClient client = engine.client();

    static Stream<Method> blockingOperations() {
        return operations(DynamoDbClient.class);
    }

    static Stream<Method> asynchronousOperations() {
        return operations(DynamoDbAsyncClient.class);
    }

    private static Stream<Method> operations(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getParameterCount() == 1
                        && DynamoDbRequest.class.isAssignableFrom(method.getParameterTypes()[0])
                        && !method.getName().endsWith("Paginator")
                        && !SUPPORTED.contains(method.getName()));
    }

    private static String operation(Method method) {
        String name = method.getParameterTypes()[0].getSimpleName();
        return name.substring(0, name.length() - "Request".length());
    }

    @ParameterizedTest
    @MethodSource("blockingOperations")
    void every_other_blocking_operation_says_its_name(Method method) {
        assertThatThrownBy(() -> method.invoke(client, (Object) null))
                .isInstanceOf(InvocationTargetException.class)
                .cause()
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage(operation(method) + " is not supported by the embedded engine yet");
    }

    @ParameterizedTest
    @MethodSource("asynchronousOperations")
    void every_other_asynchronous_operation_says_its_name_in_the_future(Method method) throws Exception {
        CompletableFuture<?> answer = (CompletableFuture<?>) method.invoke(engine.asyncClient(), (Object) null);

        assertThatThrownBy(answer::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage(operation(method) + " is not supported by the embedded engine yet");
    }

    @Test
    void there_are_operations_that_were_checked() {
        assertThat(blockingOperations()).hasSizeGreaterThan(40);
        assertThat(asynchronousOperations()).hasSizeGreaterThan(40);
    }

    @Test
    void a_paginator_of_an_unsupported_operation_fails_when_it_is_used() {
        assertThatThrownBy(() -> client.queryPaginator(QueryRequest.builder().build())
                        .iterator()
                        .next())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("Query");
    }

    @Test
    void parameters_of_scan_that_are_not_there_are_named() {
        assertNamed(
                () -> client.scan(scan -> scan.tableName("t").filterExpression("x = y")), "Scan with FilterExpression");
        assertNamed(() -> client.scan(scan -> scan.tableName("t").segment(0)), "Scan with Segment");
        assertNamed(() -> client.scan(scan -> scan.tableName("t").indexName("i")), "Scan with IndexName");
        assertNamed(() -> client.scan(scan -> scan.tableName("t").attributesToGet("a")), "Scan with AttributesToGet");
        assertNamed(
                () -> client.scan(scan -> scan.tableName("t").projectionExpression("a")),
                "Scan with ProjectionExpression");
        assertNamed(
                () -> client.scan(scan -> scan.tableName("t").select("SPECIFIC_ATTRIBUTES")),
                "Scan with Select=SPECIFIC_ATTRIBUTES");
    }

    @Test
    void legacy_parameters_are_named() {
        var expected =
                Map.of("x", ExpectedAttributeValue.builder().exists(false).build());
        assertNamed(
                () -> client.putItem(put -> put.tableName("t").item(KEY).expected(expected)), "PutItem with Expected");
        assertNamed(
                () -> client.deleteItem(delete -> delete.tableName("t").key(KEY).expected(expected)),
                "DeleteItem with Expected");
        assertNamed(
                () -> client.updateItem(update -> update.tableName("t").key(KEY).conditionalOperator("OR")),
                "UpdateItem with ConditionalOperator");
        assertNamed(
                () -> client.updateItem(update -> update.tableName("t")
                        .key(KEY)
                        .attributeUpdates(
                                Map.of("x", AttributeValueUpdate.builder().build()))),
                "UpdateItem with AttributeUpdates");
        assertNamed(
                () -> client.getItem(get -> get.tableName("t").key(KEY).attributesToGet("x")),
                "GetItem with AttributesToGet");
    }

    @Test
    void parameters_of_create_table_that_are_not_there_are_named() {
        assertNamed(
                () -> client.createTable(Tables.locks().toBuilder()
                        .globalSecondaryIndexes(List.of(
                                GlobalSecondaryIndex.builder().indexName("i").build()))
                        .build()),
                "CreateTable with GlobalSecondaryIndexes");
        assertNamed(
                () -> client.createTable(Tables.locks().toBuilder()
                        .streamSpecification(stream -> stream.streamEnabled(true))
                        .build()),
                "CreateTable with StreamSpecification");
        assertNamed(
                () -> client.createTable(Tables.locks().toBuilder()
                        .deletionProtectionEnabled(true)
                        .build()),
                "CreateTable with DeletionProtectionEnabled=true");
        assertNamed(
                () -> client.createTable(Tables.locks().toBuilder()
                        .tableClass(TableClass.STANDARD_INFREQUENT_ACCESS)
                        .build()),
                "CreateTable with TableClass=STANDARD_INFREQUENT_ACCESS");
        assertThat(client.createTable(Tables.locks().toBuilder()
                                .deletionProtectionEnabled(false)
                                .tableClass(TableClass.STANDARD)
                                .build())
                        .tableDescription())
                .isNotNull();
    }

    private static void assertNamed(Runnable call, String named) {
        assertThatThrownBy(call::run)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage(named + " is not supported by the embedded engine yet");
    }
}
