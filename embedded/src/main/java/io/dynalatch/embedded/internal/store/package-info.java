/** Where tables and items are kept: one port, in memory or in an SQLite file. It knows keys, never expressions. */
@NullMarked
package io.dynalatch.embedded.internal.store;

import org.jspecify.annotations.NullMarked;
