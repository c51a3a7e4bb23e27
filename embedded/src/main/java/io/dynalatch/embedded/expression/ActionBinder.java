package io.dynalatch.embedded.expression;

import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Makes computations of the actions of an update, and checks the operands whose types need no item. */
final class ActionBinder {
    private static final ExpressionKind KIND = ExpressionKind.UPDATE;

    private final Placeholders placeholders;

    ActionBinder(Placeholders placeholders) {
        this.placeholders = placeholders;
    }

    /** Refuses an ADD of what is neither number nor set, and a DELETE of what is no set. */
    void checkOperand(Action action) {
        boolean add = action.section() == Action.Section.ADD;
        if (!add && action.section() != Action.Section.DELETE) {
            return;
        }
        ValueType type = Values.type(operand(action));
        if (!type.set() && !(add && type == ValueType.N)) {
            throw KIND.invalid("Incorrect operand type for operator or function; operator: " + action.section()
                    + ", operand type: " + type.word() + ", typeSet: ALLOWED_FOR_" + action.section() + "_OPERAND");
        }
    }

    BoundAction bind(Action action, Path target) {
        return new BoundAction(target, action.section().creates(), result(action, target));
    }

    private BoundAction.Source result(Action action, Path target) {
        return switch (action.section()) {
            case REMOVE -> before -> null;
            case ADD -> {
                AttributeValue operand = operand(action);
                yield before -> Arithmetic.added(target.in(before), operand);
            }
            case DELETE -> {
                AttributeValue operand = operand(action);
                yield before -> Arithmetic.deleted(target.in(before), operand);
            }
            case SET -> value(required(action));
        };
    }

    private BoundAction.Source value(Node node) {
        if (node instanceof Node.Sum sum) {
            return sum(sum);
        }
        if (node instanceof Node.Value value) {
            AttributeValue constant = placeholders.value(KIND, value.alias());
            return before -> constant;
        }
        if (node instanceof Node.Call call) {
            return call(call);
        }
        Path path = ((Node.Attribute) node).path().bind(KIND, placeholders);
        return before -> present(path.in(before));
    }

    private BoundAction.Source sum(Node.Sum sum) {
        checkConstants(sum.minus() ? "-" : "+", List.of(sum.left(), sum.right()), ValueType.N);
        BoundAction.Source left = value(sum.left());
        BoundAction.Source right = value(sum.right());
        return before -> Arithmetic.sum(present(left.in(before)), sum.minus(), present(right.in(before)));
    }

    private BoundAction.Source call(Node.Call call) {
        Functions.checkCount(KIND, call.function(), call.operands().size());
        Node.Operand first = call.operands().get(0);
        BoundAction.Source second = value(call.operands().get(1));
        if (call.function().equals(Functions.LIST_APPEND)) {
            checkConstants(call.function(), call.operands(), ValueType.L);
            BoundAction.Source list = value(first);
            return before -> Arithmetic.appended(present(list.in(before)), present(second.in(before)));
        }
        if (!(first instanceof Node.Attribute attribute)) {
            throw Functions.needsPath(KIND, call.function());
        }
        Path path = attribute.path().bind(KIND, placeholders);
        return before -> {
            AttributeValue present = path.in(before);
            return present != null ? present : second.in(before);
        };
    }

    private void checkConstants(String operator, List<Node.Operand> operands, ValueType wanted) {
        for (Node.Operand operand : operands) {
            if (operand instanceof Node.Value value) {
                ValueType type = Values.type(placeholders.value(KIND, value.alias()));
                if (type != wanted) {
                    throw Functions.wrongType(KIND, operator, type.name());
                }
            }
        }
    }

    private AttributeValue operand(Action action) {
        return placeholders.value(KIND, ((Node.Value) required(action)).alias());
    }

    private static Node required(Action action) {
        Node value = action.value();
        if (value == null) {
            throw new IllegalStateException("the parser let pass a " + action.section() + " without a value");
        }
        return value;
    }

    private static AttributeValue present(@Nullable AttributeValue value) {
        if (value == null) {
            throw new ExpressionException(
                    "The provided expression refers to an attribute that does not exist in the item");
        }
        return value;
    }
}
