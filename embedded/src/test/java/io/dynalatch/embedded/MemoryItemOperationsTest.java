package io.dynalatch.embedded;

class MemoryItemOperationsTest extends ItemOperationsContract {
    @Override
    EmbeddedDynamoDb open() {
        return EmbeddedDynamoDb.inMemory();
    }
}
