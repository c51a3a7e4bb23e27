package io.dynalatch.embedded;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class HttpFaultsTest extends FaultsContract {
    @Override
    DynamoDbClient client(EmbeddedDynamoDb engine) {
        return HttpClients.client(engine.serve(0).uri());
    }
}
