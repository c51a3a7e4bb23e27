package io.dynalatch.embedded.internal.store;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Writes items as bytes and reads them back: a tag for the type, then the content, every length in front of what it
 * measures. {@code docs/design/embedded-storage.md} has the layout and says why it is not JSON. The tags are in files
 * of users: none may ever get another meaning.
 */
final class ItemCodec {
    private static final int S = 1;
    private static final int N = 2;
    private static final int B = 3;
    private static final int TRUE = 4;
    private static final int FALSE = 5;
    private static final int NULL = 6;
    private static final int SS = 7;
    private static final int NS = 8;
    private static final int BS = 9;
    private static final int L = 10;
    private static final int M = 11;

    private ItemCodec() {}

    static byte[] encode(Map<String, AttributeValue> item) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try {
            writeMap(new DataOutputStream(bytes), item);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return bytes.toByteArray();
    }

    /** The item, unmodifiable. Throws {@link IOException} for bytes that no {@link #encode} gave. */
    static Map<String, AttributeValue> decode(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        Map<String, AttributeValue> item = readMap(in);
        if (in.available() > 0) {
            throw new IOException(in.available() + " bytes follow the end of the item");
        }
        return Collections.unmodifiableMap(item);
    }

    private static void writeMap(DataOutputStream out, Map<String, AttributeValue> map) throws IOException {
        out.writeInt(map.size());
        for (Map.Entry<String, AttributeValue> entry : map.entrySet()) {
            writeText(out, entry.getKey());
            write(out, entry.getValue());
        }
    }

    private static void write(DataOutputStream out, AttributeValue value) throws IOException {
        switch (value.type()) {
            case S -> writeText(tagged(out, S), value.s());
            case N -> writeText(tagged(out, N), value.n());
            case B -> writeBytes(tagged(out, B), value.b());
            case BOOL -> out.writeByte(value.bool() ? TRUE : FALSE);
            case NUL -> out.writeByte(NULL);
            case SS -> writeTexts(tagged(out, SS), value.ss());
            case NS -> writeTexts(tagged(out, NS), value.ns());
            case BS -> writeBinaries(tagged(out, BS), value.bs());
            case L -> writeList(tagged(out, L), value.l());
            case M -> writeMap(tagged(out, M), value.m());
            default -> throw new IllegalArgumentException("a value of unknown type reached the store: " + value.type());
        }
    }

    private static DataOutputStream tagged(DataOutputStream out, int tag) throws IOException {
        out.writeByte(tag);
        return out;
    }

    private static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static void writeBytes(DataOutputStream out, SdkBytes bytes) throws IOException {
        byte[] array = bytes.asByteArrayUnsafe();
        out.writeInt(array.length);
        out.write(array);
    }

    private static void writeTexts(DataOutputStream out, List<String> texts) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            writeText(out, text);
        }
    }

    private static void writeBinaries(DataOutputStream out, List<SdkBytes> binaries) throws IOException {
        out.writeInt(binaries.size());
        for (SdkBytes binary : binaries) {
            writeBytes(out, binary);
        }
    }

    private static void writeList(DataOutputStream out, List<AttributeValue> list) throws IOException {
        out.writeInt(list.size());
        for (AttributeValue value : list) {
            write(out, value);
        }
    }

    private static Map<String, AttributeValue> readMap(DataInputStream in) throws IOException {
        int size = readSize(in);
        Map<String, AttributeValue> map = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            map.put(readText(in), read(in));
        }
        return map;
    }

    private static AttributeValue read(DataInputStream in) throws IOException {
        int tag = in.readUnsignedByte();
        return switch (tag) {
            case S -> AttributeValue.fromS(readText(in));
            case N -> AttributeValue.fromN(readText(in));
            case B -> AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(readBytes(in)));
            case TRUE -> AttributeValue.fromBool(true);
            case FALSE -> AttributeValue.fromBool(false);
            case NULL -> AttributeValue.fromNul(true);
            case SS -> AttributeValue.fromSs(readTexts(in));
            case NS -> AttributeValue.fromNs(readTexts(in));
            case BS -> AttributeValue.fromBs(readBinaries(in));
            case L -> AttributeValue.fromL(readList(in));
            case M -> AttributeValue.fromM(readMap(in));
            default -> throw new IOException("unknown type tag " + tag);
        };
    }

    private static String readText(DataInputStream in) throws IOException {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }

    private static byte[] readBytes(DataInputStream in) throws IOException {
        byte[] bytes = new byte[readSize(in)];
        in.readFully(bytes);
        return bytes;
    }

    private static List<String> readTexts(DataInputStream in) throws IOException {
        int size = readSize(in);
        List<String> texts = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            texts.add(readText(in));
        }
        return texts;
    }

    private static List<SdkBytes> readBinaries(DataInputStream in) throws IOException {
        int size = readSize(in);
        List<SdkBytes> binaries = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            binaries.add(SdkBytes.fromByteArrayUnsafe(readBytes(in)));
        }
        return binaries;
    }

    private static List<AttributeValue> readList(DataInputStream in) throws IOException {
        int size = readSize(in);
        List<AttributeValue> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(read(in));
        }
        return list;
    }

    /** A length; never more than what is left, so that damaged bytes cannot ask for gigabytes. */
    private static int readSize(DataInputStream in) throws IOException {
        int size = in.readInt();
        if (size < 0 || size > in.available()) {
            throw new IOException("a length of " + size + " where " + in.available() + " bytes are left");
        }
        return size;
    }
}
