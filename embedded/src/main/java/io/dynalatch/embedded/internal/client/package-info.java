/** The SDK's two client interfaces over one engine. */
@NullMarked
package io.dynalatch.embedded.internal.client;

import org.jspecify.annotations.NullMarked;
