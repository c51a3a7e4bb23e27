package io.dynalatch.internal.runtime;

import io.dynalatch.LockName;
import io.dynalatch.LockState;
import io.dynalatch.LockView;
import io.dynalatch.internal.dynamo.RowImage;
import io.dynalatch.protocol.Row;
import io.dynalatch.protocol.Sighting;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Says what a client can say about a row. */
final class Views {
    private Views() {}

    static LockView of(LockName name, RowImage image, @Nullable Sighting sighting, LockRuntime runtime) {
        long now = runtime.system().now().nanos();
        boolean watched =
                sighting != null && sighting.recordVersion().equals(image.row().recordVersion());
        long watchedNanos = watched && sighting != null ? Math.max(0, now - sighting.sinceNanos()) : 0;
        return new LockView(
                name,
                state(image.row(), watched ? sighting : null, now, runtime),
                image.owner(),
                image.lease(),
                image.token(),
                image.row().recordVersion(),
                image.holder(),
                image.data(),
                Duration.ofNanos(watchedNanos));
    }

    private static LockState state(Row row, @Nullable Sighting sighting, long now, LockRuntime runtime) {
        return switch (row.standing()) {
            case ABSENT, UNLOCKED -> LockState.FREE;
            case RELEASED -> LockState.RELEASED;
            case HELD -> held(row, sighting, now, runtime);
        };
    }

    private static LockState held(Row row, @Nullable Sighting sighting, long now, LockRuntime runtime) {
        if (runtime.holdsItself(row.holdId())) {
            return LockState.HELD;
        }
        if (sighting == null) {
            return LockState.UNWATCHED;
        }
        if (sighting.expired(now, runtime.settings().clockAllowance())) {
            return LockState.EXPIRED;
        }
        return sighting.alive() ? LockState.HELD : LockState.UNWATCHED;
    }
}
