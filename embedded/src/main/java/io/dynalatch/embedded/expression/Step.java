package io.dynalatch.embedded.expression;

import org.jspecify.annotations.Nullable;

/** One step of a document path. */
sealed interface Step {
    /** An attribute of a map, or of the item itself. */
    record Field(String name) implements Step {
        // Written out for the same reason as those of the keys in Expressions.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Field field && name.equals(field.name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** An attribute whose name a placeholder stands for, {@code #} included; only before binding. */
    record Alias(String key) implements Step {
        @Override
        public String toString() {
            return key;
        }
    }

    /** An element of a list, counted from 0. */
    record Index(int at) implements Step {
        @Override
        public String toString() {
            return "[" + at + "]";
        }
    }
}
