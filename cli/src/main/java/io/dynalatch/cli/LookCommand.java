package io.dynalatch.cli;

import io.dynalatch.LockClient;
import io.dynalatch.LockName;
import io.dynalatch.LockState;
import io.dynalatch.LockView;
import io.dynalatch.TableMissingException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** {@code dynalatch ls} and {@code dynalatch show}: look at locks and change nothing in the store. */
final class LookCommand {
    private final StoreChoice choice;
    private final Environment environment;
    private final Report report;
    private final PrintStream out;
    private final boolean json;

    LookCommand(StoreChoice choice, Environment environment, Report report, PrintStream out, boolean json) {
        this.choice = choice;
        this.environment = environment;
        this.report = report;
        this.out = out;
        this.json = json;
    }

    /** Shows one lock. One that nobody ever asked for is free. */
    void show(LockName name) throws Exception {
        LockView view = noStore() ? free(name) : look(name);
        (json ? List.of(ViewText.json(view)) : ViewText.lines(view, choice)).forEach(out::println);
    }

    /** Shows all locks, ordered by name. */
    void list() throws Exception {
        List<LockView> views = noStore() ? List.of() : looks();
        (json ? views.stream().map(ViewText::json).toList() : ViewText.table(views)).forEach(out::println);
    }

    /** Whether the embedded store was never used: looking must not make it. */
    private boolean noStore() {
        return choice instanceof StoreChoice.Embedded embedded && !Files.exists(embedded.file());
    }

    private LockView look(LockName name) throws Exception {
        try (Store store = Store.open(choice);
                LockClient client = store.locks().build()) {
            Watches watches = new Watches(environment.dataDirectory(), choice, name, report);
            watches.resume(client);
            LockView view = client.inspect(name);
            watches.keep(client);
            return view;
        } catch (TableMissingException missing) {
            if (choice instanceof StoreChoice.Embedded) {
                return free(name);
            }
            throw missing;
        }
    }

    private static LockView free(LockName name) {
        return new LockView(name, LockState.FREE, null, null, null, null, null, null, Duration.ZERO);
    }

    private List<LockView> looks() throws Exception {
        try (Store store = Store.open(choice);
                LockClient client = store.locks().build();
                Stream<LockView> views = client.list()) {
            return views.sorted(Comparator.comparing(view -> view.name().toString()))
                    .toList();
        } catch (TableMissingException missing) {
            if (choice instanceof StoreChoice.Embedded) {
                return List.of();
            }
            throw missing;
        }
    }
}
