package io.dynalatch.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dynalatch.protocol.PlannedWrite.Doubt;
import io.dynalatch.protocol.PlannedWrite.Verdict;
import org.junit.jupiter.api.Test;

class PlannedWriteTest {
    private static final ItemState SEEN = ItemState.versioned(4, WriteIds.none().with(4, "before"));
    private static final PlannedWrite WRITE = new PlannedWrite(SEEN, 5, "ours");
    private static final PlannedWrite CREATE = new PlannedWrite(ItemState.absent(), 1, "ours");

    @Test
    void own_entry_means_applied() {
        assertThat(WRITE.judge(ItemState.versioned(5, WRITE.writeIds()), Doubt.UNANSWERED))
                .isEqualTo(Verdict.APPLIED);
    }

    @Test
    void own_entry_means_applied_though_others_wrote_since() {
        WriteIds later = WRITE.writeIds().with(6, "a").with(7, "b");

        assertThat(WRITE.judge(ItemState.versioned(7, later), Doubt.UNANSWERED)).isEqualTo(Verdict.APPLIED);
    }

    @Test
    void equal_version_of_another_means_not_applied() {
        ItemState others = ItemState.versioned(5, SEEN.writeIds().with(5, "theirs"));

        assertThat(WRITE.judge(others, Doubt.UNANSWERED)).isEqualTo(Verdict.NOT_APPLIED);
    }

    @Test
    void equal_version_without_entry_is_unknown() {
        assertThat(WRITE.judge(ItemState.versioned(5, WriteIds.none()), Doubt.UNANSWERED))
                .isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void missing_entry_is_conflict_where_each_sending_was_answered() {
        assertThat(WRITE.judge(ItemState.versioned(5, WriteIds.none()), Doubt.NONE))
                .isEqualTo(Verdict.NOT_APPLIED);
    }

    @Test
    void unchanged_item_leaves_the_write_pending() {
        assertThat(WRITE.judge(SEEN, Doubt.UNANSWERED)).isEqualTo(Verdict.PENDING);
    }

    @Test
    void adopting_an_item_is_pending_while_it_has_no_version() {
        PlannedWrite adopt = new PlannedWrite(ItemState.unversioned(), 1, "ours");

        assertThat(adopt.judge(ItemState.unversioned(), Doubt.UNANSWERED)).isEqualTo(Verdict.PENDING);
        assertThat(adopt.judge(ItemState.versioned(1, WriteIds.none().with(1, "theirs")), Doubt.UNANSWERED))
                .isEqualTo(Verdict.NOT_APPLIED);
    }

    @Test
    void same_version_under_another_id_is_not_the_item_that_was_seen() {
        ItemState createdAgain = ItemState.versioned(4, WriteIds.none().with(4, "again"));

        assertThat(WRITE.judge(createdAgain, Doubt.UNANSWERED)).isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void gone_item_is_unknown() {
        assertThat(WRITE.judge(ItemState.absent(), Doubt.UNANSWERED)).isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void create_that_finds_nothing_may_have_been_deleted_since() {
        assertThat(CREATE.judge(ItemState.absent(), Doubt.UNANSWERED)).isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void create_that_finds_another_was_not_applied() {
        ItemState others = ItemState.versioned(1, WriteIds.none().with(1, "theirs"));

        assertThat(CREATE.judge(others, Doubt.UNANSWERED)).isEqualTo(Verdict.NOT_APPLIED);
    }

    @Test
    void entry_is_kept_for_seven_later_versions() {
        WriteIds ids = WRITE.writeIds();
        for (long version = 6; version <= 12; version++) {
            ids = ids.with(version, "later-" + version);
        }

        assertThat(WRITE.judge(ItemState.versioned(12, ids), Doubt.UNANSWERED)).isEqualTo(Verdict.APPLIED);
        assertThat(WRITE.judge(ItemState.versioned(13, ids.with(13, "last")), Doubt.UNANSWERED))
                .isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void entries_of_an_ended_numbering_are_dropped() {
        WriteIds ended = WriteIds.none().with(5, "old").with(9, "older numbering");

        assertThat(ended.with(5, "ours").byVersion()).containsOnlyKeys(5L).containsValue("ours");
    }

    @Test
    void version_must_follow_the_one_seen() {
        assertThatThrownBy(() -> new PlannedWrite(SEEN, 4, "ours"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not follow 4");
    }
}
