package io.dynalatch.embedded;

class MemoryQueryTest extends QueryContract {
    @Override
    EmbeddedDynamoDb open() {
        return EmbeddedDynamoDb.inMemory();
    }
}
