package io.dynalatch.embedded.internal.client;

/** Says what the engine does not have. Nothing that it does not have is ever ignored. */
public final class Unsupported {
    private Unsupported() {}

    /** The failure of a whole operation. */
    static UnsupportedOperationException operation(String operation) {
        return new UnsupportedOperationException(operation + " is not supported by the embedded engine yet");
    }
}
