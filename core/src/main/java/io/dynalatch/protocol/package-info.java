/** Pure decisions of locks and versions: no I/O, no clock, no thread, no future. */
@NullMarked
package io.dynalatch.protocol;

import org.jspecify.annotations.NullMarked;
