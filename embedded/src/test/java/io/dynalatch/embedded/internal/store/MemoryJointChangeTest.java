package io.dynalatch.embedded.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MemoryJointChangeTest extends JointChangeContract {
    @Override
    ItemStore open() {
        return new MemoryItems();
    }

    /** Runs something in another thread while a joint change of both items runs. */
    private <T> T meanwhile(Supplier<T> work) {
        return meanwhile(null, work);
    }

    private <T> T meanwhile(Token token, Supplier<T> work) {
        return store.changeAll(
                0,
                List.of(a(), b()),
                token,
                (before, remembered) -> JointChange.Decisions.keep(
                        CompletableFuture.supplyAsync(work).join()));
    }

    private String joint(Token token, Place... places) {
        return store.changeAll(0, List.of(places), token, (before, remembered) -> JointChange.Decisions.keep("made"));
    }

    private static List<Integer> refused(ThrowingCallable call) {
        ConflictException conflict = catchThrowableOfType(ConflictException.class, call);
        assertThat(conflict).as("nothing was refused").isNotNull();
        return new ArrayList<>(conflict.positions());
    }

    @Test
    void what_touches_an_item_of_a_running_change_is_refused_at_once() {
        Place free = new Place(table, ItemStoreContract.key("free"));

        assertThat(meanwhile(() -> refused(() -> store.change(0, table, a().key(), Change.Decision::keep))))
                .containsExactly(0);
        assertThat(meanwhile(() -> refused(() -> joint(null, free, b())))).containsExactly(1);
        assertThat(meanwhile(() -> refused(() -> joint(null, b(), free, a())))).containsExactlyInAnyOrder(0, 2);
        assertThat(meanwhile(() -> refused(() -> store.getAll(0, List.of(free, a())))))
                .containsExactly(1);
    }

    @Test
    void items_are_free_again_after_the_change_and_after_a_refused_one() {
        assertThat(meanwhile(() -> refused(() -> joint(null, a())))).containsExactly(0);

        assertThat(joint(null, a(), b())).isEqualTo("made");
        assertThat(store.getAll(0, List.of(a(), b()))).hasSize(2);
    }

    @Test
    void a_change_that_was_made_before_conflicts_with_nothing() {
        Token token = new Token("u", "x", Clock.systemUTC());
        Place free = new Place(table, ItemStoreContract.key("free"));
        assertThat(joint(token, free)).isEqualTo("made");

        CompletableFuture<String> replay = meanwhile(() -> CompletableFuture.supplyAsync(() -> joint(token, a(), b())));

        assertThat(replay.join()).isEqualTo("made");
    }

    @Test
    void a_second_call_with_the_token_of_a_running_one_is_told_so() {
        Token token = new Token("t", "x", Clock.systemUTC());
        Place free = new Place(table, ItemStoreContract.key("free"));

        TokenInUseException refused =
                meanwhile(token, () -> catchThrowableOfType(TokenInUseException.class, () -> joint(token, free)));

        assertThat(refused).isNotNull();
        assertThat(joint(null, free)).isEqualTo("made");
    }
}
