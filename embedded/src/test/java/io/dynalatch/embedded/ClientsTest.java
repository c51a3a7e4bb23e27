package io.dynalatch.embedded;

import static io.dynalatch.embedded.Tables.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

@Timeout(60)
class ClientsTest {
    private static final PutItemRequest PUT = PutItemRequest.builder()
            .tableName("locks")
            .item(Map.of("pk", s("a")))
            .build();

    @TempDir
    Path directory;

    private static EmbeddedDynamoDb withTable(EmbeddedDynamoDb engine) {
        engine.client().createTable(Tables.locks());
        return engine;
    }

    private EmbeddedDynamoDb onFile() {
        return withTable(EmbeddedDynamoDb.file(directory.resolve("locks.db")));
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet();
    }

    @Test
    void futures_of_a_memory_engine_are_complete_and_no_thread_was_started() {
        EmbeddedDynamoDb engine = withTable(EmbeddedDynamoDb.inMemory());
        Set<Thread> before = threads();

        CompletableFuture<PutItemResponse> put = engine.asyncClient().putItem(PUT);

        assertThat(put).isCompleted();
        assertThat(engine.asyncClient().getItem(get -> get.tableName("locks").key(PUT.item())))
                .isCompletedWithValueMatching(GetItemResponse::hasItem);
        assertThat(before).containsAll(threads());
    }

    @Test
    void an_asynchronous_failure_is_in_the_future_as_the_sdks_own_exception() {
        DynamoDbAsyncClient client = withTable(EmbeddedDynamoDb.inMemory()).asyncClient();

        assertThat(client.putItem(PUT.toBuilder().tableName("nope").build()))
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .withCauseExactlyInstanceOf(ResourceNotFoundException.class);
        assertThat(client.putItem(PUT.toBuilder()
                        .conditionExpression("attribute_exists(pk)")
                        .build()))
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .withCauseExactlyInstanceOf(ConditionalCheckFailedException.class);
        assertThat(client.putItem(PUT.toBuilder().item(Map.of()).build()))
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .withCauseExactlyInstanceOf(DynamoDbException.class);
        assertThat(client.putItem((PutItemRequest) null)).isCompletedExceptionally();
    }

    @Test
    void a_file_engine_works_on_its_own_daemon_thread() throws Exception {
        try (EmbeddedDynamoDb engine = onFile()) {
            AtomicReference<Thread> worker = new AtomicReference<>();

            engine.asyncClient()
                    .putItem(PUT)
                    .thenApplyAsync(answer -> answer, Runnable::run)
                    .get(10, TimeUnit.SECONDS);
            threads().stream()
                    .filter(thread -> thread.getName().startsWith("dynalatch-embedded-locks.db"))
                    .forEach(worker::set);

            assertThat(worker.get()).isNotNull();
            assertThat(worker.get().isDaemon()).isTrue();
            assertThat(Tables.get(engine.client(), "a")).isEqualTo(PUT.item());
        }
    }

    @Test
    void calls_run_on_the_executor_that_was_given() {
        EmbeddedDynamoDb engine = withTable(EmbeddedDynamoDb.inMemory());
        List<Runnable> queue = new ArrayList<>();
        DynamoDbAsyncClient client = engine.asyncClient(queue::add);

        CompletableFuture<PutItemResponse> put = client.putItem(PUT);

        assertThat(put).isNotDone();
        assertThat(Tables.get(engine.client(), "a")).isEmpty();
        queue.forEach(Runnable::run);
        assertThat(put).isCompleted();
    }

    @Test
    void a_call_that_was_cancelled_before_it_ran_does_nothing() {
        EmbeddedDynamoDb engine = withTable(EmbeddedDynamoDb.inMemory());
        List<Runnable> queue = new ArrayList<>();
        CompletableFuture<PutItemResponse> put = engine.asyncClient(queue::add).putItem(PUT);

        put.cancel(false);
        queue.forEach(Runnable::run);

        assertThat(Tables.get(engine.client(), "a")).isEmpty();
    }

    @Test
    void an_executor_that_takes_no_more_fails_the_future() {
        DynamoDbAsyncClient client = withTable(EmbeddedDynamoDb.inMemory()).asyncClient(task -> {
            throw new RejectedExecutionException("full");
        });

        assertThat(client.putItem(PUT))
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(SdkClientException.class)
                .withMessageContaining("PutItem was not started");
    }

    @Test
    void closing_a_client_closes_nothing() {
        EmbeddedDynamoDb engine = withTable(EmbeddedDynamoDb.inMemory());
        try (DynamoDbClient client = engine.client();
                DynamoDbAsyncClient async = engine.asyncClient()) {
            assertThat(client.serviceName()).isEqualTo(async.serviceName()).isEqualTo("dynamodb");
        }

        Tables.put(engine.client(), "locks", Map.of("pk", s("a")));
    }

    @Test
    void a_closed_engine_says_so() {
        for (EmbeddedDynamoDb engine : List.of(withTable(EmbeddedDynamoDb.inMemory()), onFile())) {
            DynamoDbClient client = engine.client();
            DynamoDbAsyncClient async = engine.asyncClient();

            engine.close();
            engine.close();

            assertThatThrownBy(() -> client.putItem(PUT))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
            assertThatThrownBy(() -> async.putItem(PUT).join()).isInstanceOf(CompletionException.class);
        }
    }

    @Test
    void waiters_work_on_both_clients() {
        EmbeddedDynamoDb engine = withTable(EmbeddedDynamoDb.inMemory());
        try (var blocking = engine.client().waiter();
                var async = engine.asyncClient().waiter()) {
            assertThat(blocking.waitUntilTableExists(wait -> wait.tableName("locks"))
                            .matched()
                            .response()
                            .orElseThrow()
                            .table()
                            .tableStatus())
                    .isEqualTo(TableStatus.ACTIVE);
            assertThat(async.waitUntilTableNotExists(wait -> wait.tableName("nope"))
                            .join()
                            .matched()
                            .exception())
                    .isPresent();
        }
    }

    @Test
    void clients_describe_themselves() {
        EmbeddedDynamoDb engine = EmbeddedDynamoDb.inMemory();

        assertThat(engine.client().serviceClientConfiguration().region().id()).isEqualTo("embedded");
        assertThat(engine.asyncClient()
                        .serviceClientConfiguration()
                        .overrideConfiguration()
                        .retryStrategy()
                        .orElseThrow()
                        .maxAttempts())
                .isEqualTo(1);
    }

    @Test
    void settings_outside_their_bounds_are_refused() {
        EmbeddedDynamoDb.Builder builder = EmbeddedDynamoDb.builder();

        assertThatThrownBy(() -> builder.busyTimeout(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.busyTimeout(Duration.ofMinutes(10).plusNanos(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("busyTimeout");
        assertThatThrownBy(() -> builder.tableCreationDelay(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tableCreationDelay");
    }
}
