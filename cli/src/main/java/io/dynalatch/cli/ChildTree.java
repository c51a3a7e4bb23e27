package io.dynalatch.cli;

/** A started command with all that it starts. Thread-safe. */
interface ChildTree {
    /**
     * Waits until the command ended and what it left behind is gone. Is to be called by the thread that started it: the
     * kernel ties the child's end to that thread's.
     *
     * @return the command's exit code; 128 + n where signal n ended it
     * @throws InterruptedException if the thread is interrupted; the command runs on
     */
    int waitFor() throws InterruptedException;

    /**
     * Sends a signal to the command's process group.
     *
     * @param name the signal, without {@code SIG}
     */
    void signal(String name);

    /** Kills everything at once. Does not wait for it. */
    void kill();
}
