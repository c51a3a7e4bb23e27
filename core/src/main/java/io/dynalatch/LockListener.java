package io.dynalatch;

/** Is told what happens to the locks of a client. */
@FunctionalInterface
public interface LockListener {
    /**
     * Called on the callback executor, in the order of the events of each lock. May take its time: it delays other
     * callbacks, never heartbeats or deadlines. What it throws is counted and logged.
     *
     * @param event what happened
     */
    void onEvent(LockEvent event);
}
