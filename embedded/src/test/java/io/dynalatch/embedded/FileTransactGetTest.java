package io.dynalatch.embedded;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class FileTransactGetTest extends TransactGetContract {
    @TempDir
    Path directory;

    @Override
    EmbeddedDynamoDb open() {
        return EmbeddedDynamoDb.file(directory.resolve("locks.db"));
    }
}
