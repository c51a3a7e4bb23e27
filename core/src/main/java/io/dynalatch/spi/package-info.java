/** Ports that users and the testkit may implement: time, timers, ids. */
@NullMarked
package io.dynalatch.spi;

import org.jspecify.annotations.NullMarked;
