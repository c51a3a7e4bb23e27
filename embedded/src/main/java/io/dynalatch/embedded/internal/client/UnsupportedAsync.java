package io.dynalatch.embedded.internal.client;

import io.dynalatch.embedded.internal.operation.Unsupported;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CreateBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteResourcePolicyResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeContributorInsightsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeContributorInsightsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeExportRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeExportResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeGlobalTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeGlobalTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeGlobalTableSettingsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeGlobalTableSettingsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeImportRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeImportResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeKinesisStreamingDestinationRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeKinesisStreamingDestinationResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableReplicaAutoScalingRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableReplicaAutoScalingResponse;
import software.amazon.awssdk.services.dynamodb.model.DisableKinesisStreamingDestinationRequest;
import software.amazon.awssdk.services.dynamodb.model.DisableKinesisStreamingDestinationResponse;
import software.amazon.awssdk.services.dynamodb.model.EnableKinesisStreamingDestinationRequest;
import software.amazon.awssdk.services.dynamodb.model.EnableKinesisStreamingDestinationResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionResponse;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeResponse;
import software.amazon.awssdk.services.dynamodb.model.GetResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.GetResourcePolicyResponse;
import software.amazon.awssdk.services.dynamodb.model.ImportTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ImportTableResponse;
import software.amazon.awssdk.services.dynamodb.model.ListBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.ListContributorInsightsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListContributorInsightsResponse;
import software.amazon.awssdk.services.dynamodb.model.ListExportsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListExportsResponse;
import software.amazon.awssdk.services.dynamodb.model.ListGlobalTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.ListGlobalTablesResponse;
import software.amazon.awssdk.services.dynamodb.model.ListImportsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListImportsResponse;
import software.amazon.awssdk.services.dynamodb.model.PutResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.PutResourcePolicyResponse;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeResponse;
import software.amazon.awssdk.services.dynamodb.model.SearchVectorsRequest;
import software.amazon.awssdk.services.dynamodb.model.SearchVectorsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateContributorInsightsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateContributorInsightsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalTableResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalTableSettingsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalTableSettingsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateKinesisStreamingDestinationRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateKinesisStreamingDestinationResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableReplicaAutoScalingRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableReplicaAutoScalingResponse;

/**
 * The operations that the engine does not have: each says its name. Written out, since the interface of the SDK only
 * answers with an exception that names nothing, and a dynamic proxy would cost more at start than all of these.
 */
