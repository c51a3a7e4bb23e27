package io.dynalatch.embedded;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class HttpTransactGetTest extends TransactGetContract {
    @Override
    EmbeddedDynamoDb open() {
        return EmbeddedDynamoDb.inMemory();
    }

    @Override
    DynamoDbClient client(EmbeddedDynamoDb engine) {
        return HttpClients.client(engine.serve(0).uri());
    }
}
