package io.dynalatch.embedded;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What every store passes, and the engine behind HTTP; each test has an engine of its own. */
@Timeout(60)
abstract class EngineContract {
    EmbeddedDynamoDb engine;
    DynamoDbClient client;

    abstract EmbeddedDynamoDb open() throws Exception;

    /** How the tests talk to it. */
    DynamoDbClient client(EmbeddedDynamoDb open) {
        return open.client();
    }

    @BeforeEach
    void open_the_engine() throws Exception {
        engine = open();
        client = client(engine);
    }

    @AfterEach
    void close_the_client_and_the_engine() {
        client.close();
        engine.close();
    }
}
