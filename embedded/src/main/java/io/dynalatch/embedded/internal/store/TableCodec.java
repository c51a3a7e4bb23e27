package io.dynalatch.embedded.internal.store;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Writes what is kept about a table as an item and reads it back. The names are in files of users: none may ever get
 * another meaning. What a table does not have is left out.
 */
final class TableCodec {
    private TableCodec() {}

    static byte[] encode(Table table) {
        Map<String, AttributeValue> map = new LinkedHashMap<>();
        map.put("keys", keys(table.keys()));
        map.put(
                "indexes",
                AttributeValue.fromL(
                        table.indexes().stream().map(TableCodec::index).toList()));
        putThroughput(map, table.throughput());
        map.put("createdMillis", millis(table.createdAt()));
        map.put("activeMillis", millis(table.activeAt()));
        if (table.billing() != null) {
            map.put("perRequestMillis", millis(table.billing().perRequestAt()));
        }
        map.put("deletionProtected", AttributeValue.fromBool(table.deletionProtected()));
        Map<String, AttributeValue> tags = new LinkedHashMap<>();
        table.tags().forEach((key, value) -> tags.put(key, AttributeValue.fromS(value)));
        map.put("tags", AttributeValue.fromM(tags));
        putTimeToLive(map, table.timeToLive());
        return ItemCodec.encode(map);
    }

    private static AttributeValue keys(KeySchema keys) {
        List<AttributeValue> words = new ArrayList<>();
        for (KeySchema.Attribute attribute : keys.attributes()) {
            words.add(AttributeValue.fromS(attribute.name()));
            words.add(AttributeValue.fromS(attribute.type().toString()));
        }
        return AttributeValue.fromL(words);
    }

    private static AttributeValue index(Index index) {
        Map<String, AttributeValue> map = new LinkedHashMap<>();
        map.put("name", AttributeValue.fromS(index.name()));
        map.put("global", AttributeValue.fromBool(index.global()));
        map.put("keys", keys(index.keys()));
        map.put("all", AttributeValue.fromBool(index.projection().all()));
        map.put(
                "projected",
                AttributeValue.fromL(index.projection().names().stream()
                        .map(AttributeValue::fromS)
                        .toList()));
        putThroughput(map, index.throughput());
        map.put("activeMillis", millis(index.activeAt()));
        return AttributeValue.fromM(map);
    }

    private static void putThroughput(Map<String, AttributeValue> map, Table.@Nullable Throughput throughput) {
        if (throughput != null) {
            map.put("readUnits", AttributeValue.fromN(Long.toString(throughput.readUnits())));
            map.put("writeUnits", AttributeValue.fromN(Long.toString(throughput.writeUnits())));
        }
    }

    private static void putTimeToLive(Map<String, AttributeValue> map, Table.@Nullable TimeToLive timeToLive) {
        if (timeToLive == null) {
            return;
        }
        map.put("ttlChangedMillis", millis(timeToLive.changedAt()));
        if (timeToLive.attribute() != null) {
            map.put("ttlAttribute", AttributeValue.fromS(timeToLive.attribute()));
        }
    }

    private static AttributeValue millis(Instant instant) {
        return AttributeValue.fromN(Long.toString(instant.toEpochMilli()));
    }

    /** The table that {@code bytes} describe. Throws {@link IOException} for bytes that no {@link #encode} gave. */
    static Table decode(long id, String name, byte[] bytes) throws IOException {
        Map<String, AttributeValue> map = ItemCodec.decode(bytes);
        List<Index> indexes = new ArrayList<>();
        for (AttributeValue index : value(map, "indexes").l()) {
            indexes.add(index(index.m()));
        }
        Map<String, String> tags = new LinkedHashMap<>();
        value(map, "tags").m().forEach((key, value) -> tags.put(key, value.s()));
        return new Table(
                id,
                name,
                keys(map),
                indexes,
                throughput(map),
                instant(map, "createdMillis"),
                instant(map, "activeMillis"),
                map.containsKey("perRequestMillis") ? new Table.Billing(instant(map, "perRequestMillis")) : null,
                value(map, "deletionProtected").bool(),
                tags,
                timeToLive(map));
    }

    private static Index index(Map<String, AttributeValue> map) throws IOException {
        List<String> projected =
                value(map, "projected").l().stream().map(AttributeValue::s).toList();
        return new Index(
                value(map, "name").s(),
                value(map, "global").bool(),
                keys(map),
                new Index.Projection(value(map, "all").bool(), projected),
                throughput(map),
                instant(map, "activeMillis"));
    }

    private static KeySchema keys(Map<String, AttributeValue> map) throws IOException {
        List<AttributeValue> words = value(map, "keys").l();
        if (words.size() != 2 && words.size() != 4) {
            throw new IOException("a key has " + words.size() + " words");
        }
        return new KeySchema(attribute(words, 0), words.size() == 2 ? null : attribute(words, 2));
    }

    private static KeySchema.Attribute attribute(List<AttributeValue> words, int at) {
        return new KeySchema.Attribute(
                words.get(at).s(),
                ScalarAttributeType.fromValue(words.get(at + 1).s()));
    }

    private static Table.@Nullable Throughput throughput(Map<String, AttributeValue> map) throws IOException {
        return map.containsKey("readUnits")
                ? new Table.Throughput(number(map, "readUnits"), number(map, "writeUnits"))
                : null;
    }

    private static Table.@Nullable TimeToLive timeToLive(Map<String, AttributeValue> map) throws IOException {
        if (!map.containsKey("ttlChangedMillis")) {
            return null;
        }
        AttributeValue attribute = map.get("ttlAttribute");
        return new Table.TimeToLive(attribute == null ? null : attribute.s(), instant(map, "ttlChangedMillis"));
    }

    private static Instant instant(Map<String, AttributeValue> map, String name) throws IOException {
        return Instant.ofEpochMilli(number(map, name));
    }

    private static long number(Map<String, AttributeValue> map, String name) throws IOException {
        try {
            return Long.parseLong(value(map, name).n());
        } catch (NumberFormatException e) {
            throw new IOException("'" + name + "' is no number", e);
        }
    }

    private static AttributeValue value(Map<String, AttributeValue> map, String name) throws IOException {
        AttributeValue value = map.get(name);
        if (value == null) {
            throw new IOException("'" + name + "' is missing");
        }
        return value;
    }
}
