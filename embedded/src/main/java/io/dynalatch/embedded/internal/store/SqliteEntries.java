package io.dynalatch.embedded.internal.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The order of tables and of their indexes in the file. An entry of an index leads to its item and has no copy of it.
 */
final class SqliteEntries {
    private static final String KEY = "(i.partition_key, i.sort_key)";
    private static final String ENTRY = "(e.partition_key, e.sort_key, e.item_partition, e.item_sort)";

    /** The order of a cross join is the order of the loops: SQLite must not begin with the items. */
    private static final String FROM_ENTRIES = "select i.item, i.bytes, e.partition_key from entries e"
            + " cross join items i on i.table_id = e.table_id and i.partition_key = e.item_partition"
            + " and i.sort_key = e.item_sort where e.table_id = ? and e.index_name = ?";

    private static final String FROM_ITEMS =
            "select i.item, i.bytes, i.partition_key from items i where i.table_id = ?";

    private final SqliteSession session;

    SqliteEntries(SqliteSession session) {
        this.session = session;
    }

    /** The item, its size and the partition key that it is ordered by, for each item of a walk. */
    ResultSet select(Table table, Walk walk) throws SQLException {
        return walk.index() == null ? selectItems(table, walk) : selectEntries(table, walk.index(), walk);
    }

    private ResultSet selectItems(Table table, Walk walk) throws SQLException {
        PreparedStatement select = session.statement(FROM_ITEMS
                + range(KEY, "(?, ?)", walk)
                + (walk.backward()
                        ? " order by i.partition_key desc, i.sort_key desc"
                        : " order by i.partition_key, i.sort_key"));
        select.setLong(1, table.id());
        set(select, 2, walk.low().key());
        if (walk.high() != null) {
            set(select, 4, walk.high().key());
        }
        return select.executeQuery();
    }

    private ResultSet selectEntries(Table table, Index index, Walk walk) throws SQLException {
        String desc = walk.backward() ? " desc" : "";
        PreparedStatement select =
                session.statement(FROM_ENTRIES + range(ENTRY, "(?, ?, ?, ?)", walk) + " order by e.partition_key" + desc
                        + ", e.sort_key" + desc + ", e.item_partition" + desc + ", e.item_sort" + desc);
        select.setLong(1, table.id());
        select.setString(2, index.name());
        set(select, 3, walk.low());
        if (walk.high() != null) {
            set(select, 7, walk.high());
        }
        return select.executeQuery();
    }

    private static String range(String place, String bound, Walk walk) {
        String low = " and " + place + " >= " + bound;
        return walk.high() == null ? low : low + " and " + place + " < " + bound;
    }

    /** Makes the entries of an item what {@code after} asks for. */
    void move(Table table, Index index, ItemKey key, @Nullable StoredItem before, @Nullable StoredItem after)
            throws SQLException {
        EntryKey old = EntryKey.inIndex(index, key, before);
        EntryKey now = EntryKey.inIndex(index, key, after);
        if (Objects.equals(old, now)) {
            return;
        }
        if (old != null) {
            change(
                    "delete from entries where table_id = ? and index_name = ? and partition_key = ? and sort_key = ?"
                            + " and item_partition = ? and item_sort = ?",
                    table,
                    index,
                    old);
        }
        if (now != null) {
            change(
                    "insert into entries(table_id, index_name, partition_key, sort_key, item_partition, item_sort)"
                            + " values(?, ?, ?, ?, ?, ?)",
                    table,
                    index,
                    now);
        }
    }

    private void change(String sql, Table table, Index index, EntryKey entry) throws SQLException {
        PreparedStatement change = session.statement(sql);
        change.setLong(1, table.id());
        change.setString(2, index.name());
        set(change, 3, entry);
        change.executeUpdate();
    }

    /** Removes all entries of an index. */
    void drop(Table table, Index index) throws SQLException {
        PreparedStatement delete = session.statement("delete from entries where table_id = ? and index_name = ?");
        delete.setLong(1, table.id());
        delete.setString(2, index.name());
        delete.executeUpdate();
    }

    /** Removes all entries of a table. */
    void drop(Table table) throws SQLException {
        PreparedStatement delete = session.statement("delete from entries where table_id = ?");
        delete.setLong(1, table.id());
        delete.executeUpdate();
    }

    private static void set(PreparedStatement statement, int at, EntryKey entry) throws SQLException {
        set(statement, at, entry.key());
        set(statement, at + 2, entry.item());
    }

    private static void set(PreparedStatement statement, int at, ItemKey key) throws SQLException {
        statement.setBytes(at, key.partition());
        statement.setBytes(at + 1, key.sort());
    }
}
