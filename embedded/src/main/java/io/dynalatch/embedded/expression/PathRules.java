package io.dynalatch.embedded.expression;

import java.util.List;
import java.util.function.BiPredicate;

/** The rules for the paths that one update or projection names. */
final class PathRules {
    private PathRules() {}

    /** Refuses two paths of which one leads through or to the other, then two that treat a value as list and map. */
    static void check(ExpressionKind kind, List<Path> paths) {
        check(kind, paths, "overlap", PathRules::overlap);
        check(kind, paths, "conflict", PathRules::conflict);
    }

    private static void check(
            ExpressionKind kind, List<Path> paths, String verb, BiPredicate<List<Step>, List<Step>> broken) {
        for (int second = 1; second < paths.size(); second++) {
            for (int first = 0; first < second; first++) {
                if (broken.test(paths.get(first).steps(), paths.get(second).steps())) {
                    throw kind.invalid("Two document paths " + verb + " with each other; must remove or rewrite one of "
                            + "these paths; path one: " + paths.get(first) + ", path two: " + paths.get(second));
                }
            }
        }
    }

    private static boolean overlap(List<Step> one, List<Step> two) {
        return common(one, two) == Math.min(one.size(), two.size());
    }

    private static boolean conflict(List<Step> one, List<Step> two) {
        int common = common(one, two);
        return common < Math.min(one.size(), two.size())
                && one.get(common) instanceof Step.Index != two.get(common) instanceof Step.Index;
    }

    private static int common(List<Step> one, List<Step> two) {
        int shorter = Math.min(one.size(), two.size());
        int common = 0;
        while (common < shorter && one.get(common).equals(two.get(common))) {
            common++;
        }
        return common;
    }
}
