package io.dynalatch.embedded.internal.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.traits.ListTrait;
import software.amazon.awssdk.core.traits.MapTrait;
import software.amazon.awssdk.utils.builder.Buildable;

/**
 * Reads JSON into the SDK's model classes, led by what they say about their own fields, so that no operation is known
 * here. Members that a class does not have are ignored, and a JSON null counts as absent, as at the service.
 */
final class JsonReader {
    /** What stands for each broken character once bytes are decoded. */
    private static final char REPLACEMENT = '\ufffd';

    private final JsonParser parser;

    private JsonReader(JsonParser parser) {
        this.parser = parser;
    }

    /**
     * Fills {@code builder} from a JSON object.
     *
     * @throws WireException where the body is none, or a member has another type than the builder's
     */
    static void read(byte[] body, SdkPojo builder) throws WireException {
        try (JsonParser parser = Json.FACTORY.createParser(text(body))) {
            JsonReader reader = new JsonReader(parser);
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw WireException.serialization("the body is no JSON object");
            }
            reader.structure(builder);
            if (parser.nextToken() != null) {
                throw WireException.serialization("something follows the JSON object");
            }
        } catch (JsonProcessingException malformed) {
            throw WireException.serialization("the body is no valid JSON: " + malformed.getOriginalMessage());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** The JSON library decodes bytes loosely where it may keep no names, so they are decoded here. */
    private static String text(byte[] body) throws WireException {
        String text = new String(body, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0 && !Arrays.equals(text.getBytes(StandardCharsets.UTF_8), body)) {
            throw WireException.serialization("the body is no valid UTF-8");
        }
        return text;
    }

    /** Reads the members of the object that was just opened. */
    private void structure(SdkPojo builder) throws IOException, WireException {
        Map<String, SdkField<?>> fields = builder.sdkFieldNameToField();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            SdkField<?> field = fields.get(name);
            JsonToken token = parser.nextToken();
            if (field == null) {
                parser.skipChildren();
            } else if (token != JsonToken.VALUE_NULL) {
                field.set(builder, value(field));
            }
        }
    }

    private Object value(SdkField<?> field) throws IOException, WireException {
        return switch (field.marshallingType().getKnownType()) {
            case STRING -> JsonScalars.text(parser);
            case BOOLEAN -> JsonScalars.bool(parser);
            case INTEGER -> (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, whole("Integer")));
            case LONG -> whole("Long");
            case DOUBLE -> JsonScalars.number(parser, "Double").doubleValue();
            case INSTANT -> instant(JsonScalars.number(parser, "Date").doubleValue());
            case SDK_BYTES -> JsonScalars.bytes(parser);
            case SDK_POJO -> nested(field);
            case LIST -> list(field.getTrait(ListTrait.class).memberFieldInfo());
            case MAP -> map(field.getTrait(MapTrait.class).valueFieldInfo());
            default -> throw WireException.serialization(field.memberName() + " is of a type that JSON cannot carry");
        };
    }

    private long whole(String type) throws IOException, WireException {
        return JsonScalars.number(parser, type).longValue();
    }

    private static Instant instant(double seconds) throws WireException {
        if (Math.abs(seconds) > 1e11) {
            throw WireException.serialization("a timestamp is out of range");
        }
        return Instant.ofEpochMilli(
                BigDecimal.valueOf(seconds).movePointRight(3).longValue());
    }

    private Object nested(SdkField<?> field) throws IOException, WireException {
        open(JsonToken.START_OBJECT, field.memberName());
        SdkPojo builder = field.constructor().get();
        structure(builder);
        return ((Buildable) builder).build();
    }

    private List<@Nullable Object> list(SdkField<?> member) throws IOException, WireException {
        open(JsonToken.START_ARRAY, "List");
        List<@Nullable Object> members = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            members.add(member(member));
        }
        return members;
    }

    private Map<String, @Nullable Object> map(SdkField<?> member) throws IOException, WireException {
        open(JsonToken.START_OBJECT, "Map");
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            members.put(JsonScalars.wellFormed(name), member(member));
        }
        return members;
    }

    /** A member of a list or a map; where a value is due, null is one without content. */
    private Object member(SdkField<?> member) throws IOException, WireException {
        if (parser.currentToken() != JsonToken.VALUE_NULL) {
            return value(member);
        }
        if (member.constructor() == null) {
            throw WireException.serialization("null found where not expected");
        }
        return ((Buildable) member.constructor().get()).build();
    }

    /** Refuses what is not the start of {@code expected}, in the service's words. */
    private void open(JsonToken expected, String type) throws WireException {
        JsonToken found = parser.currentToken();
        if (found == expected) {
            return;
        }
        throw WireException.serialization(
                switch (found) {
                    case START_OBJECT -> "Start of structure or map found where not expected";
                    case START_ARRAY -> "Unrecognized collection type " + type;
                    default -> "Unexpected field type";
                });
    }
}
