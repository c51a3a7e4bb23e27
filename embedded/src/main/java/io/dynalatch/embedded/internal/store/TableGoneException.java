package io.dynalatch.embedded.internal.store;

/** The table that a request works on was deleted after it had been looked up. */
public final class TableGoneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TableGoneException(Table table) {
        super("table '" + table.name() + "' was deleted while the request ran");
    }
}
