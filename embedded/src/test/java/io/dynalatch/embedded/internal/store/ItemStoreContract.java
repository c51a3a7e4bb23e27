package io.dynalatch.embedded.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** What every store does. */
@Timeout(60)
abstract class ItemStoreContract {
    static final KeySchema PARTITION_ONLY = new KeySchema(new KeySchema.Attribute("key", ScalarAttributeType.S), null);
    static final KeySchema BOTH = new KeySchema(
            new KeySchema.Attribute("key", ScalarAttributeType.S), new KeySchema.Attribute("n", ScalarAttributeType.N));
    static final Index BY_VALUE = new Index(
            "by-value",
            true,
            new KeySchema(new KeySchema.Attribute("value", ScalarAttributeType.N), null),
            new Index.Projection(false, List.of("b", "a")),
            null,
            Instant.ofEpochMilli(1_700_000_000_123L));
    private static final int NO_LIMIT = Integer.MAX_VALUE;

    ItemStore store;

    abstract ItemStore open() throws Exception;

    @BeforeEach
    void open_the_store() throws Exception {
        store = open();
    }

    @AfterEach
    void close_the_store() {
        store.close();
    }

    static Table wanted(String name, KeySchema keys) {
        Instant now = Instant.ofEpochMilli(1_700_000_000_123L);
        return Table.plain(name, keys, null, now, now.plusSeconds(1));
    }

    Table table() {
        return store.create(store.nowNanos(), wanted("locks", PARTITION_ONLY));
    }

    static ItemKey key(String text) {
        return new ItemKey(KeyBytes.of(text), new byte[0]);
    }

    static StoredItem item(String key, int value) {
        return new StoredItem(
                Map.of("key", AttributeValue.fromS(key), "value", AttributeValue.fromN(String.valueOf(value))), 10);
    }

    void put(Table table, String key, StoredItem item) {
        Integer ignored = store.change(store.nowNanos(), table, key(key), before -> Change.Decision.put(item, 1));
        assertThat(ignored).isEqualTo(1);
    }

    int increment(Table table, String key) {
        return store.change(store.nowNanos(), table, key(key), before -> {
            int next = before == null
                    ? 1
                    : Integer.parseInt(before.attributes().get("value").n()) + 1;
            return Change.Decision.put(item(key, next), next);
        });
    }

    @Test
    void a_table_is_found_as_it_was_made() {
        Instant now = Instant.ofEpochMilli(1_700_000_000_123L);
        Table.Throughput throughput = new Table.Throughput(3, 4);
        Table wanted = new Table(
                0,
                "orders",
                BOTH,
                List.of(
                        BY_VALUE,
                        new Index("all", false, BOTH, new Index.Projection(true, List.of()), throughput, now)),
                throughput,
                now,
                now.plusSeconds(5),
                new Table.Billing(now.plusSeconds(6)),
                true,
                Map.of("team", "shop"),
                new Table.TimeToLive("until", now.plusSeconds(7)));

        Table made = store.create(store.nowNanos(), wanted);

        assertThat(store.find(store.nowNanos(), "orders")).isEqualTo(made).isEqualTo(wanted.withId(made.id()));
        assertThat(store.find(store.nowNanos(), "other")).isNull();
    }

    @Test
    void a_name_is_taken_once() {
        assertThat(table()).isNotNull();

        assertThat(store.create(store.nowNanos(), wanted("locks", BOTH))).isNull();
        assertThat(store.find(store.nowNanos(), "locks").keys()).isEqualTo(PARTITION_ONLY);
    }

    @Test
    void a_table_made_anew_has_another_id_and_no_items() {
        Table first = table();
        put(first, "a", item("a", 1));

        assertThat(store.drop(store.nowNanos(), first)).isTrue();
        Table second = table();

        assertThat(second.id()).isNotEqualTo(first.id());
        assertThat(store.get(store.nowNanos(), second, key("a"))).isNull();
        assertThat(store.drop(store.nowNanos(), first)).isFalse();
        assertThat(store.find(store.nowNanos(), "locks")).isEqualTo(second);
    }

    @Test
    void every_use_of_a_deleted_table_says_that_it_is_gone() {
        Table gone = table();
        store.drop(store.nowNanos(), gone);
        table();

        long now = store.nowNanos();
        assertThatThrownBy(() -> store.get(now, gone, key("a"))).isInstanceOf(TableGoneException.class);
        assertThatThrownBy(() -> increment(gone, "a")).isInstanceOf(TableGoneException.class);
        assertThatThrownBy(() -> store.scan(now, gone, null, 1, 1)).isInstanceOf(TableGoneException.class);
        assertThatThrownBy(() -> store.totals(now, gone)).isInstanceOf(TableGoneException.class);
        assertThatThrownBy(() -> store.alter(now, gone, table -> table)).isInstanceOf(TableGoneException.class);
    }

