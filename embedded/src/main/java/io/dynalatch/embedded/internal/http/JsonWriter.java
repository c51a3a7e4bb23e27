package io.dynalatch.embedded.internal.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;

/** Writes the SDK's model classes as JSON, led by what they say about their own fields. */
final class JsonWriter {
    private static final int USUAL_BYTES = 512;

    private JsonWriter() {}

    /** The JSON object of an answer. */
    static byte[] write(SdkPojo answer) {
        return object(generator -> members(generator, answer));
    }

    /** The JSON object of an error: its type, the members that its class has, and the message. */
    static byte[] error(String type, SdkPojo error, String messageName, String message) {
        return object(generator -> {
            generator.writeStringField("__type", type);
            members(generator, error);
            generator.writeStringField(messageName, wellFormed(message));
        });
    }

    /** The JSON object of an error that has nothing but a type and a message. */
    static byte[] error(String type, String message) {
        return object(generator -> {
            generator.writeStringField("__type", type);
            generator.writeStringField("message", wellFormed(message));
        });
    }

    private interface Content {
        void writeTo(JsonGenerator generator) throws IOException;
    }

    private static byte[] object(Content content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_BYTES);
        try (JsonGenerator generator = Json.FACTORY.createGenerator(bytes)) {
            generator.writeStartObject();
            content.writeTo(generator);
            generator.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static void members(JsonGenerator generator, SdkPojo pojo) throws IOException {
        for (SdkField<?> field : pojo.sdkFields()) {
            Object value = field.getValueOrDefault(pojo);
            if (value != null && !(value instanceof SdkAutoConstructList) && !(value instanceof SdkAutoConstructMap)) {
                generator.writeFieldName(field.locationName());
                value(generator, value);
            }
        }
    }

    private static void value(JsonGenerator generator, Object value) throws IOException {
        if (value instanceof String text) {
            generator.writeString(text);
        } else if (value instanceof SdkPojo nested) {
            generator.writeStartObject();
            members(generator, nested);
            generator.writeEndObject();
        } else if (value instanceof Map<?, ?> map) {
            map(generator, map);
        } else if (value instanceof Collection<?> collection) {
            list(generator, collection);
        } else {
            scalar(generator, value);
        }
    }

    private static void map(JsonGenerator generator, Map<?, ?> map) throws IOException {
        generator.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            generator.writeFieldName(String.valueOf(entry.getKey()));
            value(generator, entry.getValue());
        }
        generator.writeEndObject();
    }

    private static void list(JsonGenerator generator, Collection<?> collection) throws IOException {
        generator.writeStartArray();
        for (Object member : collection) {
            value(generator, member);
        }
        generator.writeEndArray();
    }

    private static void scalar(JsonGenerator generator, Object value) throws IOException {
        if (value instanceof Boolean bool) {
            generator.writeBoolean(bool);
        } else if (value instanceof Integer || value instanceof Long) {
            generator.writeNumber(((Number) value).longValue());
        } else if (value instanceof Double number) {
            generator.writeNumber(number);
        } else if (value instanceof Instant instant) {
            generator.writeNumber(BigDecimal.valueOf(instant.toEpochMilli(), 3));
        } else if (value instanceof SdkBytes bytes) {
            generator.writeString(Base64.getEncoder().encodeToString(bytes.asByteArrayUnsafe()));
        } else {
            throw new IllegalStateException("an answer holds a " + value.getClass() + ", which JSON cannot carry");
        }
    }

    /** Messages quote parts of requests, and may cut a surrogate pair in two. */
    private static String wellFormed(String text) {
        boolean broken = text.codePoints().anyMatch(point -> point >= 0xD800 && point <= 0xDFFF);
        return broken ? text.replaceAll("[\\ud800-\\udfff]", "?") : text;
    }
}
