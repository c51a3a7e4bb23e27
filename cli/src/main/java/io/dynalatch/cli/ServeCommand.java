package io.dynalatch.cli;

import io.dynalatch.embedded.EmbeddedDynamoDb;
import io.dynalatch.embedded.HttpEndpoint;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;

/** {@code dynalatch serve}: the embedded engine for programs of other languages, over HTTP. */
final class ServeCommand {
    private static final String[] ENDING = {"HUP", "INT", "TERM"};

    private final ServeOptions options;
    private final Report report;
    private final PrintStream out;
    private final CountDownLatch ended = new CountDownLatch(1);

    ServeCommand(ServeOptions options, Report report, PrintStream out) {
        this.options = options;
        this.report = report;
        this.out = out;
    }

    /** Serves until a signal ends it. */
    void run() throws Exception {
        for (String signal : ENDING) {
            SystemSignals.take(signal, (name, number) -> ended.countDown());
        }
        try (EmbeddedDynamoDb engine = engine();
                HttpEndpoint endpoint = listen(engine)) {
            if (options.remote()) {
                report.warning("everybody who reaches " + endpoint.uri()
                        + " can read and change all tables: there are no credentials");
            }
            report.detail(
                    options.file() == null ? "tables are kept in memory" : "tables are kept in " + options.file());
            // Whoever waits for this line may send requests as soon as it is there.
            out.println(endpoint.uri());
            ended.await();
            report.detail("ends");
        }
    }

    private EmbeddedDynamoDb engine() {
        EmbeddedDynamoDb.Builder builder = EmbeddedDynamoDb.builder().tableCreationDelay(options.tableCreationDelay());
        return (options.file() == null ? builder : builder.file(options.file())).build();
    }

    private HttpEndpoint listen(EmbeddedDynamoDb engine) throws CommandException {
        try {
            return engine.endpoint().host(options.host()).port(options.port()).start();
        } catch (UncheckedIOException unusable) {
            throw CommandException.configuration(String.valueOf(unusable.getMessage()), unusable.getCause());
        }
    }
}
