package io.dynalatch.embedded;

import org.junit.jupiter.api.AfterEach;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class HttpTransactWriteTest extends TransactWriteContract {
    @Override
    EmbeddedDynamoDb open() {
        return EmbeddedDynamoDb.inMemory();
    }

    @Override
    DynamoDbClient client(EmbeddedDynamoDb engine) {
        return HttpClients.client(engine.serve(0).uri());
    }

    @AfterEach
    void close_the_client() {
        client.close();
    }
}
