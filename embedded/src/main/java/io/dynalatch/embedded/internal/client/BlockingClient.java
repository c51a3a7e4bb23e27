package io.dynalatch.embedded.internal.client;

import io.dynalatch.embedded.internal.fault.Course;
import io.dynalatch.embedded.internal.operation.Call;
import io.dynalatch.embedded.internal.operation.Engine;
import io.dynalatch.embedded.internal.operation.Operation;
import io.dynalatch.embedded.internal.operation.Operations;
import java.time.Duration;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeEndpointsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeEndpointsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeLimitsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeLimitsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTablesResponse;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.TagResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UntagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.UntagResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;
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
    public QueryResponse query(QueryRequest request) {
        return run(operations.queries().query(), request);
    }

    @Override
    public UpdateTableResponse updateTable(UpdateTableRequest request) {
        return run(operations.tables().update(), request);
    }

    @Override
    public TagResourceResponse tagResource(TagResourceRequest request) {
        return run(operations.tags().tag(), request);
    }

    @Override
    public UntagResourceResponse untagResource(UntagResourceRequest request) {
        return run(operations.tags().untag(), request);
    }

    @Override
    public ListTagsOfResourceResponse listTagsOfResource(ListTagsOfResourceRequest request) {
        return run(operations.tags().list(), request);
    }

    @Override
    public DescribeLimitsResponse describeLimits(DescribeLimitsRequest request) {
        return run(operations.account().limits(), request);
    }

    @Override
    public DescribeEndpointsResponse describeEndpoints(DescribeEndpointsRequest request) {
        return run(operations.account().endpoints(), request);
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        return run(operations.transactionWrites().write(), request);
    }

    @Override
    public TransactGetItemsResponse transactGetItems(TransactGetItemsRequest request) {
        return run(operations.transactionReads().get(), request);
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
        Call call = engine.arrive();
        Course course = engine.course(operation, call, request);
        return course == null ? engine.run(operation, call, request) : run(operation, request, course);
    }

    /** Carries out what befalls a request, and waits for it. */
    private <Q extends DynamoDbRequest, R> R run(Operation<Q, R> operation, Q request, Course course) {
        sleep(course.before(), operation + " was not carried out");
        R answer;
        try {
            answer = engine.run(operation, engine.arrive(), request, course);
        } catch (SdkException error) {
            sleep(course.after(), "whether " + operation + " was carried out is unknown");
            throw error;
        }
        sleep(course.after(), operation + " was carried out");
        return answer;
    }

    private void sleep(Duration time, String interrupted) {
        if (time.isZero()) {
            return;
        }
        try {
            engine.time().sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw AbortedException.create(
                    "interrupted while a fault of the embedded engine delayed it; " + interrupted, e);
        }
    }
}
