/** Decides what goes wrong with which request; carries nothing out. */
@NullMarked
package io.dynalatch.embedded.internal.fault;

import org.jspecify.annotations.NullMarked;
