package io.dynalatch.embedded.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Changes of several items at once, the same on every store. */
@Timeout(60)
abstract class JointChangeContract {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.ofEpochSecond(1_800_000_000L));
    private final Clock clock = new Clock() {
        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(java.time.ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now.get();
        }
    };

    ItemStore store;
    Table table;
    Table other;

    abstract ItemStore open() throws Exception;

    @BeforeEach
    void open_the_store() throws Exception {
        store = open();
        table = store.create(store.nowNanos(), ItemStoreContract.wanted("locks", ItemStoreContract.PARTITION_ONLY));
        other = store.create(
                store.nowNanos(),
                ItemStoreContract.wanted("other", ItemStoreContract.PARTITION_ONLY)
                        .withIndexes(List.of(ItemStoreContract.BY_VALUE)));
    }

    @AfterEach
    void close_the_store() {
        store.close();
    }

    Place a() {
        return new Place(table, ItemStoreContract.key("a"));
    }

    Place b() {
        return new Place(other, ItemStoreContract.key("b"));
    }

    static StoredItem item(String key, int value) {
        return ItemStoreContract.item(key, value);
    }

    static Change.Decision<Integer> put(StoredItem item) {
        return Change.Decision.put(item, 1);
    }

    private String change(Token token, int value) {
        return store.changeAll(
                store.nowNanos(),
                List.of(a(), b()),
                token,
                (before, remembered) -> remembered != null
                        ? JointChange.Decisions.keep("made before: " + remembered)
                        : new JointChange.Decisions<>(List.of(put(item("a", value)), put(item("b", value))), "made"));
    }

    private List<StoredItem> both() {
        return store.getAll(store.nowNanos(), List.of(a(), b()));
    }

    @Test
    void items_of_several_tables_are_changed_as_one() {
        change(null, 1);

        List<StoredItem> seen = new ArrayList<>();
        String answer = store.changeAll(store.nowNanos(), List.of(b(), a()), null, (before, remembered) -> {
            seen.addAll(before);
            return new JointChange.Decisions<>(List.of(Change.Decision.remove(1), put(item("a", 2))), "made");
        });

        assertThat(answer).isEqualTo("made");
        assertThat(seen).containsExactly(item("b", 1), item("a", 1));
        assertThat(both()).isEqualTo(Arrays.asList(item("a", 2), null));
    }

    @Test
    void indexes_follow() {
        change(null, 1);
        Walk all = new Walk(
                ItemStoreContract.BY_VALUE,
                EntryKey.inTable(ItemKey.FIRST),
                null,
                false,
                null,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                StoredItem::bytes);

        assertThat(store.read(store.nowNanos(), other, all).items()).containsExactly(item("b", 1));
    }

    @Test
    void a_change_that_throws_leaves_all_as_they_were_and_is_not_remembered() {
        Token token = new Token("t", "x", clock);
        change(null, 1);

        assertThatThrownBy(() -> store.changeAll(store.nowNanos(), List.of(a(), b()), token, (before, remembered) -> {
                    throw new IllegalArgumentException("refused");
                }))
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(both()).containsExactly(item("a", 1), item("b", 1));
        assertThat(change(token, 2)).isEqualTo("made");
    }

    @Test
    void a_table_that_is_gone_keeps_the_other_items_as_they_were() {
        change(null, 1);
        store.drop(store.nowNanos(), other);

        assertThatThrownBy(() -> change(null, 2)).isInstanceOf(TableGoneException.class);
        assertThatThrownBy(this::both).isInstanceOf(TableGoneException.class);
        assertThat(store.get(store.nowNanos(), table, a().key())).isEqualTo(item("a", 1));
    }

    @Test
    void a_token_is_remembered_for_ten_minutes_and_not_a_millisecond_longer() {
        Token token = new Token("t", "x", clock);
        assertThat(change(token, 1)).isEqualTo("made");

        now.updateAndGet(at -> at.plus(Duration.ofMinutes(10)).minusMillis(1));
        assertThat(change(token, 2)).isEqualTo("made before: x");
        assertThat(change(new Token("t", "y", clock), 3)).isEqualTo("made before: x");
        assertThat(both()).containsExactly(item("a", 1), item("b", 1));

        now.updateAndGet(at -> at.plusMillis(1));
        assertThat(change(new Token("t", "y", clock), 4)).isEqualTo("made");
        assertThat(change(token, 5)).isEqualTo("made before: y");
    }

    @Test
    void tokens_do_not_touch_each_other() {
        assertThat(change(new Token("t", "x", clock), 1)).isEqualTo("made");
        now.updateAndGet(at -> at.plus(Duration.ofMinutes(6)));
        assertThat(change(new Token("u", "x", clock), 2)).isEqualTo("made");
        now.updateAndGet(at -> at.plus(Duration.ofMinutes(6)));

        assertThat(change(new Token("u", "x", clock), 3)).isEqualTo("made before: x");
        assertThat(change(new Token("t", "x", clock), 4)).isEqualTo("made");
    }
}
