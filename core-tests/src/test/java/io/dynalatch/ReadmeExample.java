package io.dynalatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dynalatch.embedded.EmbeddedDynamoDb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The code of the README, run. */
class ReadmeExample {
    interface Storage {
        void write(String name, long token);
    }

    @Test
    void the_code_of_the_readme_runs() throws Exception {
        List<Long> tokens = new ArrayList<>();

        String outcome;
        try (EmbeddedDynamoDb engine = EmbeddedDynamoDb.inMemory()) {
            outcome = run(engine.client(), (name, token) -> tokens.add(token));
        }

        assertThat(tokens).hasSize(1);
        assertThat(outcome).isEqualTo("done, ours, and now RELEASED");
    }

    @Test
    void the_readme_shows_this_code() throws Exception {
        assertThat(Snippets.inDocument("README.md")).contains(Snippets.inSource(getClass(), "README"));
    }

    private static String run(DynamoDbClient dynamoDb, Storage storage) throws InterruptedException {
        // README begins
        try (LockClient locks = LockClient.create(dynamoDb, "locks")) {
            locks.createTable(Duration.ofMinutes(1)); // once; on demand, with clean-up of old rows

            String report = locks.withLock("customer-42", lock -> {
                storage.write("customer-42.json", lock.token()); // the store refuses a smaller token
                return "done";
            });

            Acquisition acquisition = locks.tryAcquire("nightly"); // one request; never waits
            String outcome = acquisition.match(
                    lock -> "ours, and now " + lock.release(),
                    busy -> busy.holder().describe());
            return report + ", " + outcome; // not shown
        }
        // README ends
    }
}
