package io.dynalatch.embedded.internal.http;

/**
 * What goes back over HTTP.
 *
 * @param status the HTTP status
 * @param requestId names the request
 * @param body JSON; not copied
 */
@SuppressWarnings("ArrayRecordComponent") // It lives between two methods; nobody compares it.
record Answer(int status, String requestId, byte[] body) {}
