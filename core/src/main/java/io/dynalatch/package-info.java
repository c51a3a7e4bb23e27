/** What users call for locks: the client, held locks, views, options, exceptions and events. */
@NullMarked
package io.dynalatch;

import org.jspecify.annotations.NullMarked;
