package io.dynalatch;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a holder says about itself, for people. Never used to decide anything.
 *
 * @param host the host's name, or null
 * @param processId the operating system's process id, or null
 * @param thread the name of the thread that asked for the lock, or null
 * @param application the application's name, or null
 * @param since when the lock was acquired, by the holder's wall clock, or null
 */
public record HolderInfo(
        @Nullable String host,
        @Nullable Long processId,
        @Nullable String thread,
        @Nullable String application,
        @Nullable Instant since) {}
