package io.dynalatch.embedded.internal.store;

class MemoryItemsTest extends ItemStoreContract {
    @Override
    ItemStore open() {
        return new MemoryItems();
    }
}