abstract class UnsupportedAsync implements DynamoDbAsyncClient {
    @Override
    public CompletableFuture<BatchExecuteStatementResponse> batchExecuteStatement(
            BatchExecuteStatementRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("BatchExecuteStatement"));
    }

    @Override
    public CompletableFuture<BatchGetItemResponse> batchGetItem(BatchGetItemRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("BatchGetItem"));
    }

    @Override
    public CompletableFuture<BatchWriteItemResponse> batchWriteItem(BatchWriteItemRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("BatchWriteItem"));
    }

    @Override
    public CompletableFuture<CreateBackupResponse> createBackup(CreateBackupRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("CreateBackup"));
    }

    @Override
    public CompletableFuture<CreateGlobalTableResponse> createGlobalTable(CreateGlobalTableRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("CreateGlobalTable"));
    }

    @Override
    public CompletableFuture<DeleteBackupResponse> deleteBackup(DeleteBackupRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("DeleteBackup"));
    }

    @Override
    public CompletableFuture<DeleteResourcePolicyResponse> deleteResourcePolicy(DeleteResourcePolicyRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("DeleteResourcePolicy"));
    }

    @Override
    public CompletableFuture<DescribeBackupResponse> describeBackup(DescribeBackupRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("DescribeBackup"));
    }

    @Override
    public CompletableFuture<DescribeContinuousBackupsResponse> describeContinuousBackups(
            DescribeContinuousBackupsRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("DescribeContinuousBackups"));
    }

    @Override
    public CompletableFuture<DescribeContributorInsightsResponse> describeContributorInsights(
            DescribeContributorInsightsRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("DescribeContributorInsights"));
    }

    @Override
    public CompletableFuture<DescribeExportResponse> describeExport(DescribeExportRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("DescribeExport"));
    }

    @Override
    public CompletableFuture<DescribeGlobalTableResponse> describeGlobalTable(DescribeGlobalTableRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("DescribeGlobalTable"));
    }

    @Override
    public CompletableFuture<DescribeGlobalTableSettingsResponse> describeGlobalTableSettings(
            DescribeGlobalTableSettingsRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("DescribeGlobalTableSettings"));
    }

    @Override
    public CompletableFuture<DescribeImportResponse> describeImport(DescribeImportRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("DescribeImport"));
    }

    @Override
    public CompletableFuture<DescribeKinesisStreamingDestinationResponse> describeKinesisStreamingDestination(
            DescribeKinesisStreamingDestinationRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("DescribeKinesisStreamingDestination"));
    }

    @Override
    public CompletableFuture<DescribeTableReplicaAutoScalingResponse> describeTableReplicaAutoScaling(
            DescribeTableReplicaAutoScalingRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("DescribeTableReplicaAutoScaling"));
    }

    @Override
    public CompletableFuture<DisableKinesisStreamingDestinationResponse> disableKinesisStreamingDestination(
            DisableKinesisStreamingDestinationRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("DisableKinesisStreamingDestination"));
    }

    @Override
    public CompletableFuture<EnableKinesisStreamingDestinationResponse> enableKinesisStreamingDestination(
            EnableKinesisStreamingDestinationRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("EnableKinesisStreamingDestination"));
    }

    @Override
    public CompletableFuture<ExecuteStatementResponse> executeStatement(ExecuteStatementRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("ExecuteStatement"));
    }

    @Override
    public CompletableFuture<ExecuteTransactionResponse> executeTransaction(ExecuteTransactionRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("ExecuteTransaction"));
    }

    @Override
    public CompletableFuture<ExportTableToPointInTimeResponse> exportTableToPointInTime(
            ExportTableToPointInTimeRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("ExportTableToPointInTime"));
    }

    @Override
    public CompletableFuture<GetResourcePolicyResponse> getResourcePolicy(GetResourcePolicyRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("GetResourcePolicy"));
    }

    @Override
    public CompletableFuture<ImportTableResponse> importTable(ImportTableRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("ImportTable"));
    }

    @Override
    public CompletableFuture<ListBackupsResponse> listBackups(ListBackupsRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("ListBackups"));
    }

    @Override
    public CompletableFuture<ListContributorInsightsResponse> listContributorInsights(
            ListContributorInsightsRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("ListContributorInsights"));
    }

    @Override
    public CompletableFuture<ListExportsResponse> listExports(ListExportsRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("ListExports"));
    }

    @Override
    public CompletableFuture<ListGlobalTablesResponse> listGlobalTables(ListGlobalTablesRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("ListGlobalTables"));
    }

    @Override
    public CompletableFuture<ListImportsResponse> listImports(ListImportsRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("ListImports"));
    }

    @Override
    public CompletableFuture<PutResourcePolicyResponse> putResourcePolicy(PutResourcePolicyRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("PutResourcePolicy"));
    }

    @Override
    public CompletableFuture<RestoreTableFromBackupResponse> restoreTableFromBackup(
            RestoreTableFromBackupRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("RestoreTableFromBackup"));
    }

    @Override
    public CompletableFuture<RestoreTableToPointInTimeResponse> restoreTableToPointInTime(
            RestoreTableToPointInTimeRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("RestoreTableToPointInTime"));
    }

    @Override
    public CompletableFuture<SearchVectorsResponse> searchVectors(SearchVectorsRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("SearchVectors"));
    }

    @Override
    public CompletableFuture<UpdateContinuousBackupsResponse> updateContinuousBackups(
            UpdateContinuousBackupsRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("UpdateContinuousBackups"));
    }

    @Override
    public CompletableFuture<UpdateContributorInsightsResponse> updateContributorInsights(
            UpdateContributorInsightsRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("UpdateContributorInsights"));
    }

    @Override
    public CompletableFuture<UpdateGlobalTableResponse> updateGlobalTable(UpdateGlobalTableRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("UpdateGlobalTable"));
    }

    @Override
    public CompletableFuture<UpdateGlobalTableSettingsResponse> updateGlobalTableSettings(
            UpdateGlobalTableSettingsRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("UpdateGlobalTableSettings"));
    }

    @Override
    public CompletableFuture<UpdateKinesisStreamingDestinationResponse> updateKinesisStreamingDestination(
            UpdateKinesisStreamingDestinationRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("UpdateKinesisStreamingDestination"));
    }

    @Override
    public CompletableFuture<UpdateTableReplicaAutoScalingResponse> updateTableReplicaAutoScaling(
            UpdateTableReplicaAutoScalingRequest request) {
        return CompletableFuture.failedFuture(Unsupported.operation("UpdateTableReplicaAutoScaling"));
    }
}
