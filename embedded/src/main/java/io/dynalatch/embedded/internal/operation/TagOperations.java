package io.dynalatch.embedded.internal.operation;

import io.dynalatch.embedded.internal.store.ItemStore;
import io.dynalatch.embedded.internal.store.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.TagResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.UntagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.UntagResourceResponse;

/** The tags of tables, which are named by their ARN alone. */
public final class TagOperations {
    /** Bounds of tags (AWS developer guide, Tagging restrictions). */
    private static final int TAGS_MAX = 50;

    private static final int KEY_MAX = 128;
    private static final int VALUE_MAX = 256;

    private final ItemStore store;
    private final Tables tables;

    private final Operation<TagResourceRequest, TagResourceResponse> tag =
            new Operation<>("TagResource", Set.of("ResourceArn", "Tags"), this::tag);
    private final Operation<UntagResourceRequest, UntagResourceResponse> untag =
            new Operation<>("UntagResource", Set.of("ResourceArn", "TagKeys"), this::untag);
    private final Operation<ListTagsOfResourceRequest, ListTagsOfResourceResponse> list =
            new Operation<>("ListTagsOfResource", Set.of("ResourceArn"), this::list);

    TagOperations(ItemStore store, Tables tables) {
        this.store = store;
        this.tables = tables;
    }

    /** TagResource. */
    public Operation<TagResourceRequest, TagResourceResponse> tag() {
        return tag;
    }

    /** UntagResource. */
    public Operation<UntagResourceRequest, UntagResourceResponse> untag() {
        return untag;
    }

    /** ListTagsOfResource; all tags come at once. */
    public Operation<ListTagsOfResourceRequest, ListTagsOfResourceResponse> list() {
        return list;
    }

    private TagResourceResponse tag(Call call, TagResourceRequest request) {
        Map<String, String> added = checked(request.tags());
        change(call, request.resourceArn(), tags -> tags.putAll(added));
        return call.answer(TagResourceResponse.builder()).build();
    }

    private UntagResourceResponse untag(Call call, UntagResourceRequest request) {
        change(call, request.resourceArn(), tags -> tags.keySet().removeAll(request.tagKeys()));
        return call.answer(UntagResourceResponse.builder()).build();
    }

    private ListTagsOfResourceResponse list(Call call, ListTagsOfResourceRequest request) {
        Table table = tables.ofArn(call, request.resourceArn());
        List<Tag> tags = table.tags().entrySet().stream()
                .map(tag ->
                        Tag.builder().key(tag.getKey()).value(tag.getValue()).build())
                .toList();
        return call.answer(ListTagsOfResourceResponse.builder().tags(tags)).build();
    }

    private void change(Call call, @Nullable String arn, Consumer<Map<String, String>> change) {
        Table table = tables.ofArn(call, arn);
        store.alter(call.arrivedNanos(), table, current -> {
            Map<String, String> tags = new LinkedHashMap<>(current.tags());
            change.accept(tags);
            checkCount(tags);
            return current.withTags(tags);
        });
    }

    /** The tags of a request. */
    static Map<String, String> checked(List<Tag> asked) {
        Map<String, String> tags = new LinkedHashMap<>();
        for (Tag tag : asked) {
            if (tag.key() == null || tag.key().isEmpty() || tag.key().length() > KEY_MAX) {
                throw Refusal.constraint("Tags.Key", "Member must have length between 1 and " + KEY_MAX);
            }
            if (tag.value() == null || tag.value().length() > VALUE_MAX) {
                throw Refusal.constraint("Tags.Value", "Member must have length between 0 and " + VALUE_MAX);
            }
            if (tag.key().startsWith("aws:")) {
                throw Refusal.validation("One or more parameter values were invalid: Tag keys that begin with aws: are"
                        + " reserved; tag key: " + tag.key());
            }
            if (tags.put(tag.key(), tag.value()) != null) {
                throw Refusal.validation("One or more parameter values were invalid: Duplicate tag key: " + tag.key());
            }
        }
        checkCount(tags);
        return tags;
    }

    private static void checkCount(Map<String, String> tags) {
        if (tags.size() > TAGS_MAX) {
            throw Refusal.validation("One or more parameter values were invalid: Too many tags: a table has at most "
                    + TAGS_MAX + ", but " + tags.size() + " were asked for");
        }
    }
}
