package io.dynalatch.cli;

import io.dynalatch.HolderInfo;
import io.dynalatch.LockState;
import io.dynalatch.LockView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes looks at locks, for people and for programs. */
final class ViewText {
    private static final String ABSENT = "-";
    private static final List<String> TITLES =
            List.of("LOCK", "STATE", "OWNER", "HOST", "PID", "SINCE", "TOKEN", "LEASE");

    private ViewText() {}

    static String json(LockView view) {
        HolderInfo holder = view.holder();
        Json json = new Json()
                .put("lock", view.name().value())
                .put("sort", view.name().sort())
                .put("state", state(view))
                .put("owner", view.owner())
                .put("token", view.token())
                .put("leaseMillis", millis(view.lease()))
                .put("watchedMillis", millis(view.watched()))
                .put("recordVersion", view.recordVersion());
        if (holder != null) {
            json.put("host", holder.host())
                    .put("pid", holder.processId())
                    .put("application", holder.application())
                    .put("since", text(holder.since()));
        }
        return json.toString();
    }

    private static @Nullable Long millis(@Nullable Duration duration) {
        return duration == null ? null : duration.toMillis();
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }

    private static String state(LockView view) {
        return view.state().name().toLowerCase(Locale.ROOT);
    }

    /** One lock, a line for each fact. */
    static List<String> lines(LockView view, StoreChoice store) {
        HolderInfo holder = view.holder();
        List<String> lines = new ArrayList<>();
        add(lines, "lock", view.name());
        add(lines, "state", state(view) + explanation(view));
        add(lines, view.state() == LockState.RELEASED ? "last owner" : "owner", view.owner());
        if (holder != null) {
            add(lines, "host", holder.host());
            add(lines, "pid", holder.processId());
            add(lines, "application", holder.application());
            add(lines, "since", holder.since());
        }
        add(lines, "token", view.token());
        add(lines, "lease", view.lease() == null ? null : Durations.format(view.lease()));
        add(lines, "store", store.describe());
        return lines;
    }

    private static void add(List<String> lines, String title, @Nullable Object value) {
        if (value != null) {
            lines.add(String.format("%-12s%s", title, printable(value.toString())));
        }
    }

    private static String explanation(LockView view) {
        return switch (view.state()) {
            case FREE -> ": nobody holds it";
            case RELEASED -> ": the last holder gave it back";
            case HELD -> ": its holder is alive";
            case UNWATCHED ->
                ": somebody holds it; seen unchanged for " + view.watched().toMillis()
                        + " ms, too short to say whether it is alive";
            case EXPIRED -> ": its holder did not renew it for its whole lease; the next run takes it over";
        };
    }

    /** All locks, a line each, in columns. */
    static List<String> table(List<LockView> views) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(TITLES);
        views.forEach(view -> rows.add(row(view)));
        int[] widths = new int[TITLES.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return rows.stream().map(row -> padded(row, widths)).toList();
    }

    private static List<String> row(LockView view) {
        HolderInfo holder = view.holder();
        return List.of(
                cell(view.name()),
                state(view),
                cell(view.owner()),
                cell(holder == null ? null : holder.host()),
                cell(holder == null ? null : holder.processId()),
                cell(holder == null ? null : holder.since()),
                cell(view.token()),
                cell(view.lease() == null ? null : Durations.format(view.lease())));
    }

    private static String cell(@Nullable Object value) {
        return value == null ? ABSENT : printable(value.toString());
    }

    private static String padded(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
        }
        return line.toString().stripTrailing();
    }

    /** A row's text is anybody's: control characters must not reach the terminal. */
    private static String printable(String text) {
        return text.codePoints()
                .map(c -> Character.isISOControl(c) ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
