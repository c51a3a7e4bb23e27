package io.dynalatch.embedded.expression;

import static io.dynalatch.embedded.expression.Fixtures.ITEM;
import static io.dynalatch.embedded.expression.Fixtures.condition;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "str = :abc",
                "num = :5b",
                "bin = :bin",
                "flag = :true",
                "nil = :nul",
                "strs = :ba",
                "nums = :ns",
                "bins = :bs",
                "lst[2] = :l7",
                "lst[3] = :doc",
                ":abc = str",
                "#dot <> :abc",
                "#0 = :zero",
                "#_x <> :abc",
                "str <> :ab",
                "str <> :five",
                "gone <> :abc",
                "gone <> absent",
                "flag <> :false"
            })
    void equality_holds(String text) {
        assertThat(condition(text).test(ITEM)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "str = :ab",
                "str = :five",
                "gone = :abc",
                "gone = absent",
                "strs = :ac",
                "num <> :5b",
                "strs <> :ba",
                "doc.a.b = :abc",
                "lst[9] = :abc",
                "str[0] = :abc",
                "#dot = :abc"
            })
    void equality_fails(String text) {
        assertThat(condition(text).test(ITEM)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "num < :nine",
                "num <= :five",
                "num >= :5b",
                "num > :one",
                ":one < num",
                "str > :ab",
                "bin > :binhigh",
                "num BETWEEN :one AND :five",
                "num between :five and :nine",
                ":three BETWEEN lst[1] AND num",
                "doc.b.c[1] > num",
                "lst[1] < num"
            })
    void order_holds(String text) {
        assertThat(condition(text).test(ITEM)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "num < :one",
                "num < :abc",
                "str > :five",
                "gone < :one",
                "gone >= absent",
                "strs < :abc",
                "flag < nil",
                "lst < :one",
                "num BETWEEN :one AND :three",
                "str BETWEEN :one AND :five",
                "num BETWEEN str AND :nine",
                "num BETWEEN gone AND :nine"
            })
    void order_fails_for_values_and_types_of_the_item(String text) {
        assertThat(condition(text).test(ITEM)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "attribute_exists(pk)",
                "attribute_exists(doc.b.c[2])",
                "attribute_exists(nil)",
                "attribute_not_exists(doc.b.c[3])",
                "attribute_not_exists(gone.a[1])",
                "attribute_not_exists(str.a)",
                "attribute_type(str, :S)",
                "attribute_type(num, :N)",
                "attribute_type(nil, :NULL)",
                "attribute_type(doc, :M)",
                "attribute_type(:one, :N)",
                "begins_with(str, :ab)",
                "begins_with(str, :abc)",
                "begins_with(bin, :bin12)",
                "begins_with(:abc, str)",
                "contains(str, :bc)",
                "contains(bin, :bin2)",
                "contains(strs, :a)",
                "contains(nums, :one)",
                "contains(bins, :bin2)",
                "contains(lst, :one)",
                "contains(lst, :l7)",
                "contains(lst, :doc)",
                "contains(:ba, #str) OR contains(:abc, str)",
                "size(str) = :three",
                "size(bin) = :three",
                "size(strs) < :three",
                "size(doc) < size(str)",
                "size(lst) BETWEEN :one AND :five",
                "size(:ba) < :three",
                "size (lst) IN (:one, size(lst))"
            })
    void functions_hold(String text) {
        assertThat(condition(text).test(ITEM)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "attribute_exists(gone)",
                "attribute_exists(lst[4])",
                "attribute_not_exists(pk)",
                "attribute_type(str, :N)",
                "attribute_type(gone, :S)",
                "begins_with(str, :bc)",
                "begins_with(num, :a)",
                "begins_with(str, num)",
                "begins_with(gone, :a)",
                "begins_with(str, :bin)",
                "contains(str, :z)",
                "contains(str, :one)",
                "contains(num, :one)",
                "contains(gone, :one)",
                "contains(lst, :z)",
                "contains(strs, :one)",
                "contains(bin, bins)",
                "size(num) = :one",
                "size(flag) < :nine",
                "size(nil) >= :zero",
                "size(gone) = :zero",
                "size(str) = :abc"
            })
    void functions_fail(String text) {
        assertThat(condition(text).test(ITEM)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "str IN (:z, :abc)",
                "NOT str IN (:z)",
                "NOT NOT NOT str = :z",
                "not str = :z and num = :five Or str = :z",
                "str = :z AND str = :z OR num = :five",
                "num = :five OR str = :z AND str = :z",
                "NOT (str = :z OR num = :nine)",
                "(str = :abc) AND (num = :five)",
                "(str = :abc OR str = :z) AND num = :five",
                "((str = :z) OR (num = :five)) AND NOT str = :z",
                "(str) = (:abc)",
                "(str = :abc)",
                "(doc).b.c[0] > num",
                "contains((str), (:bc))",
                " str\t=\r\n:abc ",
                "str=:abc AND(num=:five)",
                "num = :_1 OR num = :5b",
                "remove <> :abc"
            })
    void words_combine(String text) {
        assertThat(condition(text).test(ITEM)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"attribute_not_exists(pk)", "str <> :abc", "NOT attribute_exists(#pk)", "NOT str = :abc"})
    void a_missing_item_has_no_attributes(String text) {
        assertThat(condition(text).test(Map.of())).isTrue();
        assertThat(condition(text).test(ITEM)).isFalse();
    }
}
