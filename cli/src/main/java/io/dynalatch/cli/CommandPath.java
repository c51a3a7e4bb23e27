package io.dynalatch.cli;

import java.io.File;
import org.jspecify.annotations.Nullable;

/** Looks for the child's program before any lock is asked for, with the shell's two answers when it is not there. */
final class CommandPath {
    // execvp(3): what is searched where PATH is not set.
    private static final String DEFAULT_PATH = "/bin:/usr/bin";

    private CommandPath() {}

    static void check(String command, @Nullable String path) throws CommandException {
        if (command.isEmpty()) {
            throw new CommandException(ExitCode.NOT_FOUND, "the command is empty; expected a program", null);
        }
        boolean present = false;
        for (String directory : command.indexOf('/') >= 0 ? new String[] {""} : directories(path)) {
            File file = directory.isEmpty() ? new File(command) : new File(directory, command);
            if (file.isFile() && file.canExecute()) {
                return;
            }
            present |= file.exists();
        }
        throw present
                ? new CommandException(
                        ExitCode.NOT_EXECUTABLE, "command '" + command + "' cannot be executed; see its mode", null)
                : new CommandException(ExitCode.NOT_FOUND, "command '" + command + "' was not found", null);
    }

    private static String[] directories(@Nullable String path) {
        return (path == null ? DEFAULT_PATH : path).split(":", -1);
    }
}
