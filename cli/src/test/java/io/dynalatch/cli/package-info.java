/** Tests of the command: its parts in this process, and the whole as processes with real signals. */
@NullMarked
package io.dynalatch.cli;

import org.jspecify.annotations.NullMarked;
