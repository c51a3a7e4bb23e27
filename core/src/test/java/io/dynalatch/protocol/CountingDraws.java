package io.dynalatch.protocol;

/** Ids in order, and one fraction: what a table of expected steps can name. */
final class CountingDraws implements Draws {
    private final double fraction;
    private int drawn;

    CountingDraws(double fraction) {
        this.fraction = fraction;
    }

    @Override
    public String id() {
        return "id" + ++drawn;
    }

    @Override
    public double fraction() {
        return fraction;
    }
}
