/** Item layout, expressions and error mapping; the only package that knows the SDK's request types. */
@NullMarked
package io.dynalatch.internal.dynamo;

import org.jspecify.annotations.NullMarked;
