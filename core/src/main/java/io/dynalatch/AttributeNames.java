package io.dynalatch;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the attributes of a lock row are called in the table. The defaults of the first four are those of
 * {@code amazon-dynamodb-lock-client}. All clients of a table must use the same names.
 */
public final class AttributeNames {
    /** The default names: partition key {@code key}, no sort key. */
    public static final AttributeNames DEFAULT = builder().build();

    // Amazon DynamoDB Developer Guide, "Constraints": key and TTL attribute names are at most 255 bytes.
    private static final int CHARACTERS_MAX = 255;

    private final String partitionKey;
    private final @Nullable String sortKey;
    private final String ownerName;
    private final String leaseDuration;
    private final String recordVersion;
    private final String released;
    private final String data;
    private final String holdId;
    private final String fencingToken;
    private final String tokenBlockStart;
    private final String format;
    private final String expiresAt;
    private final String holder;

    private AttributeNames(Builder from) {
        partitionKey = from.partitionKey;
        sortKey = from.sortKey;
        ownerName = from.ownerName;
        leaseDuration = from.leaseDuration;
        recordVersion = from.recordVersion;
        released = from.released;
        data = from.data;
        holdId = from.holdId;
        fencingToken = from.fencingToken;
        tokenBlockStart = from.tokenBlockStart;
        format = from.format;
        expiresAt = from.expiresAt;
        holder = from.holder;
    }

    /**
     * Starts from the default names.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The partition key: the lock's name.
     *
     * @return the attribute's name
     */
    public String partitionKey() {
        return partitionKey;
    }

    /**
     * The sort key.
     *
     * @return the attribute's name, or null where the table has none
     */
    public @Nullable String sortKey() {
        return sortKey;
    }

    /**
     * Who holds the lock.
     *
     * @return the attribute's name
     */
    public String ownerName() {
        return ownerName;
    }

    /**
     * The lease, decimal milliseconds as text.
     *
     * @return the attribute's name
     */
    public String leaseDuration() {
        return leaseDuration;
    }

    /**
     * The record version, new with every write.
     *
     * @return the attribute's name
     */
    public String recordVersion() {
        return recordVersion;
    }

    /**
     * The mark of a released row.
     *
     * @return the attribute's name
     */
    public String released() {
        return released;
    }

    /**
     * The user's data.
     *
     * @return the attribute's name
     */
    public String data() {
        return data;
    }

    /**
     * The unique id of a hold.
     *
     * @return the attribute's name
     */
    public String holdId() {
        return holdId;
    }

    /**
     * The fencing token.
     *
     * @return the attribute's name
     */
    public String fencingToken() {
        return fencingToken;
    }

    /**
     * The first token that the hold on the row may hand out.
     *
     * @return the attribute's name
     */
    public String tokenBlockStart() {
        return tokenBlockStart;
    }

    /**
     * The version of the row's layout.
     *
     * @return the attribute's name
     */
    public String format() {
        return format;
    }

    /**
     * When DynamoDB's time-to-live may clean the row up, in epoch seconds.
     *
     * @return the attribute's name
     */
    public String expiresAt() {
        return expiresAt;
    }

    /**
     * What the holder says about itself.
     *
     * @return the attribute's name
     */
    public String holder() {
        return holder;
    }

    /**
     * All names that are the library's own on a row, keys included.
     *
     * @return each once
     */
    public Set<String> all() {
        return Set.copyOf(list());
    }

    private List<String> list() {
        List<String> own = List.of(
                partitionKey,
                ownerName,
                leaseDuration,
                recordVersion,
                released,
                data,
                holdId,
                fencingToken,
                tokenBlockStart,
                format,
                expiresAt,
                holder);
        if (sortKey == null) {
            return own;
        }
        List<String> withSort = new ArrayList<>(own);
        withSort.add(sortKey);
        return withSort;
    }