    @Test
    void names_come_in_order_and_in_pages() {
        List.of("charlie", "alpha", "bravo")
                .forEach(name -> store.create(store.nowNanos(), wanted(name, PARTITION_ONLY)));

        assertThat(store.names(store.nowNanos(), "", 2)).containsExactly("alpha", "bravo");
        assertThat(store.names(store.nowNanos(), "bravo", 2)).containsExactly("charlie");
        assertThat(store.names(store.nowNanos(), "charlie", 2)).isEmpty();
    }

    @Test
    void the_time_to_live_setting_is_kept() {
        Table table = table();
        Instant now = Instant.ofEpochMilli(1_700_000_009_000L);

        Table on = store.alter(store.nowNanos(), table, t -> t.withTimeToLive(new Table.TimeToLive("expiresAt", now)));
        assertThat(store.find(store.nowNanos(), "locks")).isEqualTo(on);
        assertThat(on.timeToLive().attribute()).isEqualTo("expiresAt");

        Table off = store.alter(store.nowNanos(), table, t -> t.withTimeToLive(new Table.TimeToLive(null, now)));
        assertThat(store.find(store.nowNanos(), "locks")).isEqualTo(off);
        assertThat(off.timeToLive()).isEqualTo(new Table.TimeToLive(null, now));
    }

    @Test
    void a_refused_alteration_changes_nothing() {
        Table table = table();

        assertThatThrownBy(() -> store.alter(store.nowNanos(), table, t -> {
                    throw new IllegalArgumentException("refused");
                }))
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(store.find(store.nowNanos(), "locks")).isEqualTo(table);
    }

    @Test
    void an_item_is_put_found_replaced_and_removed() {
        Table table = table();
        assertThat(store.get(store.nowNanos(), table, key("a"))).isNull();

        put(table, "a", item("a", 1));
        put(table, "a", item("a", 2));
        assertThat(store.get(store.nowNanos(), table, key("a"))).isEqualTo(item("a", 2));

        boolean found =
                store.change(store.nowNanos(), table, key("a"), before -> Change.Decision.remove(before != null));
        assertThat(found).isTrue();
        assertThat(store.get(store.nowNanos(), table, key("a"))).isNull();
    }

    @Test
    void keeping_an_item_leaves_it() {
        Table table = table();
        put(table, "a", item("a", 1));

        StoredItem seen = store.change(store.nowNanos(), table, key("a"), Change.Decision::keep);

        assertThat(seen).isEqualTo(item("a", 1)).isEqualTo(store.get(store.nowNanos(), table, key("a")));
    }

