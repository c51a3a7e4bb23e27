/** The only place of the engine that touches clocks and threads of the system. */
@NullMarked
package io.dynalatch.embedded.internal.system;

import org.jspecify.annotations.NullMarked;
