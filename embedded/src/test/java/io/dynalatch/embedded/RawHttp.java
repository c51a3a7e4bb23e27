package io.dynalatch.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A connection to an endpoint, for requests that no client would send. */
final class RawHttp implements Closeable {
    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket;

    RawHttp(URI endpoint) throws IOException {
        socket = new Socket(endpoint.getHost(), endpoint.getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
    }

    RawHttp send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawHttp send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    RawHttp endOfRequest() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** A whole request, as one text. */
    static String request(String target, String body) {
        return "POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: DynamoDB_20120810." + target
                + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    /** The next answer, its head and its body; what came before the end where the connection was closed. */
    String answer() throws IOException {
        InputStream input = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = input.read();
            if (next < 0) {
                return head.toString();
            }
            head.append((char) next);
        }
        String length = head.toString().replaceAll("(?is).*\r\nContent-Length: *(\\d+).*", "$1");
        return head + new String(input.readNBytes(Integer.parseInt(length)), StandardCharsets.UTF_8);
    }

    /** Whether the server closed the connection without a further byte. */
    boolean ends() throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (java.net.SocketTimeoutException open) {
            return false;
        } catch (java.net.SocketException reset) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
