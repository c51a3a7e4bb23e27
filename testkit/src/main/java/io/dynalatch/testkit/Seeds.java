package io.dynalatch.testkit;

/**
 * Runs seeded random tests so that each failure can be repeated: it names its seed, and {@code -Ddynalatch.seed=…} runs
 * that seed alone.
 */
public final class Seeds {
    /** The property that repeats one seed. */
    public static final String PROPERTY = "dynalatch.seed";

    private Seeds() {}

    /** A test of one seed. */
    @FunctionalInterface
    public interface SeededTest {
        /**
         * Runs the test.
         *
         * @param seed decides everything random in it
         * @throws Exception any failure
         */
        void run(long seed) throws Exception;
    }

    /**
     * Runs a test with the seeds 1 to {@code count}, or with the one of the property.
     *
     * @param count how many
     * @param test what to run; its first failure ends the run
     * @throws AssertionError with the seed in its message and the test's failure as its cause
     */
    public static void forEach(int count, SeededTest test) {
        String only = System.getProperty(PROPERTY);
        long first = only == null ? 1 : Long.parseLong(only);
        long last = only == null ? count : first;
        for (long seed = first; seed <= last; seed++) {
            run(seed, test);
        }
    }

    private static void run(long seed, SeededTest test) {
        try {
            test.run(seed);
        } catch (Exception | AssertionError e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw new AssertionError(
                    "failed with seed " + seed + ", repeat with -D" + PROPERTY + "=" + seed + ": " + e.getMessage(), e);
        }
    }
}
