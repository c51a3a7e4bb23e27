package io.dynalatch.embedded;

class MemoryIndexTest extends IndexContract {
    @Override
    EmbeddedDynamoDb open() {
        return EmbeddedDynamoDb.inMemory();
    }
}
