package io.dynalatch.embedded.internal.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The joint changes that were made lately, by their tokens; written in the transaction of the change itself. */
final class SqliteTokens {
    private final SqliteSession session;

    SqliteTokens(SqliteSession session) {
        this.session = session;
    }

    /** The content of the change that was made under this name, or null. */
    @Nullable
    String find(Token token) throws SQLException {
        PreparedStatement select = session.statement("select content from tokens where name = ? and until_millis > ?");
        select.setString(1, token.name());
        select.setLong(2, token.nowMillis());
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? row.getString(1) : null;
        }
    }

    /** Remembers a change, and forgets those whose time is over. */
    void remember(Token token) throws SQLException {
        PreparedStatement delete = session.statement("delete from tokens where until_millis <= ?");
        delete.setLong(1, token.nowMillis());
        delete.executeUpdate();
        PreparedStatement insert =
                session.statement("insert or replace into tokens(name, content, until_millis) values(?, ?, ?)");
        insert.setString(1, token.name());
        insert.setString(2, token.content());
        insert.setLong(3, token.untilMillis());
        insert.executeUpdate();
    }
}
