package io.dynalatch.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A verb's arguments, taken apart. Written by hand, since {@code run} starts once per job and a parser library would
 * cost it more than anything else (docs/reference/command.md, "Start-up time").
 */
final class Arguments {
    private final Map<String, String> options = new HashMap<>();
    private final List<String> positionals = new ArrayList<>();
    private @Nullable List<String> command;

    private Arguments() {}

    /** Takes arguments apart; everything behind a bare {@code --} is the command, untouched. */
    static Arguments parse(List<Option> known, List<String> args) throws CommandException {
        Arguments parsed = new Arguments();
        int next = 0;
        while (next < args.size()) {
            String arg = args.get(next++);
            if (arg.equals("--")) {
                parsed.command = List.copyOf(args.subList(next, args.size()));
                return parsed;
            }
            if (arg.length() < 2 || arg.charAt(0) != '-') {
                parsed.positionals.add(arg);
            } else {
                next = parsed.option(known, args, arg, next);
            }
        }
        return parsed;
    }

    private int option(List<Option> known, List<String> args, String arg, int next) throws CommandException {
        int equals = arg.startsWith("--") ? arg.indexOf('=') : -1;
        String name = equals < 0 ? arg : arg.substring(0, equals);
        Option option = find(known, name);
        if (option.value() == null) {
            if (equals >= 0) {
                throw CommandException.usage("option " + name + " takes no value, but was given '" + arg + "'");
            }
            put(option, "");
            return next;
        }
        if (equals >= 0) {
            put(option, arg.substring(equals + 1));
            return next;
        }
        if (next == args.size() || args.get(next).equals("--")) {
            throw CommandException.usage("option " + name + " needs a value: " + option.value());
        }
        put(option, args.get(next));
        return next + 1;
    }

    private static Option find(List<Option> known, String name) throws CommandException {
        for (Option option : known) {
            if (option.name().equals(name) || name.equals(option.letter())) {
                return option;
            }
        }
        throw CommandException.usage(
                "unknown option '" + name + "'; see --help (what belongs to the command goes behind '--')");
    }

    private void put(Option option, String value) throws CommandException {
        if (options.put(option.name(), value) != null) {
            throw CommandException.usage("option " + option.name() + " was given twice; give it once");
        }
    }

    boolean has(Option option) {
        return options.containsKey(option.name());
    }

    /** The option's value, or null where it was not given. */
    @Nullable
    String value(Option option) {
        return options.get(option.name());
    }

    List<String> positionals() {
        return positionals;
    }

    /** What follows {@code --}, or null where there is none. */
    @Nullable
    List<String> command() {
        return command;
    }
}
