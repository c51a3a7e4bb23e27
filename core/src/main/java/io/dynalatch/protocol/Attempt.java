package io.dynalatch.protocol;

/**
 * A write that was sent and may have been applied.
 *
 * @param recordVersion the record version that it sets, which no other write ever sets
 * @param sentAt read before it was sent: the earliest moment at which the store can have applied it
 */
public record Attempt(String recordVersion, Moment sentAt) {}
