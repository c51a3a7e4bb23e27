package io.dynalatch.embedded.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteJointChangeTest extends JointChangeContract {
    @TempDir
    Path directory;

    @Override
    ItemStore open() {
        return SqliteItems.open(directory.resolve("locks.db"), Duration.ofSeconds(30));
    }

    @Test
    void a_token_holds_for_every_process_that_has_the_file_open() {
        Token token = new Token("t", "x", Clock.systemUTC());
        JointChange<String> change = (before, remembered) ->
                new JointChange.Decisions<>(List.of(), remembered == null ? "made" : "made before: " + remembered);
        assertThat(store.changeAll(store.nowNanos(), List.of(a()), token, change))
                .isEqualTo("made");

        try (ItemStore second = open()) {
            assertThat(second.changeAll(second.nowNanos(), List.of(a()), token, change))
                    .isEqualTo("made before: x");
        }
    }
}
