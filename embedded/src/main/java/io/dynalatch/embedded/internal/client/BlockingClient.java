package io.dynalatch.embedded.internal.client;

/** The blocking client: every call runs in the caller's thread. */
public final class BlockingClient extends UnsupportedBlocking {
    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    /** Does nothing: the engine owns what there is to close. */
    @Override
    public void close() {}
}
