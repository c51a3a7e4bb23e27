/** Pure decisions of the lock protocol: no I/O, no clock, no thread, no future. */
@NullMarked
package io.dynalatch.protocol;

import org.jspecify.annotations.NullMarked;
