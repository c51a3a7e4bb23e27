package io.dynalatch.embedded.internal.store;

import io.dynalatch.embedded.internal.system.SystemAdapter;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Keeps everything in one SQLite file, which several processes may have open. Nothing is cached between calls, since
 * another process may have changed it; a table that was deleted meanwhile is told by its id, which never comes back.
 */
public final class SqliteItems implements ItemStore {
    private static final String TABLE_COLUMNS = "id, name, partition_name, partition_type, sort_name, sort_type,"
            + " read_units, write_units, created_millis, active_millis, ttl_attribute, ttl_changed_millis";
    private static final String SELECT_ITEM = "select i.item, i.bytes from tables t left join items i"
            + " on i.table_id = t.id and i.partition_key = ? and i.sort_key = ? where t.id = ?";
    private static final String SELECT_PAGE = "select item, bytes from items where table_id = ?"
            + " and (partition_key, sort_key) > (?, ?) order by partition_key, sort_key";

    private final SqliteSession session;
    private final Path path;

    /**
     * Opens a file, and makes it where there is none.
     *
     * @throws io.dynalatch.embedded.StorePathException where the path cannot be used
     */
    public static SqliteItems open(Path path, Duration busyTimeout) {
        return new SqliteItems(new SqliteSession(StoreFile.open(path, busyTimeout), path, busyTimeout), path);
    }

    private SqliteItems(SqliteSession session, Path path) {
        this.session = session;
        this.path = path;
    }

    @Override
    public long nowNanos() {
        return SystemAdapter.nanos();
    }

    @Override
    public @Nullable Table create(long arrivedNanos, Table table) {
        return session.write(arrivedNanos, () -> {
                    if (select(table.name()) != null) {
                        return Optional.<Table>empty();
                    }
                    insert(table);
                    return Optional.ofNullable(select(table.name()));
                })
                .orElse(null);
    }

    @Override
    public @Nullable Table find(long arrivedNanos, String name) {
        return session.read(arrivedNanos, () -> Optional.ofNullable(select(name)))
                .orElse(null);
    }

    @Override
    public Table alter(long arrivedNanos, Table table, UnaryOperator<Table> change) {
        return session.write(arrivedNanos, () -> {
            Table changed = change.apply(checkThere(table));
            Table.TimeToLive timeToLive = changed.timeToLive();
            PreparedStatement update =
                    session.statement("update tables set ttl_attribute = ?, ttl_changed_millis = ? where id = ?");
            update.setString(1, timeToLive == null ? null : timeToLive.attribute());
            update.setObject(
                    2, timeToLive == null ? null : timeToLive.changedAt().toEpochMilli());
            update.setLong(3, table.id());
            update.executeUpdate();
            return changed;
        });
    }

    @Override
    public boolean drop(long arrivedNanos, Table table) {
        return session.write(arrivedNanos, () -> {
            PreparedStatement items = session.statement("delete from items where table_id = ?");
            items.setLong(1, table.id());
            items.executeUpdate();
            PreparedStatement row = session.statement("delete from tables where id = ?");
            row.setLong(1, table.id());
            return row.executeUpdate() > 0;
        });
    }

