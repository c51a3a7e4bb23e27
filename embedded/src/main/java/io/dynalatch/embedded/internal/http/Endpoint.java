package io.dynalatch.embedded.internal.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.dynalatch.embedded.internal.system.SystemAdapter;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A listening HTTP server in front of a client. What the JDK's server does not bound is bounded here: requests at once
 * by the threads, the time of slow clients by {@link Deadlines}, memory by {@link Bodies}.
 */
public final class Endpoint implements AutoCloseable {
    /** The service's own bound of a request. */
    static final int BODY_BYTES_MAX = 16 * 1024 * 1024;

    private static final String JSON = "application/x-amz-json-1.0";
    private static final long END_SECONDS_MAX = 2;
    private static final byte[] HEALTHY = "healthy: dynalatch\n".getBytes(StandardCharsets.US_ASCII);

    private final HttpServer server;
    private final ExecutorService threads;
    private final Deadlines deadlines;
    private final Bodies bodies = new Bodies();
    private final Protocol protocol;

    private Endpoint(HttpServer server, Protocol protocol, int requestsMax, Duration clientTimeMax) {
        String name = "dynalatch-http-" + server.getAddress().getPort();
        this.server = server;
        this.protocol = protocol;
        threads = SystemAdapter.threads(name, requestsMax);
        deadlines = new Deadlines(clientTimeMax, name + "-deadlines");
    }

    /**
     * Starts to listen.
     *
     * @param client carries the requests out; stays the caller's to close
     * @param address where to listen; port 0 for any that is free
     * @param requestsMax requests that are carried out at once; further ones find their connection closed
     * @param clientTimeMax how long a client may take to send its request, and to take its answer
     * @throws IOException where that address cannot be listened on
     */
    public static Endpoint listen(
            DynamoDbClient client, InetSocketAddress address, int requestsMax, Duration clientTimeMax)
            throws IOException {
        SystemAdapter.prepareHttpServer();
        HttpServer server = HttpServer.create(address, 0);
        Endpoint endpoint = new Endpoint(server, new Protocol(client), requestsMax, clientTimeMax);
        server.createContext("/", endpoint::handle);
        server.setExecutor(task -> endpoint.threads.execute(() -> endpoint.deadlines.bounded(task)));
        server.start();
        return endpoint;
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Content-Type", "text/plain");
                send(exchange, 200, HEALTHY);
                return;
            }
            Answer answer = answer(exchange);
            if (answer == null) {
                return; // An exchange that is closed without an answer closes its connection.
            }
            Headers headers = exchange.getResponseHeaders();
            headers.set("Content-Type", JSON);
            headers.set("x-amzn-RequestId", answer.requestId());
            headers.set("x-amz-crc32", crc32(answer.body()));
            if (answer.status() == 413) {
                headers.set("Connection", "close");
            }
            send(exchange, answer.status(), answer.body());
        }
    }

    private @Nullable Answer answer(HttpExchange exchange) throws IOException {
        try {
            if (!exchange.getRequestMethod().equals("POST")
                    || !"/".equals(exchange.getRequestURI().getPath())) {
                throw WireException.unknownOperation(404, "expected POST and the path /");
            }
            String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
            return bodies.answer(
                    exchange.getRequestBody(), body -> deadlines.unbounded(() -> protocol.answer(target, body)));
        } catch (WireException refusal) {
            return protocol.answer(refusal);
        }
    }

    private static String crc32(byte[] body) {
        CRC32 crc = new CRC32();
        crc.update(body);
        return Long.toString(crc.getValue());
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length);
        try (OutputStream output = exchange.getResponseBody()) {
            output.write(body);
        }
    }

    /** Answers what is being carried out, for two seconds at most, and closes all connections. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            boolean ignored = threads.awaitTermination(END_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        server.stop(0);
        threads.shutdownNow();
        deadlines.close();
    }
}
