package io.dynalatch.embedded.internal.store;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Which items are part of a joint change that is running. DynamoDB refuses other writes of them, and so do we. */
final class RunningChanges {
    private static final Comparator<Mark> ORDER =
            Comparator.comparingLong(Mark::tableId).thenComparing(Mark::key);

    private final Set<Mark> marks = ConcurrentHashMap.newKeySet();

    /** An item, told by the id of its table. */
    private record Mark(long tableId, ItemKey key) {
        static Mark of(Place place) {
            return new Mark(place.table().id(), place.key());
        }
    }

    /** Refuses a write or a joint read of items that a running change has. */
    void check(List<Place> places) {
        if (marks.isEmpty()) {
            return;
        }
        Set<Integer> taken = taken(places.stream().map(Mark::of).toList());
        if (!taken.isEmpty()) {
            throw new ConflictException(taken);
        }
    }

    private Set<Integer> taken(List<Mark> wanted) {
        Set<Integer> taken = new TreeSet<>();
        for (int i = 0; i < wanted.size(); i++) {
            if (marks.contains(wanted.get(i))) {
                taken.add(i);
            }
        }
        return taken;
    }

    /** Works while no other change of these items can begin. */
    <T> T during(List<Place> places, Supplier<T> work) {
        List<Mark> wanted = places.stream().map(Mark::of).toList();
        int[] order = IntStream.range(0, wanted.size())
                .boxed()
                .sorted(Comparator.comparing(wanted::get, ORDER))
                .mapToInt(Integer::intValue)
                .toArray();
        int marked = 0;
        try {
            // One order for all: of changes that want the same items at least one gets them.
            while (marked < order.length) {
                if (!marks.add(wanted.get(order[marked]))) {
                    throw new ConflictException(alsoTaken(order[marked], wanted, order, marked));
                }
                marked++;
            }
            return work.get();
        } finally {
            while (marked > 0) {
                marked--;
                marks.remove(wanted.get(order[marked]));
            }
        }
    }

    /** The place that was refused, and those behind it in the order that are taken too; those before it are ours. */
    private Set<Integer> alsoTaken(int refused, List<Mark> wanted, int[] order, int marked) {
        Set<Integer> taken = new TreeSet<>(Set.of(refused));
        for (int i = marked + 1; i < order.length; i++) {
            if (marks.contains(wanted.get(order[i]))) {
                taken.add(order[i]);
            }
        }
        return taken;
    }
}
