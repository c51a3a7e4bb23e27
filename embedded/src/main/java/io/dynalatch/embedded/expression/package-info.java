/**
 * DynamoDB's expression language and value rules as pure functions over the SDK's {@code AttributeValue}.
 *
 * <p>Nothing here knows tables, storage or requests: text and values come in, answers and
 * {@link io.dynalatch.embedded.expression.ExpressionException}s go out. The grammar and its reasons are in
 * {@code docs/design/expressions.md}.
 */
@NullMarked
package io.dynalatch.embedded.expression;

import org.jspecify.annotations.NullMarked;
