package io.dynalatch.embedded.internal.store;

import io.dynalatch.embedded.StorePathException;
import io.dynalatch.embedded.internal.system.SystemAdapter;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteOpenMode;
import org.sqlite.jdbc4.JDBC4Connection;

/** Opens the file of a store, after all that could be wrong with its path was ruled out; and makes new files. */
final class StoreFile {
    /** "DYLT", in the header of every file of ours, so that a foreign database is never taken for one. */
    static final int APPLICATION_ID = 0x44594c54;

    /** The version of the tables below. A file with another one is refused, never changed. */
    static final int FORMAT = 2;

    /** File systems on which SQLite's locks or shared memory do not work between hosts. */
    private static final Set<String> NETWORK = Set.of(
            "nfs",
            "nfs4",
            "cifs",
            "smb",
            "smb2",
            "smb3",
            "smbfs",
            "9p",
            "afs",
            "ceph",
            "glusterfs",
            "lustre",
            "gpfs",
            "ncpfs",
            "davfs",
            "webdav",
            "afpfs",
            "beegfs",
            "orangefs",
            "ocfs2",
            "gfs2");

    private static final String SCHEMA = """
            create table tables(
                id integer primary key autoincrement,
                name text not null unique,
                description blob not null) strict;
            create table items(
                table_id integer not null,
                partition_key blob not null,
                sort_key blob not null,
                bytes integer not null,
                item blob not null,
                primary key(table_id, partition_key, sort_key)) strict, without rowid;
            create table entries(
                table_id integer not null,
                index_name text not null,
                partition_key blob not null,
                sort_key blob not null,
                item_partition blob not null,
                item_sort blob not null,
                primary key(table_id, index_name, partition_key, sort_key, item_partition, item_sort))
                strict, without rowid;
            create table tokens(
                name text not null primary key,
                content text not null,
                until_millis integer not null) strict, without rowid;
            create index tokens_by_end on tokens(until_millis);
            """;

    private StoreFile() {}

    /** Opens {@code path}, and makes it where there is none. */
    static SQLiteConnection open(Path asked, Duration busyTimeout) {
        Path path = asked.toAbsolutePath();
        checkDirectory(path);
        if (Files.notExists(path)) {
            create(path);
        }
        checkFile(path);
        try {
            SQLiteConnection connection = connect(path, busyTimeout, SQLiteOpenMode.READWRITE);
            boolean ours = false;
            try {
                checkHeader(path, connection);
                ours = true;
                return connection;
            } finally {
                if (!ours) {
                    connection.close();
                }
            }
        } catch (SQLException e) {
            throw unusable(path, e);
        }
    }

    /** Whether locks on a file system of that type cannot be trusted between the hosts that share it. */
    static boolean network(String type) {
        return NETWORK.contains(type) || (type.startsWith("fuse.") && !type.equals("fuse.fuse-overlayfs"));
    }

    private static void checkDirectory(Path path) {
        Path directory = path.getParent();
        if (directory == null || Files.isDirectory(path)) {
            throw new StorePathException(path, "expected a file, found a directory; name a file in it", null);
        }
        if (!Files.isDirectory(directory)) {
            throw new StorePathException(
                    path, "its directory '" + directory + "' does not exist; make it, or name another path", null);
        }
        if (!Files.isWritable(directory)) {
            throw new StorePathException(
                    path,
                    "its directory '" + directory + "' is not writable, which SQLite needs for its log; change its"
                            + " permissions, or name another path",
                    null);
        }
        String type = fileSystem(path, directory);
        if (network(type)) {
            throw new StorePathException(
                    path,
                    "expected a local file system, found '" + type + "', whose file locks cannot be trusted; name a"
                            + " path on a local disk, or use DynamoDB to coordinate several hosts",
                    null);
        }
    }

    private static String fileSystem(Path path, Path directory) {
        try {
            return Files.getFileStore(directory).type();
        } catch (IOException e) {
            throw new StorePathException(
                    path, "the file system of '" + directory + "' cannot be told: " + e.getMessage(), e);
        }
    }

    private static void checkFile(Path path) {
        if (!Files.isRegularFile(path)) {
            throw new StorePathException(path, "expected a regular file; name another path", null);
        }
        if (!Files.isReadable(path) || !Files.isWritable(path)) {
            throw new StorePathException(
                    path, "the file is not readable and writable for this user; change its permissions", null);
        }
        if (path.toFile().length() == 0) {
            throw new StorePathException(
                    path,
                    "expected a store, found an empty file; if nothing was ever kept in it, delete it and it will be"
                            + " made anew",
                    null);
        }
    }

    private static void checkHeader(Path path, SQLiteConnection connection) throws SQLException {
        int application = pragma(connection, "application_id");
        int format = pragma(connection, "user_version");
        if (application != APPLICATION_ID) {
            throw new StorePathException(
                    path, "expected a store of this engine, found another SQLite database; name another path", null);
        }
        if (format != FORMAT) {
            throw new StorePathException(
                    path,
                    "expected store format " + FORMAT + ", found " + format + "; "
                            + (format > FORMAT
                                    ? "use the newer version that made it"
                                    : "no released version made it: move it away"),
                    null);
        }
    }

    /**
     * Makes a complete store beside the path and links it to its name in one step, so that a process that dies here
     * leaves no half-made file, two that start at once get one file, and an empty file is always a damaged one.
     */
    private static void create(Path path) {
        Path fresh = path.resolveSibling("." + path.getFileName() + ".new-" + SystemAdapter.uniqueSuffix());
        try {
            try (SQLiteConnection connection =
                            connect(fresh, Duration.ZERO, SQLiteOpenMode.READWRITE, SQLiteOpenMode.CREATE);
                    Statement statement = connection.createStatement()) {
                statement.executeUpdate("pragma journal_mode = wal");
                statement.executeUpdate("begin; " + SCHEMA + " pragma application_id = " + APPLICATION_ID
                        + "; pragma user_version = " + FORMAT + "; commit");
            }
            Files.createLink(path, fresh);
        } catch (FileAlreadyExistsException e) {
            return; // Another process was quicker; its file is as good.
        } catch (IOException | UnsupportedOperationException | SQLException e) {
            throw new StorePathException(path, "the file cannot be made: " + e.getMessage() + "; name another path", e);
        } finally {
            fresh.toFile().delete();
        }
    }

    private static SQLiteConnection connect(Path path, Duration busyTimeout, SQLiteOpenMode... modes)
            throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setBusyTimeout((int) busyTimeout.toMillis());
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        config.resetOpenMode(SQLiteOpenMode.READWRITE);
        for (SQLiteOpenMode mode : modes) {
            config.setOpenMode(mode);
        }
        String uri = "file:" + path.toUri().getRawPath(); // Escaped: a '?' in a bare path would begin options.
        return new JDBC4Connection("jdbc:sqlite:" + uri, uri, config.toProperties());
    }

    private static int pragma(SQLiteConnection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("pragma " + name)) {
            return row.getInt(1);
        }
    }

    private static StorePathException unusable(Path path, SQLException e) {
        SQLiteErrorCode code =
                e instanceof SQLiteException sqlite ? sqlite.getResultCode() : SQLiteErrorCode.UNKNOWN_ERROR;
        String problem = switch (code) {
            case SQLITE_NOTADB -> "expected a store of this engine, found another kind of file; name another" + " path";
            case SQLITE_CORRUPT -> "the file is damaged or cut off; restore it from a copy";
            default -> "SQLite says " + e.getMessage();
        };
        return new StorePathException(path, problem, e);
    }
}
