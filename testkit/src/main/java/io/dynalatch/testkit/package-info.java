/**
 * Tools for tests of code that uses locks: virtual time, a store that misbehaves on demand, recorded histories and
 * their checker, and a seeded simulator.
 */
@NullMarked
package io.dynalatch.testkit;

import org.jspecify.annotations.NullMarked;
