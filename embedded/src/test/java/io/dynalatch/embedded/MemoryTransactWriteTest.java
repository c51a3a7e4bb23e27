package io.dynalatch.embedded;

class MemoryTransactWriteTest extends TransactWriteContract {
    @Override
    EmbeddedDynamoDb open() {
        return EmbeddedDynamoDb.inMemory();
    }
}
