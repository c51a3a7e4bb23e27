package io.dynalatch.embedded.internal.operation;

import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.DescribeEndpointsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeEndpointsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeLimitsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeLimitsResponse;
import software.amazon.awssdk.services.dynamodb.model.Endpoint;

/** Operations about the account rather than a table; what they answer is fixed. */
public final class AccountOperations {
    /** Defaults of an account (AWS developer guide, Service quotas); nothing here enforces them. */
    private static final long ACCOUNT_UNITS_MAX = 80_000;

    private static final long TABLE_UNITS_MAX = 40_000;
    private static final long MINUTES_TO_KEEP = 1_440;

    private final Operation<DescribeLimitsRequest, DescribeLimitsResponse> limits =
            new Operation<>("DescribeLimits", Set.of(), AccountOperations::limits);
    private final Operation<DescribeEndpointsRequest, DescribeEndpointsResponse> endpoints =
            new Operation<>("DescribeEndpoints", Set.of(), AccountOperations::endpoints);

    AccountOperations() {}

    /** DescribeLimits. */
    public Operation<DescribeLimitsRequest, DescribeLimitsResponse> limits() {
        return limits;
    }

    /** DescribeEndpoints. */
    public Operation<DescribeEndpointsRequest, DescribeEndpointsResponse> endpoints() {
        return endpoints;
    }

    private static DescribeLimitsResponse limits(Call call, DescribeLimitsRequest request) {
        return call.answer(DescribeLimitsResponse.builder()
                        .accountMaxReadCapacityUnits(ACCOUNT_UNITS_MAX)
                        .accountMaxWriteCapacityUnits(ACCOUNT_UNITS_MAX)
                        .tableMaxReadCapacityUnits(TABLE_UNITS_MAX)
                        .tableMaxWriteCapacityUnits(TABLE_UNITS_MAX))
                .build();
    }

    private static DescribeEndpointsResponse endpoints(Call call, DescribeEndpointsRequest request) {
        Endpoint here = Endpoint.builder()
                .address("dynamodb.embedded.amazonaws.com")
                .cachePeriodInMinutes(MINUTES_TO_KEEP)
                .build();
        return call.answer(DescribeEndpointsResponse.builder().endpoints(here)).build();
    }
}
