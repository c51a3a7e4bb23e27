/** The {@code dynalatch} command. */
@NullMarked
package io.dynalatch.cli;

import org.jspecify.annotations.NullMarked;
