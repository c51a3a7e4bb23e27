package io.dynalatch.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The {@code dynalatch} command. */
public final class Dynalatch {
    private static final Option OUTPUT =
            Option.valued("--output", "-o", "FORM", "text (default) or json, for what the command itself says");
    private static final Option VERBOSE = Option.flag("--verbose", "-v", "say each step, and the causes of failures");
    private static final Option QUIET = Option.flag("--quiet", "-q", "say only failures and warnings");
    private static final Option HELP = Option.flag("--help", "-h", "say this, and end");

    private final Environment environment;
    private final PrintStream out;
    private final PrintStream err;

    Dynalatch(Map<String, String> variables, PrintStream out, PrintStream err) {
        environment = new Environment(variables);
        this.out = out;
        this.err = err;
    }

    /**
     * Runs the command and ends the process with its exit code.
     *
     * @param args the verb and its arguments
     */
    public static void main(String[] args) {
        PrintStream out = stream(FileDescriptor.out);
        int code = new Dynalatch(System.getenv(), out, stream(FileDescriptor.err)).run(List.of(args));
        out.flush();
        // Everything is closed by now; what other threads and hooks might still do is not worth waiting for.
        Runtime.getRuntime().halt(code);
    }

    private static PrintStream stream(FileDescriptor file) {
        return new PrintStream(new FileOutputStream(file), true, StandardCharsets.UTF_8);
    }

    int run(List<String> args) {
        Report report = new Report(err, Report.Level.NORMAL, false);
        try {
            if (args.isEmpty()) {
                throw CommandException.usage("expected a verb: run, ls, show, serve or version; see dynalatch --help");
            }
            String verb = args.get(0);
            Arguments arguments = Arguments.parse(options(verb), args.subList(1, args.size()));
            report = new Report(err, level(arguments), json(arguments));
            return run(verb, arguments, report);
        } catch (Exception | Error failure) {
            CommandException told = Failures.toCommand(failure);
            report.failure(told);
            return told.exitCode();
        }
    }

    private static List<Option> options(String verb) throws CommandException {
        List<Option> options = new ArrayList<>(List.of(OUTPUT, VERBOSE, QUIET, HELP));
        switch (verb) {
            case "run" -> {
                options.addAll(0, RunOptions.OPTIONS);
                options.addAll(StoreChoice.OPTIONS);
            }
            case "ls", "show" -> options.addAll(StoreChoice.OPTIONS);
            case "serve" -> options.addAll(0, ServeOptions.OPTIONS);
            case "version", "--version", "help", "--help", "-h" -> {}
            default ->
                throw CommandException.usage(
                        "unknown verb '" + verb + "'; expected run, ls, show, serve or version; see dynalatch --help");
        }
        return options;
    }

    private static Report.Level level(Arguments arguments) throws CommandException {
        if (arguments.has(VERBOSE) && arguments.has(QUIET)) {
            throw CommandException.usage("--verbose and --quiet exclude each other; give one of them");
        }
        return arguments.has(VERBOSE)
                ? Report.Level.VERBOSE
                : arguments.has(QUIET) ? Report.Level.QUIET : Report.Level.NORMAL;
    }

    private static boolean json(Arguments arguments) throws CommandException {
        String form = arguments.value(OUTPUT);
        if (form != null && !form.equals("text") && !form.equals("json")) {
            throw CommandException.usage("--output '" + form + "' is unknown; expected text or json");
        }
        return "json".equals(form);
    }

    private int run(String verb, Arguments arguments, Report report) throws Exception {
        if (arguments.has(HELP) || verb.endsWith("help") || verb.equals("-h")) {
            Help.print(out, verb, options(verb));
            return ExitCode.OK;
        }
        switch (verb) {
            case "run" -> {
                RunOptions options = RunOptions.of(arguments);
                return new RunCommand(options, StoreChoice.of(arguments, environment), environment, report).run();
            }
            case "serve" -> new ServeCommand(ServeOptions.of(arguments), report, out).run();
            case "show" -> look(arguments, report).show(Locks.onlyName(arguments));
            case "ls" -> {
                requireNoNames(verb, arguments);
                look(arguments, report).list();
            }
            default -> {
                requireNoNames(verb, arguments);
                out.println(json(arguments) ? Version.json() : Version.text());
            }
        }
        return ExitCode.OK;
    }

    private LookCommand look(Arguments arguments, Report report) throws CommandException {
        if (arguments.command() != null) {
            throw CommandException.usage("only run takes a command behind '--'");
        }
        return new LookCommand(StoreChoice.of(arguments, environment), environment, report, out, json(arguments));
    }

    private static void requireNoNames(String verb, Arguments arguments) throws CommandException {
        if (!arguments.positionals().isEmpty() || arguments.command() != null) {
            throw CommandException.usage(verb + " takes no names, but was given " + arguments.positionals());
        }
    }
}
