/** An engine that behaves like DynamoDB, in the process of its user: in memory, or on a file shared by one host. */
@NullMarked
package io.dynalatch.embedded;

import org.jspecify.annotations.NullMarked;
