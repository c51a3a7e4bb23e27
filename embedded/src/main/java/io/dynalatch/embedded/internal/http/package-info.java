/** The HTTP endpoint: DynamoDB's JSON protocol over any client of the SDK. */
@NullMarked
package io.dynalatch.embedded.internal.http;

import org.jspecify.annotations.NullMarked;
