package io.dynalatch.cli;

import java.io.PrintStream;
import java.util.List;

/** What {@code --help} says. */
final class Help {
    private static final String OVERVIEW = """
            dynalatch: one holder at a time, across processes and machines

              dynalatch run [options] LOCK -- CMD [ARG...]   hold LOCK while CMD runs
              dynalatch show [options] LOCK                  look at one lock
              dynalatch ls [options]                         look at all locks
              dynalatch serve [options]                      a DynamoDB for development and tests, over HTTP
              dynalatch version                              say what this is

            'dynalatch VERB --help' tells the options. Without a table, locks are kept in a file of this host.""";

    private static final String CODES = """
            Exit codes of run: the command's own (128+n where signal n ended it), or
              64 usage                 75 busy, not acquired       126 command cannot be executed
              69 store unreachable     76 lost while CMD ran       127 command not found
              73 no or wrong table     77 access denied            129, 130, 138, 143 signalled while waiting
              70 bug                   78 bad configuration""";

    private Help() {}

    static void print(PrintStream out, String verb, List<Option> options) {
        if (verb.endsWith("help") || verb.equals("-h")) {
            out.println(OVERVIEW);
            return;
        }
        out.println("Options of " + verb + ":");
        for (Option option : options) {
            out.printf("  %-22s %s%n", option.usage(), option.help());
        }
        if (verb.equals("run")) {
            out.println(CODES);
        }
    }
}
