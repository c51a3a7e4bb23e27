/** DynamoDB's operations over a store, one class per family; each answers what the service would answer. */
@NullMarked
package io.dynalatch.embedded.internal.operation;

import org.jspecify.annotations.NullMarked;
