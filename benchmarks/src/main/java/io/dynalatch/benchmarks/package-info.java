/** Runs side by side with the peers, on one backend and in one process. */
@NullMarked
package io.dynalatch.benchmarks;

import org.jspecify.annotations.NullMarked;
