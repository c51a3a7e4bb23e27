package io.dynalatch.embedded.internal.operation;

/** Says what the engine does not have. Nothing that it does not have is ever ignored. */
public final class Unsupported {
    private Unsupported() {}

    /** The failure of a whole operation. */
    public static UnsupportedOperationException operation(String operation) {
        return new UnsupportedOperationException(operation + " is not supported by the embedded engine yet");
    }

    /** The failure of an operation that has a parameter, or a value of one, which the engine does not know. */
    static UnsupportedOperationException parameter(String operation, String parameter) {
        return new UnsupportedOperationException(
                operation + " with " + parameter + " is not supported by the embedded engine yet");
    }
}