    @Override
    public List<String> names(long arrivedNanos, String after, int limit) {
        return session.read(arrivedNanos, () -> {
            PreparedStatement select =
                    session.statement("select name from tables where name > ? order by name limit ?");
            select.setString(1, after);
            select.setInt(2, limit);
            List<String> names = new ArrayList<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    names.add(rows.getString(1));
                }
            }
            return names;
        });
    }

    @Override
    public Totals totals(long arrivedNanos, Table table) {
        return session.read(arrivedNanos, () -> {
            PreparedStatement select =
                    session.statement("select count(*), coalesce(sum(bytes), 0) from items where table_id = ?");
            select.setLong(1, table.id());
            Totals totals;
            try (ResultSet row = select.executeQuery()) {
                totals = new Totals(row.getLong(1), row.getLong(2));
            }
            checkThere(table);
            return totals;
        });
    }

    @Override
    public @Nullable StoredItem get(long arrivedNanos, Table table, ItemKey key) {
        return session.read(arrivedNanos, () -> Optional.ofNullable(select(table, key)))
                .orElse(null);
    }

    @Override
    public <T> T change(long arrivedNanos, Table table, ItemKey key, Change<T> change) {
        return session.write(arrivedNanos, () -> {
            Change.Decision<T> decision = change.decide(select(table, key));
            if (decision.item() != null) {
                upsert(table, key, decision.item());
            } else if (decision.effect() == Change.Effect.REMOVE) {
                delete(table, key);
            }
            return decision.answer();
        });
    }

    @Override
    public Page scan(long arrivedNanos, Table table, @Nullable ItemKey after, int limit, int bytesMax) {
        return session.read(arrivedNanos, () -> {
            PreparedStatement select = session.statement(SELECT_PAGE);
            select.setLong(1, table.id());
            select.setBytes(2, after == null ? new byte[0] : after.partition());
            select.setBytes(3, after == null ? new byte[0] : after.sort());
            Page page;
            try (ResultSet rows = select.executeQuery()) {
                page = page(table, rows, limit, bytesMax);
            }
            checkThere(table); // After the walk: then the table was there during it, since ids never come back.
            return page;
        });
    }

    @Override
    public void close() {
        session.close();
    }

    /** The value of a pragma of this store's own connection, for tests. */
    int pragma(String name) {
        return session.read(nowNanos(), () -> {
            try (ResultSet row = session.statement("pragma " + name).executeQuery()) {
                return row.getInt(1);
            }
        });
    }

    private Page page(Table table, ResultSet rows, int limit, int bytesMax) throws SQLException {
        List<StoredItem> items = new ArrayList<>();
        int bytes = 0;
        while (rows.next()) {
            StoredItem item = item(table, rows.getBytes(1), rows.getInt(2));
            items.add(item);
            bytes += item.bytes();
            if (items.size() == limit || bytes >= bytesMax) {
                return new Page(items, true);
            }
        }
        return new Page(items, false);
    }

    private @Nullable StoredItem select(Table table, ItemKey key) throws SQLException {
        PreparedStatement select = session.statement(SELECT_ITEM);
        select.setBytes(1, key.partition());
        select.setBytes(2, key.sort());
        select.setLong(3, table.id());
        try (ResultSet row = select.executeQuery()) {
            if (!row.next()) {
                throw new TableGoneException(table);
            }
            byte[] bytes = row.getBytes(1);
            return bytes == null ? null : item(table, bytes, row.getInt(2));
        }
    }

    private StoredItem item(Table table, byte[] bytes, int size) {
        try {
            return new StoredItem(ItemCodec.decode(bytes), size);
        } catch (IOException e) {
            throw new StoreException(
                    "embedded store '" + path + "' is damaged: an item of table '" + table.name() + "' cannot be read, "
                            + e.getMessage() + "; restore the file from a copy",
                    e);
        }
    }

    private void upsert(Table table, ItemKey key, StoredItem item) throws SQLException {
        PreparedStatement upsert = session.statement(
                "insert or replace into items(table_id, partition_key, sort_key, bytes, item) values(?, ?, ?, ?, ?)");
        upsert.setLong(1, table.id());
        upsert.setBytes(2, key.partition());
        upsert.setBytes(3, key.sort());
        upsert.setInt(4, item.bytes());
        upsert.setBytes(5, ItemCodec.encode(item.attributes()));
        upsert.executeUpdate();
    }

    private void delete(Table table, ItemKey key) throws SQLException {
        PreparedStatement delete =
                session.statement("delete from items where table_id = ? and partition_key = ? and sort_key = ?");
        delete.setLong(1, table.id());
        delete.setBytes(2, key.partition());
        delete.setBytes(3, key.sort());
        delete.executeUpdate();
    }

    private void insert(Table table) throws SQLException {
        PreparedStatement insert = session.statement("insert into tables(name, partition_name, partition_type,"
                + " sort_name, sort_type, read_units, write_units, created_millis, active_millis)"
                + " values(?, ?, ?, ?, ?, ?, ?, ?, ?)");
        KeySchema.Attribute sort = table.keys().sort();
        Table.Throughput throughput = table.throughput();
        insert.setString(1, table.name());
        insert.setString(2, table.keys().partition().name());
        insert.setString(3, table.keys().partition().type().toString());
        insert.setString(4, sort == null ? null : sort.name());
        insert.setString(5, sort == null ? null : sort.type().toString());
        insert.setObject(6, throughput == null ? null : throughput.readUnits());
        insert.setObject(7, throughput == null ? null : throughput.writeUnits());
        insert.setLong(8, table.createdAt().toEpochMilli());
        insert.setLong(9, table.activeAt().toEpochMilli());
        insert.executeUpdate();
    }

    private @Nullable Table select(String name) throws SQLException {
        PreparedStatement select = session.statement("select " + TABLE_COLUMNS + " from tables where name = ?");
        select.setString(1, name);
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? table(row) : null;
        }
    }

    private Table checkThere(Table table) throws SQLException {
        Table found = select(table.name());
        if (found == null || found.id() != table.id()) {
            throw new TableGoneException(table);
        }
        return found;
    }

    private static Table table(ResultSet row) throws SQLException {
        return new Table(
                row.getLong(1),
                row.getString(2),
                new KeySchema(attribute(row, 3), row.getString(5) == null ? null : attribute(row, 5)),
                row.getString(7) == null ? null : new Table.Throughput(row.getLong(7), row.getLong(8)),
                Instant.ofEpochMilli(row.getLong(9)),
                Instant.ofEpochMilli(row.getLong(10)),
                row.getString(12) == null
                        ? null
                        : new Table.TimeToLive(row.getString(11), Instant.ofEpochMilli(row.getLong(12))));
    }

    private static KeySchema.Attribute attribute(ResultSet row, int column) throws SQLException {
        return new KeySchema.Attribute(row.getString(column), ScalarAttributeType.fromValue(row.getString(column + 1)));
    }
}
