package io.dynalatch.benchmarks;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A kept connection that speaks just enough HTTP to time a server. Not thread-safe. */
final class RawConnection implements Closeable {
    private final Socket socket;
    private final InputStream input;
    private final String head;

    RawConnection(URI endpoint) throws IOException {
        socket = new Socket(endpoint.getHost(), endpoint.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(20_000);
        input = new BufferedInputStream(socket.getInputStream());
        // No server of the comparison checks the signature; dynalite wants one to be there.
        head = "Host: " + endpoint.getAuthority() + "\r\nContent-Type: application/x-amz-json-1.0\r\n"
                + "X-Amz-Date: 20260101T000000Z\r\nAuthorization: AWS4-HMAC-SHA256 "
                + "Credential=test/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host;x-amz-date, Signature=0\r\n";
    }

    /** Sends a request and takes its answer; anything but status 200 is an {@link IOException}. */
    void call(String operation, String body) throws IOException {
        byte[] bytes = ("POST / HTTP/1.1\r\n" + head + "X-Amz-Target: DynamoDB_20120810." + operation
                        + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
        socket.getOutputStream().write(bytes);
        String status = line();
        int length = -1;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        header.substring(header.indexOf(':') + 1).trim());
            }
        }
        byte[] answer = input.readNBytes(length);
        if (!status.contains(" 200 ")) {
            throw new IOException(operation + ": " + status + ": " + new String(answer, StandardCharsets.UTF_8));
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = input.read(); next != '\n'; next = input.read()) {
            if (next < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
