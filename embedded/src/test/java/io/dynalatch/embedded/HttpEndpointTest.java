package io.dynalatch.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@Timeout(60)
class HttpEndpointTest {
    private static final String GET = "{\"TableName\":\"locks\",\"Key\":{\"pk\":{\"S\":\"a\"}}}";
    private static final Duration SHORT = Duration.ofMillis(200);

    private final HttpClient http = HttpClient.newHttpClient();
    private EmbeddedDynamoDb engine;
    private HttpEndpoint endpoint;

    @BeforeEach
    void open_the_engine() {
        engine = EmbeddedDynamoDb.inMemory();
        engine.client().createTable(Tables.locks());
        Tables.put(engine.client(), "locks", Map.of("pk", Tables.s("a")));
        endpoint = engine.serve(0);
    }

    @AfterEach
    void close_the_engine() {
        engine.close();
    }

    private HttpResponse<String> send(String method, String path, byte[] body) throws Exception {
        return http.send(
                HttpRequest.newBuilder(endpoint.uri().resolve(path))
                        .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
                        .header("X-Amz-Target", "DynamoDB_20120810.GetItem")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void an_answer_has_the_headers_that_sdks_look_at() throws Exception {
        HttpResponse<String> answer = send("POST", "/", GET.getBytes(StandardCharsets.UTF_8));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"Item\":{\"pk\":{\"S\":\"a\"}}}");
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/x-amz-json-1.0");
        assertThat(answer.headers().firstValue("x-amzn-RequestId").orElseThrow())
                .isNotEmpty();
        CRC32 crc = new CRC32();
        crc.update(answer.body().getBytes(StandardCharsets.UTF_8));
        assertThat(answer.headers().firstValueAsLong("x-amz-crc32")).hasValue(crc.getValue());
        ZonedDateTime date = ZonedDateTime.parse(
                answer.headers().firstValue("Date").orElseThrow(), DateTimeFormatter.RFC_1123_DATE_TIME);
        assertThat(Duration.between(date, ZonedDateTime.now(date.getZone())).abs())
                .isLessThan(Duration.ofMinutes(1));
    }

    @Test
    void an_error_has_them_too_and_leaves_the_connection_open() throws Exception {
        try (RawHttp connection = new RawHttp(endpoint.uri())) {
            String error = connection.send(RawHttp.request("GetItem", "{")).answer();
            String answer = connection.send(RawHttp.request("GetItem", GET)).answer();

            assertThat(error)
                    .startsWith("HTTP/1.1 400 ")
                    .containsIgnoringCase("\r\nx-amzn-requestid: ")
                    .containsIgnoringCase("\r\nx-amz-crc32: ")
                    .contains("{\"__type\":\"com.amazon.coral.service#SerializationException\"");
            assertThat(answer).startsWith("HTTP/1.1 200 ").endsWith("{\"Item\":{\"pk\":{\"S\":\"a\"}}}");
        }
    }

    @Test
    void it_says_that_it_is_healthy() throws Exception {
        HttpResponse<String> answer =
                http.send(HttpRequest.newBuilder(endpoint.uri()).build(), HttpResponse.BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).startsWith("healthy: ");
    }

    @Test
    void other_methods_and_paths_are_not_found() throws Exception {
        for (HttpResponse<String> answer :
                List.of(send("PUT", "/", new byte[0]), send("POST", "/shell", new byte[0]))) {
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body()).contains("com.amazon.coral.service#UnknownOperationException");
        }
    }