    /** Collects names; each is 1 to 255 characters and no two are equal. Not thread-safe. */
    public static final class Builder {
        private String partitionKey = "key";
        private @Nullable String sortKey;
        private String ownerName = "ownerName";
        private String leaseDuration = "leaseDuration";
        private String recordVersion = "recordVersionNumber";
        private String released = "isReleased";
        private String data = "data";
        private String holdId = "holdId";
        private String fencingToken = "fencingToken";
        private String tokenBlockStart = "tokenBlockStart";
        private String format = "format";
        private String expiresAt = "expiresAt";
        private String holder = "holder";

        private Builder() {}

        /**
         * Sets the partition key; {@code key} by default.
         *
         * @param name the attribute's name
         * @return this
         */
        public Builder partitionKey(String name) {
            partitionKey = name;
            return this;
        }

        /**
         * Sets the sort key; none by default.
         *
         * @param name the attribute's name
         * @return this
         */
        public Builder sortKey(String name) {
            sortKey = name;
            return this;
        }

        /**
         * Sets the owner's attribute; {@code ownerName} by default.
         *
         * @param name the attribute's name
         * @return this
         */
        public Builder ownerName(String name) {
            ownerName = name;
            return this;
        }

        /**
         * Sets the lease's attribute; {@code leaseDuration} by default.
         *
         * @param name the attribute's name
         * @return this
         */
        public Builder leaseDuration(String name) {
            leaseDuration = name;
            return this;
        }

        /**
         * Sets the record version's attribute; {@code recordVersionNumber} by default.
         *
         * @param name the attribute's name
         * @return this
         */
        public Builder recordVersion(String name) {
            recordVersion = name;
            return this;
        }

        /**
         * Sets the released mark; {@code isReleased} by default.
         *
         * @param name the attribute's name
         * @return this
         */
        public Builder released(String name) {
            released = name;
            return this;
        }

        /**
         * Sets the data's attribute; {@code data} by default.
         *
         * @param name the attribute's name
         * @return this
         */
        public Builder data(String name) {
            data = name;
            return this;
        }

        /**
         * Sets the hold id's attribute; {@code holdId} by default.
         *
         * @param name the attribute's name
         * @return this
         */
        public Builder holdId(String name) {
            holdId = name;
            return this;
        }

        /**
         * Sets the fencing token's attribute; {@code fencingToken} by default.
         *
         * @param name the attribute's name
         * @return this
         */
        public Builder fencingToken(String name) {
            fencingToken = name;
            return this;
        }

        /**
         * Sets the attribute of the first token of a hold; {@code tokenBlockStart} by default.
         *
         * @param name the attribute's name
         * @return this
         */
        public Builder tokenBlockStart(String name) {
            tokenBlockStart = name;
            return this;
        }

        /**
         * Sets the layout version's attribute; {@code format} by default.
         *
         * @param name the attribute's name
         * @return this
         */
        public Builder format(String name) {
            format = name;
            return this;
        }

        /**
         * Sets the time-to-live attribute; {@code expiresAt} by default.
         *
         * @param name the attribute's name
         * @return this
         */
        public Builder expiresAt(String name) {
            expiresAt = name;
            return this;
        }

        /**
         * Sets the attribute with what the holder says about itself; {@code holder} by default.
         *
         * @param name the attribute's name
         * @return this
         */
        public Builder holder(String name) {
            holder = name;
            return this;
        }

        /**
         * Checks the names.
         *
         * @return the names
         * @throws IllegalArgumentException if a name is empty, too long, or used twice
         */
        public AttributeNames build() {
            AttributeNames names = new AttributeNames(this);
            Set<String> seen = new HashSet<>();
            for (String name : names.list()) {
                if (name.isEmpty() || name.length() > CHARACTERS_MAX) {
                    throw new IllegalArgumentException("attribute name '" + name + "' has " + name.length()
                            + " characters, expected 1 to " + CHARACTERS_MAX);
                }
                if (!seen.add(name)) {
                    throw new IllegalArgumentException(
                            "attribute name '" + name + "' is used for two attributes; give each its own");
                }
            }
            return names;
        }
    }
}
