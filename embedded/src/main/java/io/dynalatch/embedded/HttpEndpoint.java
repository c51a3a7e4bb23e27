package io.dynalatch.embedded;

import io.dynalatch.embedded.internal.http.Endpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * An engine that listens for DynamoDB's JSON protocol over HTTP, as the SDKs of all languages speak it. It accepts any
 * credentials and any region. Thread-safe.
 *
 * <p>What the engine does not have is answered with {@code UnknownOperationException} (status 400) and a message that
 * names it.
 */
public final class HttpEndpoint implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final Duration CLIENT_TIME_MIN = Duration.ofMillis(10);
    private static final Duration CLIENT_TIME_MAX = Duration.ofMinutes(10);
    private static final int REQUESTS_MAX = 10_000;

    private final Endpoint endpoint;
    private final InetAddress host;
    private final Set<HttpEndpoint> open;

    private HttpEndpoint(Endpoint endpoint, InetAddress host, Set<HttpEndpoint> open) {
        this.endpoint = endpoint;
        this.host = host;
        this.open = open;
    }

    /** Where it listens, as clients take it: {@code http://127.0.0.1:8000}. */
    public URI uri() {
        // The server itself calls the address for all networks by its IPv6 name.
        String address = host.getHostAddress();
        return URI.create("http://" + (address.contains(":") ? "[" + address + "]" : address) + ":" + port());
    }

    /** The port that it listens on; never 0. */
    public int port() {
        return endpoint.address().getPort();
    }

    /**
     * Stops to listen. Requests that are being carried out are answered, for two seconds at most; then all connections
     * are closed. The engine stays open.
     */
    @Override
    public void close() {
        if (open.remove(this)) {
            endpoint.close();
        }
    }

    /** The settings of an endpoint. Not thread-safe. */
    public static final class Builder {
        private final DynamoDbClient client;
        private final Set<HttpEndpoint> open;
        private String host = LOOPBACK;
        private int port;
        private int requestsMax = 256;
        private Duration clientTime = Duration.ofSeconds(30);

        Builder(DynamoDbClient client, Set<HttpEndpoint> open) {
            this.client = client;
            this.open = open;
        }

        /**
         * The address to listen on; {@code 127.0.0.1} by default. On any other than a loopback address, everybody who
         * reaches it can read and change everything: there are no credentials.
         *
         * @param address a name or an IP address of this host; {@code 0.0.0.0} for all of them
         */
        public Builder host(String address) {
            host = address;
            return this;
        }

        /**
         * The port to listen on.
         *
         * @param number 1 to 65,535, or 0 for any that is free, the default
         * @throws IllegalArgumentException for a number outside its bounds
         */
        public Builder port(int number) {
            if (number < 0 || number > 65_535) {
                throw new IllegalArgumentException("port must be between 0 and 65535, but was " + number);
            }
            port = number;
            return this;
        }

        /**
         * How many requests are carried out at once, each in a thread. A further one finds its connection closed, which
         * SDKs answer with a retry.
         *
         * @param requests 1 to 10,000; 256 by default
         * @throws IllegalArgumentException for a number outside its bounds
         */
        public Builder requestsMax(int requests) {
            if (requests < 1 || requests > REQUESTS_MAX) {
                throw new IllegalArgumentException(
                        "requestsMax must be between 1 and " + REQUESTS_MAX + ", but was " + requests);
            }
            requestsMax = requests;
            return this;
        }

        /**
         * How long a client may take to send a request, and again to take the answer; after that, its connection is
         * closed. The engine's own time does not count.
         *
         * @param time 10 ms to 10 min; 30 s by default; kept to a quarter of it
         * @throws IllegalArgumentException for a time outside its bounds
         */
        public Builder clientTimeMax(Duration time) {
            if (time.compareTo(CLIENT_TIME_MIN) < 0 || time.compareTo(CLIENT_TIME_MAX) > 0) {
                throw new IllegalArgumentException("clientTimeMax must be between " + CLIENT_TIME_MIN + " and "
                        + CLIENT_TIME_MAX + ", but was " + time);
            }
            clientTime = time;
            return this;
        }

        /**
         * Starts to listen.
         *
         * @throws UncheckedIOException where the address is unknown or cannot be listened on; the message names it
         */
        public HttpEndpoint start() {
            InetSocketAddress address = new InetSocketAddress(host, port);
            try {
                if (address.isUnresolved()) {
                    throw new IOException("unknown host");
                }
                HttpEndpoint endpoint = new HttpEndpoint(
                        Endpoint.listen(client, address, requestsMax, clientTime), address.getAddress(), open);
                open.add(endpoint);
                return endpoint;
            } catch (IOException unusable) {
                throw new UncheckedIOException(
                        "cannot listen on " + host + ":" + port + ": " + unusable.getMessage()
                                + "; choose another port, or end what listens there",
                        unusable);
            }
        }
    }
}
