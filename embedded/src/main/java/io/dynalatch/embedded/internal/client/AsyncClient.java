package io.dynalatch.embedded.internal.client;

import java.util.concurrent.Executor;

/** The asynchronous client: every call runs on the executor, and its failure is always told by the future. */
public final class AsyncClient extends UnsupportedAsync {
    private final Executor executor;

    /** Runs the calls on {@code executor}. */
    public AsyncClient(Executor executor) {
        this.executor = executor;
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    /** Does nothing: the engine owns what there is to close. */
    @Override
    public void close() {}

    @Override
    public String toString() {
        return "AsyncClient[" + executor + "]";
    }
}
