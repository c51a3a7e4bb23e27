package io.dynalatch.cli;

import io.dynalatch.LockClient;
import io.dynalatch.LockName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lets one command go on with what an earlier one on this host has watched of one lock. */
final class Watches {
    private final @Nullable WatchFiles files;
    private final LockName name;
    private final Report report;

    Watches(Path dataDirectory, StoreChoice store, LockName name, Report report) {
        Optional<BootClock> clock = BootClock.of(Path.of("/proc"));
        if (clock.isEmpty()) {
            report.detail("no clock since boot in /proc: what is watched now is not kept for later commands");
        }
        files = clock.map(found -> new WatchFiles(dataDirectory, found, store)).orElse(null);
        this.name = name;
        this.report = report;
    }

    void resume(LockClient client) {
        if (files != null) {
            files.load(name).ifPresent(watch -> {
                report.detail("lock '" + name + "' has been watched for "
                        + watch.watched().toMillis() + " ms before");
                client.resume(watch);
            });
        }
    }

    /** Keeps the client's watch of the lock, or forgets it where there is none any more. */
    void keep(LockClient client) {
        if (files == null) {
            return;
        }
        try {
            var watch = client.watches().stream()
                    .filter(candidate -> candidate.name().equals(name))
                    .findFirst();
            if (watch.isPresent()) {
                files.save(watch.get());
            } else {
                files.forget(name);
            }
        } catch (IOException unwritable) {
            report.detail("what was watched of lock '" + name + "' is not kept: " + unwritable);
        }
    }

    void forget() {
        try {
            if (files != null) {
                files.forget(name);
            }
        } catch (IOException unwritable) {
            report.detail("the watch of lock '" + name + "' is not removed: " + unwritable);
        }
    }
}
