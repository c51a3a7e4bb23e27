package io.dynalatch.embedded.expression;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An operand of a condition whose placeholders are resolved. */
sealed interface Operand {
    /** The value for an item, or null where there is none. Only after the checks of {@link LeafChecks}. */
    @Nullable
    AttributeValue in(Map<String, AttributeValue> item);

    /** The type that is known without an item, or null. */
    @Nullable
    ValueType knownType();

    /** The value of a placeholder. */
    record Constant(AttributeValue value) implements Operand {
        @Override
        public AttributeValue in(Map<String, AttributeValue> item) {
            return value;
        }

        @Override
        public ValueType knownType() {
            return Values.type(value);
        }
    }

    /** What stands at a path of the item. */
    record Attribute(Path path) implements Operand {
        // Written out for the same reason as those of the keys in Expressions.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Attribute attribute && path.equals(attribute.path);
        }

        @Override
        public int hashCode() {
            return path.hashCode();
        }

        @Override
        public @Nullable AttributeValue in(Map<String, AttributeValue> item) {
            return path.in(item);
        }

        @Override
        public @Nullable ValueType knownType() {
            return null;
        }
    }

    /** A size; {@code of} has one element once the count is checked. */
    record Size(List<Operand> of) implements Operand {
        /** A value of a type without a size counts as missing. */
        @Override
        public @Nullable AttributeValue in(Map<String, AttributeValue> item) {
            AttributeValue value = of.get(0).in(item);
            int size = value == null ? -1 : size(value);
            return size < 0 ? null : AttributeValue.fromN(Integer.toString(size));
        }

        @Override
        public ValueType knownType() {
            return ValueType.N;
        }

        private static int size(AttributeValue value) {
            return switch (Values.type(value)) {
                case S -> Values.utf8Bytes(value.s());
                case B -> value.b().asByteArrayUnsafe().length;
                case SS -> value.ss().size();
                case NS -> value.ns().size();
                case BS -> value.bs().size();
                case L -> value.l().size();
                case M -> value.m().size();
                case N, BOOL, NULL -> -1;
            };
        }
    }
}
