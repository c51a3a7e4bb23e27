package io.dynalatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.dynalatch.cli.CommandProcess.Setup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreErrorsTest {
    @TempDir
    Path directory;

    Setup setup;

    @BeforeEach
    void setUp() {
        setup = new Setup(directory);
    }

    private CommandProcess refusedRun() throws Exception {
        CommandProcess run = setup.run("run", "-w", "3s", "a", "--", "touch", "started");
        assertThat(directory.resolve("started")).doesNotExist();
        assertThat(run.errors()).as("one line, no trace").hasLineCount(1);
        return run;
    }

    @Test
    void a_directory_that_cannot_be_made_is_78() throws Exception {
        Files.writeString(directory.resolve("file"), "in the way");
        setup.with(Environment.HOME, directory.resolve("file/home").toString());

        CommandProcess run = refusedRun();

        assertThat(run.code()).isEqualTo(78);
        assertThat(run.errors()).contains("file/home", "DYNALATCH_HOME");
    }

    @Test
    void no_home_at_all_is_78() throws Exception {
        setup.with(Environment.HOME, "").with("HOME", "");

        CommandProcess run = refusedRun();

        assertThat(run.code()).isEqualTo(78);
        assertThat(run.errors()).contains("set DYNALATCH_HOME");
    }

    @Test
    void a_directory_in_the_stores_place_is_78() throws Exception {
        Path store = Files.createDirectories(setup.home().resolve("locks.db"));

        CommandProcess run = refusedRun();

        assertThat(run.code()).as(run.errors()).isEqualTo(78);
        assertThat(run.errors()).contains(store.toString());
        assertThat(store).isEmptyDirectory();
    }

    @Test
    void a_foreign_file_in_the_stores_place_is_78_and_stays_as_it_is() throws Exception {
        byte[] bytes = new byte[8192];
        new Random(1).nextBytes(bytes);
        Files.createDirectories(setup.home());
        Path store = Files.write(setup.home().resolve("locks.db"), bytes);

        CommandProcess run = refusedRun();

        assertThat(run.code()).as(run.errors()).isEqualTo(78);
        assertThat(run.errors()).contains(store.toString());
        assertThat(store).hasBinaryContent(bytes);
    }

    @Test
    void a_truncated_store_is_78() throws Exception {
        assertThat(setup.run("run", "a", "--", "true").code()).isZero();
        Path store = setup.home().resolve("locks.db");
        byte[] whole = Files.readAllBytes(store);
        Files.write(store, java.util.Arrays.copyOf(whole, whole.length / 2));
        Files.deleteIfExists(setup.home().resolve("locks.db-wal"));
        Files.deleteIfExists(setup.home().resolve("locks.db-shm"));

        CommandProcess run = refusedRun();

        assertThat(run.code()).as(run.errors()).isEqualTo(78);
        assertThat(run.errors()).contains(store.toString());
    }

    @Test
    void an_exported_profile_or_endpoint_does_not_flip_the_store() throws Exception {
        setup.with("AWS_PROFILE", "production").with(Environment.ENDPOINT, "http://localhost:1");

        CommandProcess run = setup.run("run", "-v", "a", "--", "true");

        assertThat(run.code()).isZero();
        assertThat(run.errors()).contains("embedded store " + setup.home());
    }

    @Test
    void no_credentials_is_77() throws Exception {
        try (ServerSocket nobodyAsks = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            setup.with(Environment.TABLE, "locks")
                    .with("AWS_REGION", "eu-west-1")
                    .with(Environment.ENDPOINT, "http://localhost:" + nobodyAsks.getLocalPort());

            CommandProcess run = refusedRun();

            assertThat(run.code()).as(run.errors()).isEqualTo(77);
        }
    }

    @Test
    void no_region_is_78() throws Exception {
        setup.with(Environment.TABLE, "locks");

        CommandProcess run = refusedRun();

        assertThat(run.code()).as(run.errors()).isEqualTo(78);
        assertThat(run.errors()).contains("--region");
    }

    private Setup onTable(String endpoint) {
        return setup.with(Environment.TABLE, "locks")
                .with("AWS_REGION", "eu-west-1")
                .with("AWS_ACCESS_KEY_ID", "key")
                .with("AWS_SECRET_ACCESS_KEY", "secret")
                .with(Environment.ENDPOINT, endpoint);
    }

    @Test
    void an_unreachable_endpoint_is_69() throws Exception {
        int closed;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        onTable("http://localhost:" + closed);

        CommandProcess run = refusedRun();

        assertThat(run.code()).as(run.errors()).isEqualTo(69);
    }

    @Test
    void a_missing_table_is_73_and_denied_access_is_77() throws Exception {
        CommandProcess missing = against("ResourceNotFoundException");
        CommandProcess denied = against("AccessDeniedException");

        assertThat(missing.code()).as(missing.errors()).isEqualTo(73);
        assertThat(missing.errors()).contains("'locks'");
        assertThat(denied.code()).as(denied.errors()).isEqualTo(77);
    }

    /** Runs against a service that refuses everything with one error. */
    private CommandProcess against(String error) throws Exception {
        byte[] body = ("{\"__type\":\"com.amazonaws.dynamodb.v20120810#" + error + "\",\"message\":\"no\"}")
                .getBytes(StandardCharsets.UTF_8);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
                exchange.sendResponseHeaders(400, body.length);
                exchange.getResponseBody().write(body);
            } catch (IOException gone) {
                throw new java.io.UncheckedIOException(gone);
            }
        });
        server.start();
        try {
            onTable("http://localhost:" + server.getAddress().getPort());
            return refusedRun();
        } finally {
            server.stop(0);
        }
    }
}
