package io.dynalatch.internal.dynamo;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;

/** The one asynchronous way to the store, whichever kind of SDK client there is. Never throws: futures fail. */
public interface DynamoPort {
    /** The same way for what renews and ends holds: acquires that hang, however many, do not delay it. */
    default DynamoPort forHolds() {
        return this;
    }

    CompletableFuture<UpdateItemResponse> updateItem(UpdateItemRequest request);

    CompletableFuture<GetItemResponse> getItem(GetItemRequest request);

    CompletableFuture<ScanResponse> scan(ScanRequest request);

    CompletableFuture<TransactWriteItemsResponse> transactWriteItems(TransactWriteItemsRequest request);

    CompletableFuture<DescribeTableResponse> describeTable(DescribeTableRequest request);

    CompletableFuture<CreateTableResponse> createTable(CreateTableRequest request);

    CompletableFuture<DescribeTimeToLiveResponse> describeTimeToLive(DescribeTimeToLiveRequest request);

    CompletableFuture<UpdateTimeToLiveResponse> updateTimeToLive(UpdateTimeToLiveRequest request);

    static DynamoPort of(DynamoDbAsyncClient client) {
        return new AsyncPort(client);
    }

    /**
     * Drives a blocking client.
     *
     * @param holdRequests for the requests of holds, which must never wait behind the others
     */
    static DynamoPort of(DynamoDbClient client, Executor requests, Executor holdRequests) {
        return new BlockingPort(client, requests, holdRequests);
    }

    /** What a call answers; its failure where it throws instead, be it an Error. */
    static <T> CompletableFuture<T> caught(Supplier<CompletableFuture<T>> call) {
        try {
            return call.get();
        } catch (Throwable thrown) {
            return CompletableFuture.failedFuture(thrown);
        }
    }
}
