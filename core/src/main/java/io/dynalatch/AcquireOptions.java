package io.dynalatch;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How one acquire differs from the client's defaults. Immutable. */
public final class AcquireOptions {
    /** The client's lease, waiting for ever, no data. */
    public static final AcquireOptions DEFAULT = builder().build();

    private final @Nullable Duration lease;
    private final @Nullable Duration maxWait;
    private final byte @Nullable [] data;

    private AcquireOptions(Builder from) {
        lease = from.lease;
        maxWait = from.maxWait;
        data = from.data == null ? null : from.data.clone();
    }

    /**
     * Starts from the defaults.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Options with a bound on waiting.
     *
     * @param maxWait as {@link Builder#maxWait}
     * @return the options
     */
    public static AcquireOptions maxWait(Duration maxWait) {
        return builder().maxWait(maxWait).build();
    }

    /**
     * The lease of the hold.
     *
     * @return empty for the client's default
     */
    public Optional<Duration> lease() {
        return Optional.ofNullable(lease);
    }

    /**
     * How long {@code acquire} waits for a busy lock at most.
     *
     * @return empty for ever
     */
    public Optional<Duration> maxWait() {
        return Optional.ofNullable(maxWait);
    }

    /**
     * The data that the acquire writes on the row.
     *
     * @return a copy; empty to leave what is there
     */
    public Optional<byte[]> data() {
        return data == null ? Optional.empty() : Optional.of(data.clone());
    }

    /** Collects options. Not thread-safe. */
    public static final class Builder {
        private @Nullable Duration lease;
        private @Nullable Duration maxWait;
        private byte @Nullable [] data;

        private Builder() {}

        /**
         * Sets the lease of the hold; the client's by default.
         *
         * @param lease 500 ms to 1 h; checked by the client with its other settings
         * @return this
         */
        public Builder lease(Duration lease) {
            this.lease = lease;
            return this;
        }

        /**
         * Sets how long {@code acquire} waits; for ever by default. {@code tryAcquire} never waits.
         *
         * @param maxWait zero or more; a ceiling, to which one request timeout may come
         * @return this
         * @throws IllegalArgumentException if negative
         */
        public Builder maxWait(Duration maxWait) {
            if (maxWait.isNegative()) {
                throw new IllegalArgumentException("maxWait must be zero or more, but was " + maxWait);
            }
            this.maxWait = maxWait;
            return this;
        }

        /**
         * Sets the data that the acquire writes on the row; by default it leaves what is there.
         *
         * @param data copied; the row as a whole must stay under DynamoDB's 400 KB
         * @return this
         */
        public Builder data(byte[] data) {
            this.data = data.clone();
            return this;
        }

        /**
         * Makes the options.
         *
         * @return the options
         */
        public AcquireOptions build() {
            return new AcquireOptions(this);
        }
    }
}
