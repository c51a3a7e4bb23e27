package io.dynalatch.embedded.expression;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The ten types of an attribute value, by the letters that requests and messages use. */
public enum ValueType {
    /** String. */
    S("STRING"),
    /** Number. */
    N("NUMBER"),
    /** Binary. */
    B("BINARY"),
    /** Set of strings. */
    SS("STRING_SET"),
    /** Set of numbers. */
    NS("NUMBER_SET"),
    /** Set of binaries. */
    BS("BINARY_SET"),
    /** List. */
    L("LIST"),
    /** Map. */
    M("MAP"),
    /** Boolean. */
    BOOL("BOOLEAN"),
    /** The null value. */
    NULL("NULL");

    /** {@code values()} makes a copy at each call, and types are asked for at every step of an expression. */
    static final List<ValueType> ALL = List.of(values());

    private final String word;

    ValueType(String word) {
        this.word = word;
    }

    /** The name that messages about ADD and DELETE use. */
    String word() {
        return word;
    }

    /**
     * Whether values of this type have an order: S, N and B.
     *
     * @return whether {@link Values#compare} takes them
     */
    public boolean ordered() {
        return this == S || this == N || this == B;
    }

    /** Whether {@code value} has a member of this type. */
    boolean in(AttributeValue value) {
        return switch (this) {
            case S -> value.s() != null;
            case N -> value.n() != null;
            case B -> value.b() != null;
            case SS -> value.hasSs();
            case NS -> value.hasNs();
            case BS -> value.hasBs();
            case L -> value.hasL();
            case M -> value.hasM();
            case BOOL -> value.bool() != null;
            case NULL -> value.nul() != null;
        };
    }

    /** Whether this is one of the three set types. */
    boolean set() {
        return this == SS || this == NS || this == BS;
    }
}
