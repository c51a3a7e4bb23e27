package io.dynalatch.embedded;

import static io.dynalatch.embedded.Tables.n;
import static io.dynalatch.embedded.Tables.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTimeToLiveTest extends TimeToLiveContract {
    @TempDir
    Path directory;

    @Override
    EmbeddedDynamoDb.Builder builder() {
        return EmbeddedDynamoDb.builder().file(directory.resolve("ttl.db"));
    }

    @Test
    void two_engines_on_one_file_may_both_sweep() {
        Path file = directory.resolve("shared.db");
        try (EmbeddedDynamoDb one =
                        EmbeddedDynamoDb.builder().file(file).clock(time).build();
                EmbeddedDynamoDb other = EmbeddedDynamoDb.builder()
                        .file(file)
                        .clock(time)
                        .time(time)
                        .ttlSweep(TtlSweep.AT_ONCE)
                        .build()) {
            one.client().createTable(Tables.locks());
            one.client()
                    .updateTimeToLive(update -> update.tableName("locks")
                            .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName("ttl")));
            Tables.put(one.client(), "locks", Map.of("pk", s("a"), "ttl", n("1760000000")));
            Tables.put(one.client(), "locks", Map.of("pk", s("b")));

            time.advance(Duration.ofSeconds(1));

            assertThat(one.sweepExpired()).isZero();
            assertThat(other.client().scan(scan -> scan.tableName("locks")).items())
                    .containsExactly(Map.of("pk", s("b")));
        }
    }
}
