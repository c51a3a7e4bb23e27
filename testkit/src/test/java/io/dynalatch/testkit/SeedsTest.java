package io.dynalatch.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeedsTest {
    @Test
    void a_failure_names_its_seed_and_keeps_its_cause() {
        assertThatThrownBy(() -> Seeds.forEach(Integer.MAX_VALUE, seed -> {
                    if (seed == 3) {
                        throw new IllegalStateException("broken");
                    }
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("seed 3")
                .hasMessageContaining("-Ddynalatch.seed=3")
                .hasRootCauseMessage("broken");
    }

    @Test
    void the_property_repeats_one_seed() {
        String before = System.getProperty(Seeds.PROPERTY);
        List<Long> ran = new ArrayList<>();
        System.setProperty(Seeds.PROPERTY, "42");
        try {
            Seeds.forEach(10, ran::add);
        } finally {
            if (before == null) {
                System.clearProperty(Seeds.PROPERTY);
            } else {
                System.setProperty(Seeds.PROPERTY, before);
            }
        }

        assertThat(ran).containsExactly(42L);
    }
}
