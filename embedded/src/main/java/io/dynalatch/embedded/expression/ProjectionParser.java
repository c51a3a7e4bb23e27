package io.dynalatch.embedded.expression;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads projections: paths with commas between. */
final class ProjectionParser {
    private record Picked(PathTree<Path> tree) implements BoundProjection {
        @Override
        public Map<String, AttributeValue> apply(Map<String, AttributeValue> item) {
            return tree.pick(item);
        }

        @Override
        public Set<String> attributes() {
            return Collections.unmodifiableSet(tree.fields().keySet());
        }
    }

    private ProjectionParser() {}

    static List<Path> parse(String text) {
        Findings findings = new Findings();
        Tokens tokens = new Tokens(ExpressionKind.PROJECTION, text, Set.of());
        Terms terms = new Terms(ExpressionKind.PROJECTION, tokens, findings);
        List<Path> paths = terms.list(terms::path);
        tokens.expectEnd();
        findings.check(ExpressionKind.PROJECTION, List.of(Findings.Rule.RESERVED_WORD));
        return paths;
    }

    static BoundProjection bind(List<Path> paths, Placeholders placeholders) {
        List<Path> bound = paths.stream()
                .map(path -> path.bind(ExpressionKind.PROJECTION, placeholders))
                .toList();
        PathRules.check(ExpressionKind.PROJECTION, bound);
        PathTree<Path> tree = new PathTree<>();
        bound.forEach(path -> tree.put(path, path));
        return new Picked(tree);
    }
}
