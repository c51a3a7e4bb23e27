package io.dynalatch.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ListContributorInsightsRequest;
import software.amazon.awssdk.services.dynamodb.model.TableClass;

/** What the engine does not have says so, by name; nothing is ignored. */
class UnsupportedTest {
    private static final List<String> SUPPORTED = List.of(
            "createTable",
            "updateTable",
            "tagResource",
            "untagResource",
            "listTagsOfResource",
            "describeLimits",
            "describeEndpoints",
            "describeTable",
            "listTables",
            "deleteTable",
            "updateTimeToLive",
            "describeTimeToLive",
            "getItem",
            "putItem",
            "updateItem",
            "transactWriteItems",
            "transactGetItems",
            "deleteItem",
            "query",
            "scan");

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
        assertThat(blockingOperations()).hasSizeGreaterThan(30);
        assertThat(asynchronousOperations()).hasSizeGreaterThan(30);
    }

    @Test
    void a_paginator_of_an_unsupported_operation_fails_when_it_is_used() {
        assertThatThrownBy(() -> client.listContributorInsightsPaginator(
                                ListContributorInsightsRequest.builder().build())
                        .iterator()
                        .next())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("ListContributorInsights");
    }

    @Test
    void parameters_of_create_table_that_are_not_there_are_named() {
        assertNamed(
                () -> client.createTable(Tables.locks().toBuilder()
                        .streamSpecification(stream -> stream.streamEnabled(true))
                        .build()),
                "CreateTable with StreamSpecification");
        assertNamed(
                () -> client.createTable(Tables.locks().toBuilder()
                        .tableClass(TableClass.STANDARD_INFREQUENT_ACCESS)
                        .build()),
                "CreateTable with TableClass=STANDARD_INFREQUENT_ACCESS");
        assertNamed(
                () -> client.createTable(Tables.locks().toBuilder()
                        .globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                                .indexName("by-x")
                                .onDemandThroughput(units -> units.maxReadRequestUnits(1L))
                                .build())
                        .build()),
                "GlobalSecondaryIndex with OnDemandThroughput");
        assertThat(client.createTable(Tables.locks().toBuilder()
                                .deletionProtectionEnabled(false)
                                .tableClass(TableClass.STANDARD)
                                .build())
                        .tableDescription())
                .isNotNull();
    }

    @Test
    void parameters_of_update_table_that_are_not_there_are_named() {
        assertNamed(
                () -> client.updateTable(
                        update -> update.tableName("t").streamSpecification(stream -> stream.streamEnabled(true))),
                "UpdateTable with StreamSpecification");
        assertNamed(
                () -> client.updateTable(update -> update.tableName("t").tableClass("STANDARD_INFREQUENT_ACCESS")),
                "UpdateTable with TableClass=STANDARD_INFREQUENT_ACCESS");
    }

    private static void assertNamed(Runnable call, String named) {
        assertThatThrownBy(call::run)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage(named + " is not supported by the embedded engine yet");
    }
}
