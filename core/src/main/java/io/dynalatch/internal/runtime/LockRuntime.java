package io.dynalatch.internal.runtime;

import io.dynalatch.*;
import io.dynalatch.internal.dynamo.DynamoPort;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Not built yet. */
public final class LockRuntime {
    public LockRuntime(Settings settings, SystemAdapters system, DynamoPort port, List<LockListener> listeners) {}

    private static UnsupportedOperationException missing() {
        return new UnsupportedOperationException("not built yet");
    }

    public <T> T join(CompletableFuture<T> future) throws InterruptedException {
        throw missing();
    }

    public CompletableFuture<Acquisition> acquire(LockName name, AcquireOptions options, boolean waiting) {
        throw missing();
    }

    public <T, X extends Exception> T withLock(HeldLock lock, LockBody<T, X> body) throws X {
        throw missing();
    }

    public CompletableFuture<LockView> inspect(LockName name) {
        throw missing();
    }

    public Stream<LockView> list() {
        throw missing();
    }

    public List<HeldLock> held() {
        throw missing();
    }

    public List<Watch> watches() {
        throw missing();
    }

    public void resume(Watch watch) {
        throw missing();
    }

    public CompletableFuture<Void> createTable(Duration timeout) {
        throw missing();
    }

    public CompletableFuture<Void> validateTable() {
        throw missing();
    }

    public long callbackFailures() {
        return 0;
    }

    public void close() {}
}