    @Test
    void a_change_that_throws_leaves_the_item_and_the_store_usable() {
        Table table = table();
        put(table, "a", item("a", 1));

        assertThatThrownBy(() -> store.change(store.nowNanos(), table, key("a"), before -> {
                    throw new IllegalArgumentException("refused");
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("refused");

        assertThat(increment(table, "a")).isEqualTo(2);
    }

    @Test
    void every_type_of_value_comes_back() {
        Table table = table();
        Map<String, AttributeValue> all = Map.ofEntries(
                Map.entry("key", AttributeValue.fromS("a")),
                Map.entry("s", AttributeValue.fromS("grüße \uD83D\uDE00")),
                Map.entry("empty", AttributeValue.fromS("")),
                Map.entry("n", AttributeValue.fromN("-12345678901234567890.123456789")),
                Map.entry("b", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {0, -1, 127, -128}))),
                Map.entry("true", AttributeValue.fromBool(true)),
                Map.entry("false", AttributeValue.fromBool(false)),
                Map.entry("null", AttributeValue.fromNul(true)),
                Map.entry("ss", AttributeValue.fromSs(List.of("a", "b"))),
                Map.entry("ns", AttributeValue.fromNs(List.of("1", "2.5"))),
                Map.entry("bs", AttributeValue.fromBs(List.of(SdkBytes.fromByteArray(new byte[] {1})))),
                Map.entry(
                        "l",
                        AttributeValue.fromL(List.of(
                                AttributeValue.fromS("x"),
                                AttributeValue.fromM(Map.of("d", AttributeValue.fromL(List.of())))))),
                Map.entry("m", AttributeValue.fromM(Map.of("n", AttributeValue.fromM(Map.of())))));

        put(table, "a", new StoredItem(all, 1234));

        assertThat(store.get(store.nowNanos(), table, key("a"))).isEqualTo(new StoredItem(all, 1234));
    }

    @Test
    void a_scan_walks_all_items_in_key_order_page_by_page() {
        Table table = store.create(store.nowNanos(), wanted("orders", BOTH));
        List<String> expected = new ArrayList<>();
        for (String partition : List.of("a", "aa", "b")) {
            for (int n : new int[] {-2, -1, 0, 7, 30}) {
                expected.add(partition + n);
                ItemKey key = new ItemKey(KeyBytes.of(partition), KeyBytes.of(java.math.BigDecimal.valueOf(n)));
                store.change(store.nowNanos(), table, key, before -> Change.Decision.put(item(partition + n, n), 1));
            }
        }

        assertThat(walk(table, NO_LIMIT, NO_LIMIT)).containsExactlyElementsOf(expected);
        assertThat(walk(table, 4, NO_LIMIT)).containsExactlyElementsOf(expected);
        assertThat(walk(table, NO_LIMIT, 25)).containsExactlyElementsOf(expected);
    }

    private List<String> walk(Table table, int limit, int bytesMax) {
        List<String> seen = new ArrayList<>();
        ItemKey after = null;
        for (int pages = 0; pages < 20; pages++) {
            ItemStore.Page page = store.scan(store.nowNanos(), table, after, limit, bytesMax);
            for (StoredItem item : page.items()) {
                String name = item.attributes().get("key").s();
                seen.add(name);
                String n = item.attributes().get("value").n();
                after = new ItemKey(
                        KeyBytes.of(name.substring(0, name.length() - n.length())),
                        KeyBytes.of(new java.math.BigDecimal(n)));
            }
            if (!page.stopped()) {
                return seen;
            }
        }
        throw new AssertionError("the walk does not end: " + seen);
    }

    @Test
    void a_page_ends_with_the_item_that_reaches_a_bound() {
        Table table = table();
        List.of("a", "b", "c").forEach(key -> put(table, key, item(key, 1)));

        assertThat(store.scan(store.nowNanos(), table, null, 2, NO_LIMIT)).satisfies(page -> {
            assertThat(page.items()).hasSize(2);
            assertThat(page.stopped()).isTrue();
        });
        assertThat(store.scan(store.nowNanos(), table, null, NO_LIMIT, 20).items())
                .hasSize(2);
        assertThat(store.scan(store.nowNanos(), table, null, 3, NO_LIMIT).stopped())
                .isTrue();
        assertThat(store.scan(store.nowNanos(), table, null, 4, NO_LIMIT).stopped())
                .isFalse();
    }

    @Test
    void totals_count_the_items_of_one_table() {
        Table table = table();
        Table other = store.create(store.nowNanos(), wanted("other", PARTITION_ONLY));
        put(table, "a", item("a", 1));
        put(table, "b", item("b", 1));
        put(other, "a", item("a", 1));

        assertThat(store.totals(store.nowNanos(), table)).isEqualTo(new ItemStore.Totals(2, 20));
    }

    @Test
    void tables_do_not_share_items() {
        Table table = table();
        Table other = store.create(store.nowNanos(), wanted("other", PARTITION_ONLY));

        put(table, "a", item("a", 1));

        assertThat(store.get(store.nowNanos(), other, key("a"))).isNull();
        assertThat(store.drop(store.nowNanos(), other)).isTrue();
        assertThat(store.get(store.nowNanos(), table, key("a"))).isNotNull();
    }

    @Test
    void concurrent_changes_of_one_item_lose_nothing() throws Exception {
        Table table = table();
        int threads = 4;
        int each = 50;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            Callable<Void> work = () -> {
                for (int i = 0; i < each; i++) {
                    increment(table, "counter");
                }
                return null;
            };
            for (Future<Void> done : pool.invokeAll(List.of(work, work, work, work))) {
                done.get(30, TimeUnit.SECONDS);
            }
        } finally {
            pool.shutdownNow();
        }

        assertThat(increment(table, "counter")).isEqualTo(threads * each + 1);
    }

