package io.dynalatch.embedded.internal.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Base64;
import software.amazon.awssdk.core.SdkBytes;

/** Reads single values, and refuses those of another type in the service's words. */
final class JsonScalars {
    private static final String BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    private JsonScalars() {}

    static String text(JsonParser parser) throws IOException, WireException {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw mismatch(parser.currentToken(), "String");
        }
        return wellFormed(parser.getText());
    }

    /** Refuses half a surrogate pair, which is no text: no encoding can give it back. */
    static String wellFormed(String text) throws WireException {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    throw WireException.serialization("a string holds half a surrogate pair");
                }
                i++;
            }
        }
        return text;
    }

    static boolean bool(JsonParser parser) throws WireException {
        return switch (parser.currentToken()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_STRING -> throw WireException.serialization("Unexpected token received from parser");
            default -> throw mismatch(parser.currentToken(), "Boolean");
        };
    }

    /** A number of any size; one beyond {@code long} or {@code double} is refused. */
    static Number number(JsonParser parser, String type) throws IOException, WireException {
        return switch (parser.currentToken()) {
            case VALUE_NUMBER_INT -> parser.getLongValue();
            // Its text may be 1e1000000000: no BigDecimal here.
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            default -> throw mismatch(parser.currentToken(), type);
        };
    }

    static SdkBytes bytes(JsonParser parser) throws IOException, WireException {
        String text = text(parser);
        if (text.length() % 4 != 0) {
            throw WireException.serialization(
                    "Base64 encoded length is expected a multiple of 4 bytes but found: " + text.length());
        }
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException malformed) {
            throw WireException.serialization("Invalid Base64 character: " + malformed.getMessage());
        }
        int unused = text.length() / 4 * 3 - bytes.length;
        if (unused > 0 && BASE64.indexOf(text.charAt(text.length() - unused - 1)) % (1 << (2 * unused)) != 0) {
            throw WireException.serialization("Invalid last non-pad Base64 character dectected");
        }
        return SdkBytes.fromByteArrayUnsafe(bytes);
    }

    private static WireException mismatch(JsonToken found, String type) {
        return WireException.serialization(
                switch (found) {
                    case START_OBJECT -> "Start of structure or map found where not expected";
                    case START_ARRAY -> "Unrecognized collection type class java.lang." + type;
                    case VALUE_TRUE -> "TRUE_VALUE cannot be converted to " + type;
                    case VALUE_FALSE -> "FALSE_VALUE cannot be converted to " + type;
                    case VALUE_STRING -> "STRING_VALUE cannot be converted to " + type;
                    case VALUE_NUMBER_FLOAT -> "DECIMAL_VALUE cannot be converted to " + type;
                    case VALUE_NUMBER_INT -> "NUMBER_VALUE cannot be converted to " + type;
                    default -> found + " found where not expected";
                });
    }
}
