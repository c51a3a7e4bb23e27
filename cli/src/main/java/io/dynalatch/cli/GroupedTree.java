package io.dynalatch.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A command in a session and process group of its own, where the system allows no PID namespace. The kernel kills the
 * command itself when this process dies. A guard, which is a shell that reads signal names from a pipe, kills the rest
 * of the group when that pipe closes: when this process dies, or when the command has ended. What left the group lives
 * on.
 */
final class GroupedTree implements ChildTree {
    private static final String GUARD =
            "while read -r name; do kill -s \"$name\" -- \"-$0\"; done 2>/dev/null; kill -s KILL -- \"-$0\" 2>/dev/null";

    private final Process command;
    private final Process guard;
    private final ReentrantLock lock = new ReentrantLock();

    private GroupedTree(Process command, Process guard) {
        this.command = command;
        this.guard = guard;
    }

    static GroupedTree start(ProcessBuilder builder, List<String> words) throws IOException {
        Process command = builder.command(Launcher.tied(words)).start();
        try {
            Process guard = new ProcessBuilder("setsid", "sh", "-c", GUARD, Long.toString(command.pid()))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new GroupedTree(command, guard);
        } catch (IOException failed) {
            command.destroyForcibly();
            throw failed;
        }
    }

    @Override
    public int waitFor() throws InterruptedException {
        int code = command.waitFor();
        closeGuard();
        guard.waitFor();
        return code;
    }

    private void closeGuard() {
        lock.lock();
        try {
            guard.getOutputStream().close();
        } catch (IOException gone) {
            // The guard was killed by somebody; what it would have done is done here.
            Launcher.signalGroup("KILL", command.pid());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void signal(String name) {
        lock.lock();
        try {
            OutputStream pipe = guard.getOutputStream();
            pipe.write((name + "\n").getBytes(StandardCharsets.US_ASCII));
            pipe.flush();
        } catch (IOException gone) {
            if (command.isAlive()) {
                Launcher.signalGroup(name, command.pid());
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void kill() {
        signal("KILL");
        command.destroyForcibly();
    }
}
