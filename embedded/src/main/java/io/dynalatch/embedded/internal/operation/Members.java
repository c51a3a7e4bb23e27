package io.dynalatch.embedded.internal.operation;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;

/** The members of the SDK's model classes by what these say about themselves. */
final class Members {
    private Members() {}

    /** Those that were set, by their names, ascending. */
    static Map<String, Object> of(SdkPojo pojo) {
        Map<String, Object> members = new TreeMap<>();
        for (SdkField<?> field : pojo.sdkFields()) {
            Object value = field.getValueOrDefault(pojo);
            if (set(value)) {
                members.put(field.memberName(), value);
            }
        }
        return members;
    }

    /** Whether a value was set, be it to an empty list. */
    static boolean set(@Nullable Object value) {
        return value != null && !(value instanceof SdkAutoConstructList) && !(value instanceof SdkAutoConstructMap);
    }

    /** Refuses members that are not known here, such as those of a newer SDK. */
    static void checkKnown(String what, SdkPojo pojo, Set<String> known) {
        for (String name : of(pojo).keySet()) {
            if (!known.contains(name)) {
                throw Unsupported.parameter(what, name);
            }
        }
    }
}
