package io.dynalatch.internal.dynamo;

/** The members of the holder map. They are on rows of every version: never rename one. */
final class HolderFields {
    static final String HOST = "host";
    static final String PROCESS_ID = "pid";
    static final String THREAD = "thread";
    static final String APPLICATION = "application";
    static final String SINCE = "since";

    private HolderFields() {}
}
