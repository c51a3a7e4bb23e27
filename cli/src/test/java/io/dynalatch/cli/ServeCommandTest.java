package io.dynalatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dynalatch.cli.CommandProcess.Setup;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class ServeCommandTest {
    private static final String TABLE = "{\"TableName\":\"orders\",\"BillingMode\":\"PAY_PER_REQUEST\","
            + "\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"}],"
            + "\"AttributeDefinitions\":[{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"}]}";

    @TempDir
    Path directory;

    Setup setup;

    @BeforeEach
    void setUp() {
        setup = new Setup(directory);
    }

    /** Waits for the one line on standard output. */
    private static URI endpoint(CommandProcess server) {
        server.awaitOutput("\n");
        assertThat(server.output()).matches("http://127\\.0\\.0\\.1:\\d+\n");
        return URI.create(server.output().strip());
    }

    private static String call(URI endpoint, String operation, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(endpoint)
                .header("X-Amz-Target", "DynamoDB_20120810." + operation)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT", "HUP"})
    void it_serves_until_a_signal_ends_it(String signal) throws Exception {
        CommandProcess server = setup.start("serve", "--port", "0");
        URI endpoint = endpoint(server);

        assertThat(call(endpoint, "ListTables", "{}")).isEqualTo("{\"TableNames\":[]}");
        server.signal(signal);

        assertThat(server.code()).isZero();
        assertThat(server.errors()).isEmpty();
    }

    @Test
    void a_file_keeps_its_tables() throws Exception {
        String file = setup.file("tables.db").toString();
        CommandProcess server = setup.start("serve", "--port=0", "--file", file);
        call(endpoint(server), "CreateTable", TABLE);
        server.signal("TERM");
        assertThat(server.code()).isZero();

        CommandProcess next = setup.start("serve", "-p", "0", "-f", file);

        assertThat(call(endpoint(next), "ListTables", "{}")).isEqualTo("{\"TableNames\":[\"orders\"]}");
        next.signal("TERM");
        assertThat(next.code()).isZero();
    }

    @Test
    void a_new_table_may_take_its_time() throws Exception {
        CommandProcess server = setup.start("serve", "--port", "0", "--table-creation-delay", "1h");

        assertThat(call(endpoint(server), "CreateTable", TABLE)).contains("\"TableStatus\":\"CREATING\"");
        server.signal("TERM");
        assertThat(server.code()).isZero();
    }

    @Test
    void an_address_of_the_network_needs_a_word_more_and_is_warned_of() throws Exception {
        CommandProcess refused = setup.run("serve", "--port", "0", "--host", "0.0.0.0");
        CommandProcess server = setup.start("serve", "--port", "0", "--host", "0.0.0.0", "--allow-remote");

        assertThat(refused.code()).isEqualTo(64);
        assertThat(refused.errors()).contains("add --allow-remote");
        server.awaitOutput("http://0.0.0.0:");
        assertThat(server.errors()).contains("there are no credentials");
        server.signal("TERM");
        assertThat(server.code()).isZero();
    }

    @Test
    void a_port_that_is_taken_is_told() throws Exception {
        CommandProcess server = setup.start("serve", "--port", "0");
        int port = endpoint(server).getPort();

        CommandProcess second = setup.run("serve", "--port", String.valueOf(port));

        assertThat(second.code()).isEqualTo(78);
        assertThat(second.errors())
                .contains("cannot listen on 127.0.0.1:" + port)
                .hasLineCount(1);
        assertThat(second.output()).isEmpty();
        server.signal("TERM");
        assertThat(server.code()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--port 65536|64",
                "--port -1|64",
                "--port http|64",
                "--host no-such-host.invalid|64",
                "--table-creation-delay 5|64",
                "orders|64",
                "--file /no/such/directory/tables.db|78"
            })
    void wrong_options_are_told(String options, int code) throws Exception {
        CommandProcess refused = setup.run(("serve " + options).split(" "));

        assertThat(refused.code()).isEqualTo(code);
        assertThat(refused.errors()).startsWith("dynalatch: ").hasLineCount(1);
    }
}
