package io.dynalatch.embedded.internal.store;

import io.dynalatch.embedded.internal.system.SystemAdapter;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import software.amazon.awssdk.core.exception.AbortedException;

/** One connection to the file, used by one thread at a time, with its statements kept. */
final class SqliteSession implements AutoCloseable {
    private final ReentrantLock guard = new ReentrantLock();
    private final Map<String, PreparedStatement> statements = new HashMap<>(); // guarded by guard
    private final SQLiteConnection connection; // guarded by guard
    private final Path path;
    private final Duration busyTimeout;
    private boolean closed; // guarded by guard

    /** Something to do with the database. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws SQLException;
    }

    SqliteSession(SQLiteConnection connection, Path path, Duration busyTimeout) {
        this.connection = connection;
        this.path = path;
        this.busyTimeout = busyTimeout;
    }

    /** Runs one statement that only reads. */
    <T> T read(long arrivedNanos, Work<T> work) {
        return exclusively(arrivedNanos, work);
    }

    /** Runs statements that only read, and see the database as it was at one moment. */
    <T> T readTogether(long arrivedNanos, Work<T> work) {
        return exclusively(arrivedNanos, () -> transaction("begin", work));
    }

    /**
     * Runs statements in one transaction that holds the file's write lock from its beginning: what is read in it cannot
     * change before it is written, in this process or another.
     */
    <T> T write(long arrivedNanos, Work<T> work) {
        return exclusively(arrivedNanos, () -> transaction("begin immediate", work));
    }

    private <T> T transaction(String begin, Work<T> work) throws SQLException {
        statement(begin).execute();
        boolean committed = false;
        try {
            T answer = work.run();
            statement("commit").execute();
            committed = true;
            return answer;
        } finally {
            if (!committed) {
                rollback();
            }
        }
    }

    /** The prepared statement of that text; only inside {@link #read} and {@link #write}. */
    PreparedStatement statement(String sql) throws SQLException {
        PreparedStatement known = statements.get(sql);
        if (known == null) {
            known = connection.prepareStatement(sql);
            statements.put(sql, known);
        }
        return known;
    }

    @Override
    public void close() {
        guard.lock();
        try {
            if (!closed) {
                closed = true;
                connection.close();
            }
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            guard.unlock();
        }
    }

    private <T> T exclusively(long arrivedNanos, Work<T> work) {
        lock(arrivedNanos);
        try {
            if (closed) {
                throw new IllegalStateException("the embedded engine on '" + path + "' is closed; open a new one");
            }
            connection.getDatabase().busy_timeout((int) TimeUnit.NANOSECONDS.toMillis(patienceNanos(arrivedNanos)));
            return work.run();
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            guard.unlock();
        }
    }

    private void lock(long arrivedNanos) {
        if (guard.tryLock()) {
            return;
        }
        try {
            if (!guard.tryLock(patienceNanos(arrivedNanos), TimeUnit.NANOSECONDS)) {
                throw blocked("a call of this process", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw AbortedException.create("interrupted while waiting for the embedded store; nothing was changed", e);
        }
    }

    /** What is left of the time that the request may wait, never negative. */
    private long patienceNanos(long arrivedNanos) {
        return Math.max(0, busyTimeout.toNanos() - (SystemAdapter.nanos() - arrivedNanos));
    }

    /** Ends a transaction that did not commit; the failure that led here is the one to tell. */
    private void rollback() {
        try {
            if (!connection.getDatabase().isClosed()) {
                statement("rollback").execute();
            }
        } catch (SQLException e) {
            // SQLite has already rolled back by itself, which it does after an I/O error or on a full disk.
            return;
        }
    }

    private StoreException failed(SQLException e) {
        SQLiteErrorCode code =
                e instanceof SQLiteException sqlite ? sqlite.getResultCode() : SQLiteErrorCode.UNKNOWN_ERROR;
        int primary = code.code & 0xff;
        if (primary == SQLiteErrorCode.SQLITE_BUSY.code || primary == SQLiteErrorCode.SQLITE_LOCKED.code) {
            return blocked("another process", e);
        }
        return new StoreException(
                "embedded store '" + path + "' failed: " + e.getMessage() + "; check the disk and the file, then retry",
                e);
    }

    private StoreException blocked(String by, @Nullable Throwable cause) {
        return new StoreException(
                "embedded store '" + path + "' was kept locked for " + busyTimeout.toMillis() + " ms by " + by
                        + "; nothing was changed, retry, and look for a stopped process that has the file open",
                cause);
    }
}
