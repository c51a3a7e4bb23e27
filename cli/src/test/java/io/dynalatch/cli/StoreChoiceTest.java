package io.dynalatch.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoreChoiceTest {
    private static StoreChoice choice(Map<String, String> variables, String... args) throws CommandException {
        return StoreChoice.of(Arguments.parse(StoreChoice.OPTIONS, List.of(args)), new Environment(variables));
    }

    @Test
    void without_a_table_it_is_the_embedded_store_in_the_first_place_that_is_set() throws Exception {
        assertThat(choice(Map.of("DYNALATCH_HOME", "/d", "XDG_DATA_HOME", "/x", "HOME", "/h")))
                .isEqualTo(new StoreChoice.Embedded(Path.of("/d")));
        assertThat(choice(Map.of("DYNALATCH_HOME", "", "XDG_DATA_HOME", "/x", "HOME", "/h")))
                .isEqualTo(new StoreChoice.Embedded(Path.of("/x/dynalatch")));
        assertThat(choice(Map.of("XDG_DATA_HOME", "relative", "HOME", "/h")))
                .isEqualTo(new StoreChoice.Embedded(Path.of("/h/.local/share/dynalatch")));
        assertThatThrownBy(() -> choice(Map.of())).hasMessageContaining("set DYNALATCH_HOME");
    }

    @Test
    void only_a_table_selects_dynamodb() throws Exception {
        Map<String, String> aws = Map.of(
                "HOME",
                "/h",
                "AWS_PROFILE",
                "p",
                "AWS_REGION",
                "r",
                "DYNALATCH_ENDPOINT",
                "http://e",
                "DYNALATCH_TABLE",
                "");

        assertThat(choice(aws)).isInstanceOf(StoreChoice.Embedded.class);
        assertThat(choice(aws, "--table", "locks"))
                .isEqualTo(new StoreChoice.DynamoDb("locks", "r", URI.create("http://e"), "p"));
        assertThat(choice(aws, "--table=locks", "--region=s", "--endpoint=https://f:1", "--profile=q"))
                .isEqualTo(new StoreChoice.DynamoDb("locks", "s", URI.create("https://f:1"), "q"));
        assertThat(choice(Map.of("DYNALATCH_TABLE", "locks")))
                .isEqualTo(new StoreChoice.DynamoDb("locks", null, null, null));
    }

    @Test
    void a_child_finds_its_parents_store() throws Exception {
        StoreChoice table = new StoreChoice.DynamoDb("locks", "r", URI.create("http://e"), "p");
        StoreChoice file = new StoreChoice.Embedded(Path.of("/d"));

        for (StoreChoice parent : List.of(table, file)) {
            Map<String, String> variables =
                    new HashMap<>(Map.of("HOME", "/h", "AWS_REGION", "other", "AWS_PROFILE", "x"));
            ChildEnvironment.apply(variables, parent, io.dynalatch.LockName.of("a"), 1, "me", "");
            assertThat(choice(variables)).isEqualTo(parent);
            assertThat(variables).containsEntry("AWS_REGION", "other").containsEntry("AWS_PROFILE", "x");
        }
    }

    @Test
    void ancestors_are_known_by_store_and_lock() throws Exception {
        StoreChoice one = new StoreChoice.Embedded(Path.of("/d"));
        StoreChoice two = new StoreChoice.DynamoDb("locks", null, null, null);
        String held =
                Ancestors.parse(Ancestors.parse(null).with(one, "a b|%\n")).with(two, "c");

        Ancestors ancestors = Ancestors.parse(held);

        assertThat(ancestors.hold(one, "a b|%\n")).isTrue();
        assertThat(ancestors.hold(two, "c")).isTrue();
        assertThat(ancestors.hold(two, "a b|%\n")).isFalse();
        assertThat(ancestors.hold(new StoreChoice.Embedded(Path.of("/d/../d")), "a b|%\n"))
                .isTrue();
        assertThat(Ancestors.parse("").hold(one, "")).isFalse();
    }
}