    @Test
    void a_body_of_16_megabytes_is_read_and_a_larger_one_refused() throws Exception {
        byte[] largest = new byte[16 * 1024 * 1024];

        HttpResponse<String> read = send("POST", "/", largest);
        HttpResponse<String> refused = send("POST", "/", new byte[largest.length + 1]);
        HttpResponse<String> chunked = http.send(
                HttpRequest.newBuilder(endpoint.uri())
                        .POST(HttpRequest.BodyPublishers.ofInputStream(
                                () -> new java.io.ByteArrayInputStream(new byte[largest.length + 1])))
                        .build(),
                HttpResponse.BodyHandlers.ofString());

        assertThat(read.statusCode()).isEqualTo(400);
        assertThat(read.body()).contains("SerializationException");
        assertThat(refused.statusCode()).isEqualTo(chunked.statusCode()).isEqualTo(413);
        assertThat(refused.body()).contains("RequestEntityTooLargeException", "16777216");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST / HT",
                "POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz",
                "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{\"Tab",
                "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"Ta"
            })
    void a_client_that_stops_in_the_middle_is_cut_off(String half) throws Exception {
        try (HttpEndpoint strict = engine.endpoint().clientTimeMax(SHORT).start();
                RawHttp connection = new RawHttp(strict.uri())) {
            connection.send(half);

            assertThat(connection.ends()).isTrue();
        }
    }

    @Test
    void a_client_that_drips_is_cut_off() throws Exception {
        try (HttpEndpoint strict = engine.endpoint().clientTimeMax(SHORT).start();
                RawHttp connection = new RawHttp(strict.uri())) {
            connection.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n");

            assertThatThrownBy(() -> {
                        while (true) {
                            connection.send("x");
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void a_client_that_takes_no_answer_is_cut_off() throws Exception {
        Tables.put(engine.client(), "locks", Map.of("pk", Tables.s("a"), "x", Tables.s("y".repeat(400_000))));
        try (HttpEndpoint strict =
                        engine.endpoint().clientTimeMax(SHORT).requestsMax(1).start();
                RawHttp connection = new RawHttp(strict.uri())) {
            String requests = RawHttp.request("GetItem", GET).repeat(100);

            assertThatThrownBy(() -> {
                        while (true) {
                            connection.send(requests);
                        }
                    })
                    .isInstanceOf(IOException.class);
            assertThat(answerOf(strict.uri())).startsWith("HTTP/1.1 200 ");
        }
    }

    private static String answerOf(URI endpoint) throws IOException {
        try (RawHttp connection = new RawHttp(endpoint)) {
            return connection.send(RawHttp.request("GetItem", GET)).answer();
        }
    }

    @Test
    void a_request_beyond_the_bound_finds_its_connection_closed_and_the_others_go_on() throws Exception {
        try (HttpEndpoint narrow = engine.endpoint().requestsMax(1).start();
                RawHttp first = new RawHttp(narrow.uri())) {
            String request = RawHttp.request("GetItem", GET);
            first.send(request.substring(0, 10));
            try (RawHttp second = new RawHttp(narrow.uri())) {
                boolean refused = false;
                while (!refused) {
                    refused = isRefused(second, request);
                }
            }

            assertThat(first.send(request.substring(10)).answer()).startsWith("HTTP/1.1 200 ");
        }
    }

    /** Whether the server closes a connection instead of answering. */
    private static boolean isRefused(RawHttp connection, String request) {
        try {
            return connection.send(request).answer().isEmpty();
        } catch (IOException reset) {
            return true;
        }
    }

    @Test
    void several_endpoints_show_one_engine() {
        try (DynamoDbClient one = HttpClients.client(endpoint.uri());
                DynamoDbClient two = HttpClients.client(engine.serve(0).uri())) {
            Tables.put(one, "locks", Map.of("pk", Tables.s("b")));

            assertThat(Tables.get(two, "b"))
                    .isEqualTo(Tables.get(engine.client(), "b"))
                    .isNotEmpty();
        }
    }

    @Test
    void a_closed_endpoint_listens_no_more_and_leaves_the_engine_open() throws Exception {
        int port = endpoint.port();

        endpoint.close();
        endpoint.close();

        new ServerSocket(port).close();
        assertThat(Tables.get(engine.client(), "a")).isNotEmpty();
    }

    @Test
    void an_engine_closes_its_endpoints() throws Exception {
        engine.close();

        assertThatThrownBy(() -> answerOf(endpoint.uri())).isInstanceOf(IOException.class);
    }

    @Test
    void an_address_that_cannot_be_listened_on_is_told() {
        assertThatThrownBy(() -> engine.serve(endpoint.port()))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("cannot listen on 127.0.0.1:" + endpoint.port());
        assertThatThrownBy(() -> engine.endpoint().host("no such host").start())
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("no such host");
    }

    @Test
    void settings_have_bounds() {
        assertThatThrownBy(() -> engine.serve(65_536)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> engine.serve(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> engine.endpoint().requestsMax(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> engine.endpoint().clientTimeMax(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
