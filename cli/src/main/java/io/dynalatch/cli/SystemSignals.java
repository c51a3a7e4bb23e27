package io.dynalatch.cli;

import java.util.function.ObjIntConsumer;

/**
 * Takes signals from the JVM; the only class that touches {@code sun.misc}. The compiler's warning about that cannot be
 * suppressed, so the build compiles this class on its own, without making warnings errors.
 */
final class SystemSignals {
    private SystemSignals() {}

    /**
     * Calls back for each signal of one kind, in a thread of its own. A signal that this process was started to ignore
     * stays ignored.
     *
     * @param name the signal, without {@code SIG}
     * @param receiver called with the name and the number of the signal
     */
    static void take(String name, ObjIntConsumer<String> receiver) {
        sun.misc.SignalHandler before = sun.misc.Signal.handle(
                new sun.misc.Signal(name), signal -> receiver.accept(signal.getName(), signal.getNumber()));
        assert before != null;
    }
}
