package io.dynalatch.internal.runtime;

import io.dynalatch.AttributeNames;
import io.dynalatch.protocol.LeaseTerms;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The checked settings of a client; null means "derived from the lease". */
public record Settings(
        String table,
        AttributeNames names,
        String owner,
        @Nullable String application,
        Duration lease,
        @Nullable Duration heartbeatEvery,
        @Nullable Duration safetyMargin,
        @Nullable Duration requestTimeout,
        double clockAllowance,
        Duration pollMin,
        Duration pollMax,
        int watchesMax,
        Duration retention) {
    private static final int TEXT_MAX = 1024;
    private static final Duration REQUEST_TIMEOUT_MAX = Duration.ofSeconds(2);

    public Settings {
        // DynamoDB Developer Guide, "Supported data types and naming rules": 3 to 255 characters; an ARN is longer.
        text("table", table, TEXT_MAX);
        text("owner", owner, TEXT_MAX);
        if (application != null) {
            text("application", application, TEXT_MAX);
        }
        if (!(clockAllowance >= 0 && clockAllowance <= 0.2)) {
            throw new IllegalArgumentException(
                    "clockAllowance must be 0 to 0.2 of the lease, but was " + clockAllowance);
        }
        between("pollEvery min", pollMin, Duration.ofMillis(5), Duration.ofMinutes(1));
        between("pollEvery max", pollMax, pollMin, Duration.ofMinutes(1));
        if (watchesMax < 1) {
            throw new IllegalArgumentException("watchesMax must be 1 or more, but was " + watchesMax);
        }
        between("retention", retention, Duration.ofDays(1), Duration.ofDays(365));
        LeaseTerms checked = terms(lease, heartbeatEvery, safetyMargin, requestTimeout);
        if (checked.leaseNanos() <= 0) {
            throw new AssertionError("a checked lease is positive");
        }
    }

    /** The terms of a hold with another lease than the default; what was set explicitly must fit it too. */
    LeaseTerms terms(Duration otherLease) {
        return terms(otherLease, heartbeatEvery, safetyMargin, requestTimeout);
    }

    private static LeaseTerms terms(
            Duration lease,
            @Nullable Duration heartbeatEvery,
            @Nullable Duration safetyMargin,
            @Nullable Duration requestTimeout) {
        between("lease", lease, Duration.ofMillis(500), Duration.ofHours(1));
        Duration period = heartbeatEvery == null ? lease.dividedBy(3) : heartbeatEvery;
        between("heartbeatEvery", period, Duration.ofMillis(1), lease.dividedBy(3));
        Duration margin = safetyMargin == null ? lease.dividedBy(5) : safetyMargin;
        between("safetyMargin", margin, lease.dividedBy(50), lease.dividedBy(2));
        Duration sixth = lease.dividedBy(6);
        Duration timeout = requestTimeout != null
                ? requestTimeout
                : sixth.compareTo(REQUEST_TIMEOUT_MAX) < 0 ? sixth : REQUEST_TIMEOUT_MAX;
        between("requestTimeout", timeout, Duration.ofMillis(1), sixth);
        return new LeaseTerms(lease.toNanos(), period.toNanos(), margin.toNanos(), timeout.toNanos());
    }

    private static void between(String what, Duration value, Duration min, Duration max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw new IllegalArgumentException(what + " must be " + min + " to " + max + ", but was " + value);
        }
    }

    private static void text(String what, String value, int max) {
        if (value.isEmpty() || value.length() > max) {
            throw new IllegalArgumentException(
                    what + " must have 1 to " + max + " characters, but had " + value.length());
        }
    }
}
