package io.dynalatch.embedded.internal.store;

import io.dynalatch.embedded.internal.system.SystemAdapter;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps everything in one SQLite file, which several processes may have open. Nothing is cached between calls, since
 * another process may have changed it; a table that was deleted meanwhile is told by its id, which never comes back.
 */
public final class SqliteItems implements ItemStore {
    private static final String SELECT_ITEM = "select i.item, i.bytes from tables t left join items i"
            + " on i.table_id = t.id and i.partition_key = ? and i.sort_key = ? where t.id = ?";

    private final SqliteSession session;
    private final SqliteTables tables;
    private final SqliteEntries entries;
    private final SqliteTokens tokens;
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
        this.tables = new SqliteTables(session, path);
        this.entries = new SqliteEntries(session);
        this.tokens = new SqliteTokens(session);
        this.path = path;
    }

    @Override
    public long nowNanos() {
        return SystemAdapter.nanos();
    }

    @Override
    public @Nullable Table create(long arrivedNanos, Table table) {
        return session.write(arrivedNanos, () -> {
                    if (tables.find(table.name()) != null) {
                        return Optional.<Table>empty();
                    }
                    tables.insert(table);
                    return Optional.ofNullable(tables.find(table.name()));
                })
                .orElse(null);
    }

    @Override
    public @Nullable Table find(long arrivedNanos, String name) {
        return session.read(arrivedNanos, () -> Optional.ofNullable(tables.find(name)))
                .orElse(null);
    }

    @Override
    public Table alter(long arrivedNanos, Table table, UnaryOperator<Table> change) {
        return session.write(arrivedNanos, () -> {
            Table before = tables.checkThere(table);
            Table changed = change.apply(before);
            tables.update(changed);
            alterEntries(before, changed);
            return changed;
        });
    }

    private void alterEntries(Table before, Table after) throws SQLException {
        for (Index index : before.indexes()) {
            if (after.index(index.name()) == null) {
                entries.drop(before, index);
            }
        }
        List<Index> fresh = after.indexes().stream()
                .filter(index -> before.index(index.name()) == null)
                .toList();
        if (!fresh.isEmpty()) {
            fill(after, fresh);
        }
    }

    /** Walks over all items, decoding one at a time. */
    private void fill(Table table, List<Index> fresh) throws SQLException {
        PreparedStatement select =
                session.statement("select item, bytes, partition_key, sort_key from items where table_id = ?");
        select.setLong(1, table.id());
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                StoredItem item = item(table, rows.getBytes(1), rows.getInt(2));
                ItemKey key = new ItemKey(rows.getBytes(3), rows.getBytes(4));
                for (Index index : fresh) {
                    entries.move(table, index, key, null, item);
                }
            }
        }
    }

    @Override
    public boolean drop(long arrivedNanos, Table table) {
        return session.write(arrivedNanos, () -> {
            PreparedStatement items = session.statement("delete from items where table_id = ?");
            items.setLong(1, table.id());
            items.executeUpdate();
            entries.drop(table);
            return tables.delete(table);
        });
    }

    @Override
    public List<String> names(long arrivedNanos, String after, int limit) {
        return session.read(arrivedNanos, () -> tables.names(after, limit));
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
            tables.checkThere(table);
            return totals;
        });
    }

    @Override
    public @Nullable StoredItem get(long arrivedNanos, Table table, ItemKey key) {
        return session.read(arrivedNanos, () -> Optional.ofNullable(select(table, key)))
                .orElse(null);
    }

    @Override
    public List<@Nullable StoredItem> getAll(long arrivedNanos, List<Place> places) {
        List<@Nullable StoredItem> items = new ArrayList<>();
        int found = session.readTogether(arrivedNanos, () -> {
            for (Place place : places) {
                items.add(select(place.table(), place.key()));
            }
            return items.size();
        });
        assert found == places.size();
        return Collections.unmodifiableList(items);
    }

    @Override
    public <T> T change(long arrivedNanos, Table table, ItemKey key, Change<T> change) {
        return session.write(arrivedNanos, () -> {
            Table current = tables.checkThere(table);
            StoredItem before = select(current, key);
            Change.Decision<T> decision = change.decide(before);
            apply(current, key, before, decision);
            return decision.answer();
        });
    }

    @Override
    public <T> T changeAll(long arrivedNanos, List<Place> places, @Nullable Token token, JointChange<T> change) {
        return session.write(arrivedNanos, () -> {
            List<Table> current = new ArrayList<>();
            List<@Nullable StoredItem> before = new ArrayList<>();
            for (Place place : places) {
                Table table = tables.checkThere(place.table());
                current.add(table);
                before.add(select(table, place.key()));
            }
            String remembered = token == null ? null : tokens.find(token);
            JointChange.Decisions<T> decisions = change.decide(Collections.unmodifiableList(before), remembered);
            for (int i = 0; i < decisions.each().size(); i++) {
                apply(
                        current.get(i),
                        places.get(i).key(),
                        before.get(i),
                        decisions.each().get(i));
            }
            if (token != null && remembered == null) {
                tokens.remember(token);
            }
            return decisions.answer();
        });
    }

    /**
     * Does to an item what was decided. The one place where items change.
     *
     * @param current the table as this transaction sees it: another process may have given it another index
     */
    private void apply(Table current, ItemKey key, @Nullable StoredItem before, Change.Decision<?> decision)
            throws SQLException {
        if (decision.effect() != Change.Effect.KEEP) {
            store(current, key, before, decision.item());
        }
    }

    /** Makes {@code after} what is stored under a key, in the table and in its indexes. */
    private void store(Table current, ItemKey key, @Nullable StoredItem before, @Nullable StoredItem after)
            throws SQLException {
        if (after == null) {
            delete(current, key);
        } else {
            upsert(current, key, after);
        }
        for (Index index : current.indexes()) {
            entries.move(current, index, key, before, after);
        }
    }

    @Override
    public Page read(long arrivedNanos, Table table, Walk walk) {
        return session.read(arrivedNanos, () -> {
            Page page;
            try (ResultSet rows = entries.select(table, walk)) {
                page = page(table, rows, walk);
            }
            // After the walk: then the table was there during it, since ids never come back.
            Table current = tables.checkThere(table);
            if (walk.index() != null && current.index(walk.index().name()) == null) {
                throw new TableGoneException(table);
            }
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

    private Page page(Table table, ResultSet rows, Walk walk) throws SQLException {
        PageBuilder page = new PageBuilder(walk);
        while (rows.next()) {
            boolean skipped = walk.skips(new ItemKey(rows.getBytes(3), ItemKey.NONE));
            if (!skipped && page.add(item(table, rows.getBytes(1), rows.getInt(2)))) {
                return page.page(true);
            }
        }
        return page.page(false);
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
            throw StoreException.damaged(path, "an item of table '" + table.name() + "'", e);
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
}
