package io.dynalatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void writes_what_is_there_and_escapes_what_must_be() {
        String json = new Json()
                .put("text", "a\"b\\c\n\u0001ä\uD83D\uDE00\uD83D")
                .put("absent", (String) null)
                .put("number", -5L)
                .toString();

        assertThat(json).isEqualTo("{\"text\":\"a\\\"b\\\\c\\u000a\\u0001ä\uD83D\uDE00\\ud83d\",\"number\":-5}");
        assertThat(new Json().toString()).isEqualTo("{}");
    }
}
