package io.dynalatch.embedded.internal.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.concurrent.Semaphore;

/**
 * Reads request bodies, and bounds the memory for them: any number of small ones, and a few large ones at a time. The
 * others wait. Thread-safe.
 */
final class Bodies {
    private static final int SMALL_BYTES_MAX = 64 * 1024;
    private static final int LARGE_AT_ONCE = 4;
    /** What is read of a body that is too large, and forgotten: a client that still sends would not see the refusal. */
    private static final long SKIPPED_BYTES_MAX = 64L * 1024 * 1024;

    private final Semaphore large = new Semaphore(LARGE_AT_ONCE);

    /** What is done with a body. */
    interface Use {
        Answer answer(byte[] body);
    }

    /** Reads a body and answers it; what {@code use} makes of a large one is counted as its memory too. */
    Answer answer(InputStream input, Use use) throws IOException, WireException {
        byte[] start = input.readNBytes(SMALL_BYTES_MAX);
        if (start.length < SMALL_BYTES_MAX) {
            return use.answer(start);
        }
        try {
            large.acquire();
        } catch (InterruptedException late) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("too many large requests at once");
        }
        try {
            return use.answer(rest(start, input));
        } finally {
            large.release();
        }
    }

    private static byte[] rest(byte[] start, InputStream input) throws IOException, WireException {
        byte[] rest = input.readNBytes(Endpoint.BODY_BYTES_MAX + 1 - start.length);
        if (start.length + rest.length > Endpoint.BODY_BYTES_MAX) {
            skip(input);
            throw WireException.tooLarge("Request body exceeded the maximum of " + Endpoint.BODY_BYTES_MAX + " bytes");
        }
        byte[] body = Arrays.copyOf(start, start.length + rest.length);
        System.arraycopy(rest, 0, body, start.length, rest.length);
        return body;
    }

    private static void skip(InputStream input) throws IOException {
        byte[] buffer = new byte[SMALL_BYTES_MAX];
        long skipped = 0;
        int read = 0;
        while (read >= 0 && skipped < SKIPPED_BYTES_MAX) {
            skipped += read;
            read = input.read(buffer);
        }
    }
}
