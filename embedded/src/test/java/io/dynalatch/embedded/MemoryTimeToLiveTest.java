package io.dynalatch.embedded;

class MemoryTimeToLiveTest extends TimeToLiveContract {
    @Override
    EmbeddedDynamoDb.Builder builder() {
        return EmbeddedDynamoDb.builder().inMemory();
    }
}
