package io.dynalatch.internal.dynamo;

import io.dynalatch.LockName;
import io.dynalatch.RequestRejectedException;
import io.dynalatch.StoreAccessException;
import io.dynalatch.StoreException;
import io.dynalatch.StoreUnavailableException;
import io.dynalatch.StoreUnavailableException.Kind;
import io.dynalatch.TableMissingException;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Turns what the SDK reports into the library's exceptions, by types and error codes, never by message texts. */
public final class Failures {
    // Amazon DynamoDB Developer Guide, "Error handling with DynamoDB", and the SDK's own list of throttling codes.
    private static final Set<String> THROTTLED = Set.of(
            "ProvisionedThroughputExceededException",
            "ThrottlingException",
            "Throttling",
            "RequestLimitExceeded",
            "LimitExceededException");
    private static final Set<String> CONTENDED = Set.of(
            "TransactionConflictException", "TransactionInProgressException", "ReplicatedWriteConflictException");
    private static final Set<String> ACCESS = Set.of(
            "AccessDeniedException",
            "UnrecognizedClientException",
            "ExpiredTokenException",
            "ExpiredToken",
            "InvalidSignatureException",
            "IncompleteSignatureException",
            "MissingAuthenticationTokenException",
            "InvalidClientTokenId",
            "NotAuthorized",
            "OptInRequired");
    private static final int SERVER_ERROR = 500;

    private final String table;

    public Failures(String table) {
        this.table = table;
    }

    /** What was thrown, out of the wrappers of futures. */
    public static Throwable unwrap(Throwable thrown) {
        Throwable inner = thrown;
        while (inner instanceof CompletionException && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner;
    }

    /**
     * The exception to tell.
     *
     * @param action what was asked, as "heartbeat"
     * @param name the lock, or null where the whole table was meant
     */
    public StoreException of(String action, @Nullable LockName name, Throwable thrown) {
        Throwable cause = unwrap(thrown);
        String at = at(action, name);
        if (cause instanceof StoreException already) {
            return already;
        }
        if (cause instanceof ResourceNotFoundException) {
            return new TableMissingException(
                    at
                            + ": there is no such table in this region and account, or it is not active yet; create it, or check"
                            + " its name, the region and the account",
                    cause);
        }
        if (cause instanceof AwsServiceException service) {
            return ofService(at, service);
        }
        return ofClient(at, cause);
    }

    /** The exception for a transaction that was cancelled because others were at work, again and again. */
    public StoreException contended(String action, LockName name, Throwable cause) {
        return unavailable(
                Kind.CONTENDED, at(action, name) + ": other requests were working on its items, or over them", cause);
    }

    private StoreException ofService(String at, AwsServiceException cause) {
        String code = cause.awsErrorDetails() == null
                ? ""
                : String.valueOf(cause.awsErrorDetails().errorCode());
        if (THROTTLED.contains(code)) {
            return unavailable(
                    Kind.THROTTLED, at + ": the table or account is over its throughput (" + code + ")", cause);
        }
        if (CONTENDED.contains(code)) {
            return unavailable(Kind.CONTENDED, at + ": another request is working on the row (" + code + ")", cause);
        }
        if (ACCESS.contains(code)) {
            return new StoreAccessException(
                    at + ": the credentials were refused (" + code + "); check them, their expiry and their policy",
                    cause);
        }
        if (cause.statusCode() >= SERVER_ERROR) {
            return unavailable(
                    Kind.SERVER_ERROR,
                    at + ": the service failed (" + code + ", HTTP " + cause.statusCode() + ")",
                    cause);
        }
        return new RequestRejectedException(
                at + ": the store refused the request (" + code + ", HTTP " + cause.statusCode()
                        + "); see the cause for what it objects to",
                cause);
    }

    private StoreException ofClient(String at, Throwable cause) {
        boolean timeout = cause instanceof ApiCallTimeoutException
                || cause instanceof ApiCallAttemptTimeoutException
                || cause instanceof TimeoutException;
        if (timeout) {
            return unavailable(Kind.TIMEOUT, at + ": no answer within the request timeout", cause);
        }
        if (cause instanceof UnsupportedOperationException) {
            return new RequestRejectedException(at + ": this endpoint does not support the operation", cause);
        }
        if (cause instanceof SdkClientException && lacksCredentials(cause)) {
            return new StoreAccessException(
                    at
                            + ": there are no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile or a role",
                    cause);
        }
        return unavailable(
                Kind.UNREACHABLE,
                at + ": the store could not be reached; check the endpoint, the region and the network",
                cause);
    }

    /**
     * The SDK has no type or code for this. Its own text, unlike the service's, comes with the version that we build
     * on.
     */
    private static boolean lacksCredentials(Throwable cause) {
        String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        return message.contains("credentials");
    }

    private static StoreUnavailableException unavailable(Kind kind, String message, Throwable cause) {
        return new StoreUnavailableException(kind, message + "; a later try can help", cause);
    }

    private String at(String action, @Nullable LockName name) {
        return name == null
                ? action + " on table '" + table + "'"
                : action + " of lock '" + name + "' in table '" + table + "'";
    }
}
