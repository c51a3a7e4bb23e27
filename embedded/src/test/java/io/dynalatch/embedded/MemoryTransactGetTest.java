package io.dynalatch.embedded;

class MemoryTransactGetTest extends TransactGetContract {
    @Override
    EmbeddedDynamoDb open() {
        return EmbeddedDynamoDb.inMemory();
    }
}
