package io.dynalatch.embedded.internal.store;

/** Where an item is, or would be: a key in a table that the caller has looked up. */
public record Place(Table table, ItemKey key) {}
