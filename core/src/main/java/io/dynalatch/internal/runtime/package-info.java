/** Drivers that carry the protocol's steps out: timers, threads, callbacks. */
@NullMarked
package io.dynalatch.internal.runtime;

import org.jspecify.annotations.NullMarked;
