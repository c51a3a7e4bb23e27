package io.dynalatch.embedded.internal.client;

import io.dynalatch.embedded.internal.operation.Engine;
import io.dynalatch.embedded.internal.operation.Operation;
import io.dynalatch.embedded.internal.operation.Operations;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTablesResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/** The blocking client: every call runs in the caller's thread. */
public final class BlockingClient extends UnsupportedBlocking {
    private final Engine engine;
    private final Operations operations;

    /** Makes a client of that engine. */
    public BlockingClient(Engine engine) {
        this.engine = engine;
        this.operations = engine.operations();
    }

    @Override
    public CreateTableResponse createTable(CreateTableRequest request) {
        return run(operations.tables().create(), request);
    }

    @Override
    public DescribeTableResponse describeTable(DescribeTableRequest request) {
        return run(operations.tables().describe(), request);
    }

    @Override
    public ListTablesResponse listTables(ListTablesRequest request) {
        return run(operations.tables().list(), request);
    }

    @Override
    public DeleteTableResponse deleteTable(DeleteTableRequest request) {
        return run(operations.tables().delete(), request);
    }

    @Override
    public UpdateTimeToLiveResponse updateTimeToLive(UpdateTimeToLiveRequest request) {
        return run(operations.timeToLive().update(), request);
    }

    @Override
    public DescribeTimeToLiveResponse describeTimeToLive(DescribeTimeToLiveRequest request) {
        return run(operations.timeToLive().describe(), request);
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
        return run(operations.reads().get(), request);
    }

    @Override
    public PutItemResponse putItem(PutItemRequest request) {
        return run(operations.writes().put(), request);
    }

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
        return run(operations.writes().update(), request);
    }

    @Override
    public DeleteItemResponse deleteItem(DeleteItemRequest request) {
        return run(operations.writes().delete(), request);
    }

    @Override
    public ScanResponse scan(ScanRequest request) {
        return run(operations.scans().scan(), request);
    }

    @Override
    public DynamoDbWaiter waiter() {
        return DynamoDbWaiter.builder().client(this).build();
    }

    @Override
    public DynamoDbServiceClientConfiguration serviceClientConfiguration() {
        return Configuration.embedded();
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    /** Does nothing: the engine owns what there is to close. */
    @Override
    public void close() {}

    private <Q extends DynamoDbRequest, R> R run(Operation<Q, R> operation, Q request) {
        return engine.run(operation, engine.arrive(), request);
    }
}
