package io.dynalatch.embedded.internal.operation;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkPojo;

/** Tells by a short text whether two parts of requests say the same, whatever the order of their maps. */
final class Fingerprint {
    private final MessageDigest digest;

    private Fingerprint() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** The fingerprint of a list of the SDK's model classes. */
    static String of(Collection<? extends SdkPojo> parts) {
        Fingerprint fingerprint = new Fingerprint();
        fingerprint.collection(parts);
        return HexFormat.of().formatHex(fingerprint.digest.digest());
    }

    /** Every value begins with its kind and its length, so that no two texts run together to the same bytes. */
    private void begin(char kind, int length) {
        text(kind + Integer.toString(length) + ':');
    }

    private void text(String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
    }

    private void value(Object value) {
        if (value instanceof SdkPojo pojo) {
            map(Members.of(pojo));
        } else if (value instanceof Map<?, ?> map) {
            map(map);
        } else if (value instanceof Collection<?> collection) {
            collection(collection);
        } else if (value instanceof SdkBytes bytes) {
            begin('b', bytes.asByteArrayUnsafe().length);
            digest.update(bytes.asByteArrayUnsafe());
        } else {
            begin('s', value.toString().length());
            text(value.toString());
        }
    }

    private void map(Map<?, ?> map) {
        begin('m', map.size());
        Map<String, Object> sorted = new TreeMap<>();
        map.forEach((key, value) -> sorted.put(String.valueOf(key), value));
        sorted.forEach((key, value) -> {
            value(key);
            value(value);
        });
    }

    private void collection(Collection<?> collection) {
        begin('l', collection.size());
        collection.forEach(this::value);
    }
}
