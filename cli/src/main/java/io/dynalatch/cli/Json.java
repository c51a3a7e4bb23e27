package io.dynalatch.cli;

import org.jspecify.annotations.Nullable;

/** Writes one JSON object on one line. Fields that are null are left out. */
final class Json {
    private final StringBuilder text = new StringBuilder("{");

    Json put(String field, @Nullable String value) {
        if (value != null) {
            name(field);
            quote(value);
        }
        return this;
    }

    Json put(String field, @Nullable Long value) {
        if (value != null) {
            name(field);
            text.append(value.longValue());
        }
        return this;
    }

    private void name(String field) {
        if (text.length() > 1) {
            text.append(',');
        }
        quote(field);
        text.append(':');
    }

    private void quote(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ' || (Character.isSurrogate(c) && !paired(value, i))) {
                text.append(String.format("\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }

    private static boolean paired(String value, int i) {
        return Character.isHighSurrogate(value.charAt(i))
                ? i + 1 < value.length() && Character.isLowSurrogate(value.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(value.charAt(i - 1));
    }

    @Override
    public String toString() {
        return text + "}";
    }
}
