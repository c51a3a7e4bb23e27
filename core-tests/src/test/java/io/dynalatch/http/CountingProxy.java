package io.dynalatch.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands between a client and a DynamoDB endpoint: counts requests on the wire, and can lose answers. */
final class CountingProxy implements AutoCloseable {
    private static final String TARGET = "X-Amz-Target";
    private static final List<String> PASSED = List.of(TARGET, "Authorization", "Content-Type", "X-Amz-Date");

    private final URI endpoint;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final Map<String, AtomicInteger> requests = new ConcurrentHashMap<>();
    private final AtomicInteger answersToLose = new AtomicInteger();
    private volatile String losing = "";

    CountingProxy(URI endpoint) throws IOException {
        this.endpoint = endpoint;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::pass);
        server.setExecutor(threads);
        server.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    int requests() {
        return requests.values().stream().mapToInt(AtomicInteger::get).sum();
    }

    int requests(String operation) {
        return requests.getOrDefault(operation, new AtomicInteger()).get();
    }

    /**
     * The answers of the next so many requests whose body has this text are lost, after the endpoint has given them.
     */
    void loseAnswers(int count, String bodyText) {
        losing = bodyText;
        answersToLose.set(count);
    }

    int answersStillToLose() {
        return answersToLose.get();
    }

    private void pass(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String target = String.valueOf(exchange.getRequestHeaders().getFirst(TARGET));
        requests.computeIfAbsent(target.substring(target.indexOf('.') + 1), operation -> new AtomicInteger())
                .incrementAndGet();
        HttpRequest.Builder request =
                HttpRequest.newBuilder(endpoint).POST(HttpRequest.BodyPublishers.ofByteArray(body));
        for (String header : PASSED) {
            String value = exchange.getRequestHeaders().getFirst(header);
            if (value != null) {
                request.header(header, value);
            }
        }
        try (exchange) {
            HttpResponse<byte[]> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            if (loses(new String(body, StandardCharsets.UTF_8))) {
                return; // closing the exchange without an answer breaks the connection
            }
            for (String header : List.of("Content-Type", "x-amz-crc32", "x-amzn-RequestId")) {
                answer.headers()
                        .firstValue(header)
                        .ifPresent(value -> exchange.getResponseHeaders().set(header, value));
            }
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean loses(String body) {
        return body.contains(losing) && answersToLose.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
