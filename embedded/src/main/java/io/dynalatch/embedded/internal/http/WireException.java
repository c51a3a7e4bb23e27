package io.dynalatch.embedded.internal.http;

/** A request that no operation can be run for, with the error that DynamoDB's front end answers it. */
final class WireException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    private WireException(int status, String code, String message) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
    }

    /** The body is no JSON, or has a member of another type than the operation's. */
    static WireException serialization(String message) {
        return new WireException(400, "SerializationException", message);
    }

    static WireException unknownOperation(int status, String message) {
        return new WireException(status, "UnknownOperationException", message);
    }

    static WireException tooLarge(String message) {
        return new WireException(413, "RequestEntityTooLargeException", message);
    }

    int status() {
        return status;
    }

    String code() {
        return code;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
