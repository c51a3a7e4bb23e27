package io.dynalatch.embedded.internal.store;

import java.util.ArrayList;
import java.util.List;

/** Collects a page until one of its bounds is reached. */
final class PageBuilder {
    private final Walk walk;
    private final List<StoredItem> items = new ArrayList<>();
    private long bytes;

    PageBuilder(Walk walk) {
        this.walk = walk;
    }

    /** Adds an item; true where the page is full with it. */
    boolean add(StoredItem item) {
        items.add(item);
        bytes += walk.bytes().applyAsInt(item);
        return items.size() == walk.limit() || bytes >= walk.bytesMax();
    }

    ItemStore.Page page(boolean stopped) {
        return new ItemStore.Page(items, stopped);
    }
}
