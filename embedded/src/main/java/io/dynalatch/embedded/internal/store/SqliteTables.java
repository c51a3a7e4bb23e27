package io.dynalatch.embedded.internal.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the file knows of tables, without their items. */
final class SqliteTables {
    private final SqliteSession session;
    private final Path path;

    SqliteTables(SqliteSession session, Path path) {
        this.session = session;
        this.path = path;
    }

    @Nullable
    Table find(String name) throws SQLException {
        PreparedStatement select = session.statement("select id, description from tables where name = ?");
        select.setString(1, name);
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? TableCodec.decode(row.getLong(1), name, row.getBytes(2)) : null;
        } catch (IOException e) {
            throw StoreException.damaged(path, "the description of table '" + name + "'", e);
        }
    }

    /** The table as it is now. */
    Table checkThere(Table table) throws SQLException {
        Table found = find(table.name());
        if (found == null || found.id() != table.id()) {
            throw new TableGoneException(table);
        }
        return found;
    }

    List<String> names(String after, int limit) throws SQLException {
        PreparedStatement select = session.statement("select name from tables where name > ? order by name limit ?");
        select.setString(1, after);
        select.setInt(2, limit);
        List<String> names = new ArrayList<>();
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    void insert(Table table) throws SQLException {
        PreparedStatement insert = session.statement("insert into tables(name, description) values(?, ?)");
        insert.setString(1, table.name());
        insert.setBytes(2, TableCodec.encode(table));
        insert.executeUpdate();
    }

    void update(Table changed) throws SQLException {
        PreparedStatement update = session.statement("update tables set description = ? where id = ?");
        update.setBytes(1, TableCodec.encode(changed));
        update.setLong(2, changed.id());
        update.executeUpdate();
    }

    /** Removes the table; false where it was gone. */
    boolean delete(Table table) throws SQLException {
        PreparedStatement delete = session.statement("delete from tables where id = ?");
        delete.setLong(1, table.id());
        return delete.executeUpdate() > 0;
    }
}
