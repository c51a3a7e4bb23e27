package io.dynalatch.embedded.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A parsed update. Binding checks in DynamoDB's order: names, values, paths, then operand types.
 *
 * @param actions in the order of the text
 * @param nameAliases every {@code #alias} in the order of the text
 * @param valueAliases every {@code :alias} in the order of the text
 */
record ParsedUpdate(List<Action> actions, List<String> nameAliases, List<String> valueAliases)
        implements UpdateExpression {
    private static final ExpressionKind KIND = ExpressionKind.UPDATE;

    ParsedUpdate {
        actions = List.copyOf(actions);
        nameAliases = List.copyOf(nameAliases);
        valueAliases = List.copyOf(valueAliases);
    }

    @Override
    public BoundUpdate bind(Placeholders placeholders, Set<String> keyAttributeNames) {
        nameAliases.forEach(alias -> placeholders.name(KIND, alias));
        valueAliases.forEach(alias -> placeholders.value(KIND, alias));
        List<Path> targets = actions.stream()
                .map(action -> action.target().bind(KIND, placeholders))
                .toList();
        PathRules.check(KIND, targets);
        List<BoundAction> bound = bindActions(targets, new ActionBinder(placeholders));
        for (Path target : targets) {
            if (keyAttributeNames.contains(target.attribute())) {
                throw new ExpressionException("One or more parameter values were invalid: Cannot update attribute "
                        + target.attribute() + ". This attribute is part of the key");
            }
        }
        return new Updater(bound);
    }

    private List<BoundAction> bindActions(List<Path> targets, ActionBinder binder) {
        // The types of ADD and DELETE come before those of functions, wherever they stand in the text.
        actions.forEach(binder::checkOperand);
        List<BoundAction> bound = new ArrayList<>();
        for (int i = 0; i < targets.size(); i++) {
            bound.add(binder.bind(actions.get(i), targets.get(i)));
        }
        return bound;
    }
}