    @Test
    void a_closed_store_says_so_and_can_be_closed_again() {
        Table table = table();
        store.close();
        store.close();

        assertThatThrownBy(() -> store.get(store.nowNanos(), table, key("a")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> store.create(store.nowNanos(), wanted("x", BOTH)))
                .isInstanceOf(IllegalStateException.class);
    }

    private Table indexed() {
        return store.create(store.nowNanos(), wanted("locks", PARTITION_ONLY).withIndexes(List.of(BY_VALUE)));
    }

    private List<String> inIndex(Table table, boolean backward) {
        Walk all = Walk.all(BY_VALUE, NO_LIMIT, NO_LIMIT, StoredItem::bytes);
        Walk walk = backward ? new Walk(BY_VALUE, all.low(), null, true, null, NO_LIMIT, NO_LIMIT, all.bytes()) : all;
        return keys(store.read(store.nowNanos(), table, walk));
    }

    private static List<String> keys(ItemStore.Page page) {
        return page.items().stream()
                .map(item -> item.attributes().get("key").s())
                .toList();
    }

    @Test
    void an_index_follows_the_items() {
        Table table = indexed();
        put(table, "a", item("a", 30));
        put(table, "b", item("b", 20));
        put(table, "c", item("c", 20));
        put(table, "d", new StoredItem(Map.of("key", AttributeValue.fromS("d")), 10));
        put(
                table,
                "e",
                new StoredItem(
                        Map.of("key", AttributeValue.fromS("e"), "value", AttributeValue.fromS("no number")), 10));

        assertThat(inIndex(table, false)).containsExactly("b", "c", "a");
        assertThat(inIndex(table, true)).containsExactly("a", "c", "b");

        put(table, "a", item("a", 10));
        put(table, "b", new StoredItem(Map.of("key", AttributeValue.fromS("b")), 10));
        Integer ignored = store.change(store.nowNanos(), table, key("c"), before -> Change.Decision.remove(1));

        assertThat(ignored).isEqualTo(1);
        assertThat(inIndex(table, false)).containsExactly("a");
    }

    @Test
    void an_index_that_is_added_gets_entries_and_one_that_is_removed_is_gone() {
        Table table = table();
        put(table, "a", item("a", 2));
        put(table, "b", item("b", 1));

        Table altered = store.alter(store.nowNanos(), table, now -> now.withIndexes(List.of(BY_VALUE)));
        put(table, "c", item("c", 0));

        assertThat(inIndex(altered, false)).containsExactly("c", "b", "a");
        assertThat(store.alter(store.nowNanos(), table, now -> now.withIndexes(List.of()))
                        .indexes())
                .isEmpty();
        assertThatThrownBy(() -> inIndex(altered, false)).isInstanceOf(TableGoneException.class);
        store.alter(store.nowNanos(), table, now -> now.withIndexes(List.of(BY_VALUE)));
        assertThat(inIndex(altered, false)).containsExactly("c", "b", "a");
    }

    @Test
    void a_walk_in_an_index_goes_on_behind_any_of_its_places() {
        Table table = indexed();
        for (int i = 0; i < 6; i++) {
            put(table, "k" + i, item("k" + i, i / 3));
        }

        for (boolean backward : List.of(false, true)) {
            Walk walk = new Walk(
                    BY_VALUE, EntryKey.inTable(ItemKey.FIRST), null, backward, null, 1, NO_LIMIT, StoredItem::bytes);
            List<String> walked = new ArrayList<>();
            ItemStore.Page page = store.read(store.nowNanos(), table, walk);
            while (page.stopped()) {
                StoredItem last = page.items().get(0);
                walked.addAll(keys(page));
                EntryKey place = EntryKey.inIndex(BY_VALUE, key(walked.get(walked.size() - 1)), last);
                page = store.read(store.nowNanos(), table, walk.after(place));
            }
            assertThat(walked).isEqualTo(inIndex(table, backward));
        }
    }

    @Test
    void segments_share_the_partitions_out() {
        Table table = table();
        for (int i = 0; i < 50; i++) {
            put(table, "k" + i, item("k" + i, i));
        }

        List<String> found = new ArrayList<>();
        for (int segment = 0; segment < 3; segment++) {
            ItemStore.Page page = store.read(
                    store.nowNanos(),
                    table,
                    new Walk(
                            null,
                            EntryKey.inTable(ItemKey.FIRST),
                            null,
                            false,
                            new Walk.Segment(segment, 3),
                            NO_LIMIT,
                            NO_LIMIT,
                            StoredItem::bytes));
            assertThat(page.items()).hasSizeBetween(5, 30);
            found.addAll(keys(page));
        }

        assertThat(found).hasSize(50).doesNotHaveDuplicates();
    }
}
