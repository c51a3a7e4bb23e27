package io.dynalatch.embedded.expression;

import static io.dynalatch.embedded.expression.Fixtures.ITEM;
import static io.dynalatch.embedded.expression.Fixtures.attributes;
import static io.dynalatch.embedded.expression.Fixtures.bs;
import static io.dynalatch.embedded.expression.Fixtures.bytes;
import static io.dynalatch.embedded.expression.Fixtures.list;
import static io.dynalatch.embedded.expression.Fixtures.map;
import static io.dynalatch.embedded.expression.Fixtures.n;
import static io.dynalatch.embedded.expression.Fixtures.s;
import static io.dynalatch.embedded.expression.Fixtures.ss;
import static io.dynalatch.embedded.expression.Fixtures.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class UpdateTest {
    private static final Map<String, AttributeValue> KEY = attributes("pk", s("p"));

    static Stream<Arguments> changes() {
        return Stream.of(
                Arguments.of("SET str = :x", "str", s("x")),
                Arguments.of("set #dot = :x", "a.b", s("x")),
                Arguments.of("SET gone = str", "gone", s("abc")),
                Arguments.of("SET num = num + :one", "num", n("6")),
                Arguments.of("SET num = num - :nine", "num", n("-4")),
                Arguments.of("SET num = (:nine) - (num)", "num", n("4")),
                Arguments.of("SET num = (num + :one)", "num", n("6")),
                Arguments.of("SET num = num + num", "num", n("10")),
                Arguments.of("SET gone = if_not_exists(gone, :zero) + :one", "gone", n("1")),
                Arguments.of("SET num = if_not_exists(num, :zero) + if_not_exists(gone, :nine)", "num", n("14")),
                Arguments.of("SET str = if_not_exists(num, :zero)", "str", n("5")),
                Arguments.of("SET gone = if_not_exists(gone, if_not_exists(absent, str))", "gone", s("abc")),
                Arguments.of("SET doc.b.c = list_append(doc.b.c, :l7)", "doc", doc(n("10"), n("20"), n("30"), n("7"))),
                Arguments.of("SET gone = list_append(if_not_exists(gone, :el), :l7)", "gone", list(n("7"))),
                Arguments.of("SET gone = list_append(:l7, :l7)", "gone", list(n("7"), n("7"))),
                Arguments.of("SET doc.a = :x", "doc", map("a", s("x"), "b", map("c", tens()))),
                Arguments.of("SET doc.new1 = :x", "doc", map("a", n("1"), "b", map("c", tens()), "new1", s("x"))),
                Arguments.of("SET doc.b.c[1] = :x", "doc", doc(n("10"), s("x"), n("30"))),
                Arguments.of("SET doc.b.c[3] = :x", "doc", doc(n("10"), n("20"), n("30"), s("x"))),
                Arguments.of(
                        "SET doc.b.c[99] = :z, doc.b.c[7] = :x, doc.b.c[0] = :a",
                        "doc",
                        doc(s("a"), n("20"), n("30"), s("x"), s("z"))),
                Arguments.of("REMOVE doc.b.c[1]", "doc", doc(n("10"), n("30"))),
                Arguments.of("REMOVE doc.b.c[0] SET doc.b.c[2] = :x", "doc", doc(n("20"), s("x"))),
                Arguments.of("REMOVE doc.b.c[0], doc.b.c[2], doc.b.c[1]", "doc", doc()),
                Arguments.of("REMOVE doc.b.c[0] SET doc.b.c[3] = :x", "doc", doc(n("20"), n("30"), s("x"))),
                Arguments.of("REMOVE doc.b.c[3]", "doc", ITEM.get("doc")),
                Arguments.of("REMOVE doc.b.c", "doc", map("a", n("1"), "b", map())),
                Arguments.of("REMOVE doc.gone", "doc", ITEM.get("doc")),
                Arguments.of("REMOVE lst[3].k", "lst", list(s("x"), n("1"), list(n("7")), map("t", ss("1", "2")))),
                Arguments.of("ADD num :one", "num", n("6")),
                Arguments.of("ADD gone :one", "gone", n("1")),
                Arguments.of("ADD doc.a :one", "doc", map("a", n("2"), "b", map("c", tens()))),
                Arguments.of("ADD strs :ac", "strs", ss("a", "b", "c")),
                Arguments.of("ADD gone :ac", "gone", ss("a", "c")),
                Arguments.of("DELETE strs :ac", "strs", ss("b")),
                Arguments.of("DELETE bins :bs, nums :ns", "str", s("abc")),
                Arguments.of("SET str = :x REMOVE flag ADD num :one DELETE strs :ac", "num", n("6")));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void leaves_this_in_the_attribute(String text, String attribute, AttributeValue expected) {
        UpdateOutcome outcome = update(text).apply(ITEM, true);

        assertThat(outcome.present()).isTrue();
        assertThat(Values.equal(outcome.item().get(attribute), expected))
                .as("%s", outcome.item().get(attribute))
                .isTrue();
    }

    @Test
    void right_hand_sides_read_the_item_as_it_was() {
        Map<String, AttributeValue> swapped =
                update("SET str = num, num = str").apply(ITEM, true).item();
        Map<String, AttributeValue> moved =
                update("REMOVE str SET num = str").apply(ITEM, true).item();

        assertThat(swapped).containsEntry("str", n("5")).containsEntry("num", s("abc"));
        assertThat(moved).doesNotContainKey("str").containsEntry("num", s("abc"));
    }

    @ParameterizedTest
    @CsvSource({"REMOVE str, str", "DELETE strs :ba, strs", "DELETE gone :ba, gone", "REMOVE gone, gone"})
    void leaves_no_such_attribute(String text, String attribute) {
        UpdateOutcome outcome = update(text).apply(ITEM, true);

        Map<String, AttributeValue> expected = new LinkedHashMap<>(ITEM);
        expected.remove(attribute);
        assertThat(outcome.item()).isEqualTo(expected);
    }

    @Test
    void the_old_item_is_left_alone() {
        Map<String, AttributeValue> before = new LinkedHashMap<>(ITEM);

        update("SET doc.b.c[0] = :x, str = :x REMOVE num").apply(before, true);

        assertThat(before).isEqualTo(ITEM);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SET str = gone | The provided expression refers to an attribute that does not exist in the item",
                "SET num = gone + :one | refers to an attribute that does not exist",
                "SET str = if_not_exists(gone, absent) | refers to an attribute that does not exist",
                "SET lst = list_append(gone, :l7) | refers to an attribute that does not exist",
                "SET str = str + :one | An operand in the update expression has an incorrect data type",
                "SET num = :one - flag | incorrect data type",
                "SET lst = list_append(str, :l7) | incorrect data type",
                "SET lst = list_append(:l7, num) | incorrect data type",
                "SET num = if_not_exists(str, :zero) + :one | incorrect data type",
                "ADD str :one | incorrect data type",
                "ADD num :ac | incorrect data type",
                "ADD lst :ac | incorrect data type",
                "ADD nums :ac | incorrect data type",
                "DELETE nums :ac | incorrect data type",
                "DELETE str :ac | incorrect data type",
                "SET gone.a = :x | The document path provided in the update expression is invalid for update",
                "SET doc.gone.a = :x | invalid for update",
                "SET str.a = :x | invalid for update",
                "SET str[0] = :x | invalid for update",
                "SET doc[0] = :x | invalid for update",
                "SET lst.a = :x | invalid for update",
                "SET lst[9].a = :x | invalid for update",
                "REMOVE gone.a | invalid for update",
                "REMOVE gone[0] | invalid for update",
                "REMOVE doc.gone.a | invalid for update",
                "ADD gone.a :one | invalid for update",
                "SET num = num + :big | Number overflow",
                "ADD num :big | Number overflow",
                "SET num = :max + :max | Number overflow",
                "SET doc.a = :deep31 | Nesting Levels have exceeded supported limits"
            })
    void refuses_what_the_stored_item_does_not_allow(String text, String phrase) {
        BoundUpdate update = update(text);

        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> update.apply(ITEM, true))
                .withMessageContaining(phrase);
    }

    @Test
    void takes_31_levels_of_maps_in_one_attribute() {
        assertThatCode(() -> update("SET gone = :deep31").apply(ITEM, true)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"REMOVE str", "REMOVE gone.a[1]", "DELETE strs :ac", "REMOVE str DELETE strs :ac, doc.a :ac"})
    void removing_alone_creates_no_item(String text) {
        assertThat(update(text).apply(KEY, false)).isEqualTo(new UpdateOutcome(KEY, false, Map.of(), Map.of()));
    }

    @Test
    void writing_creates_the_item_with_its_key() {
        UpdateOutcome outcome = update("SET str = :x REMOVE gone.a ADD num :one, strs :ac DELETE bins :bs")
                .apply(KEY, false);

        Map<String, AttributeValue> written = attributes("str", s("x"), "num", n("1"), "strs", ss("a", "c"));
        Map<String, AttributeValue> item = new LinkedHashMap<>(written);
        item.putAll(KEY);
        assertThat(outcome).isEqualTo(new UpdateOutcome(item, true, Map.of(), written));
    }

    @Test
    void no_path_sees_the_key_of_an_item_that_does_not_exist() {
        assertThat(update("SET str = if_not_exists(pk, :x)").apply(KEY, false).item())
                .containsEntry("str", s("x"));
    }

    static Stream<Arguments> projections() {
        return Stream.of(
                Arguments.of("SET str = :x", attributes("str", s("abc")), attributes("str", s("x"))),
                Arguments.of("SET gone = :x", attributes(), attributes("gone", s("x"))),
                Arguments.of("REMOVE str", attributes("str", s("abc")), attributes()),
                Arguments.of("REMOVE gone", attributes(), attributes()),
                Arguments.of(
                        "SET doc.a = :x, doc.b.c[2] = :z, doc.b.c[0] = :a",
                        attributes("doc", map("a", n("1"), "b", map("c", list(n("10"), n("30"))))),
                        attributes("doc", map("a", s("x"), "b", map("c", list(s("a"), s("z")))))),
                Arguments.of(
                        "SET doc.b.c[9] = :z, doc.b.c[1] = :x REMOVE doc.b.c[0], doc.b.c[8], doc.gone",
                        attributes("doc", map("b", map("c", list(n("10"), n("20"))))),
                        attributes("doc", map("b", map("c", list(s("x"), s("z")))))),
                Arguments.of(
                        "REMOVE doc.a, lst[3].k",
                        attributes("doc", map("a", n("1")), "lst", list(map("k", s("v")))),
                        attributes()),
                Arguments.of("ADD num :one", attributes("num", n("5")), attributes("num", n("6"))),
                Arguments.of("DELETE bins :bs", attributes("bins", bs(bytes(1), bytes(2))), attributes()));
    }

    @ParameterizedTest
    @MethodSource("projections")
    void tells_the_touched_paths_before_and_after(
            String text, Map<String, AttributeValue> updatedOld, Map<String, AttributeValue> updatedNew) {
        UpdateOutcome outcome = update(text).apply(ITEM, true);

        assertThat(outcome.updatedOld()).isEqualTo(updatedOld);
        assertThat(outcome.updatedNew()).isEqualTo(updatedNew);
    }

    private static AttributeValue tens() {
        return list(n("10"), n("20"), n("30"));
    }

    private static AttributeValue doc(AttributeValue... elements) {
        return map("a", n("1"), "b", map("c", list(elements)));
    }
}
