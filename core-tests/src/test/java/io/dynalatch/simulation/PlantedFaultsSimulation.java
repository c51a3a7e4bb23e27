package io.dynalatch.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The simulation has to catch each mistake that is known to break a lock. */
class PlantedFaultsSimulation {
    private static final int HISTORIES_MAX = Integer.getInteger("dynalatch.histories", 1_000);
    private static final Pattern RULE = Pattern.compile("^  (\\w+) at", Pattern.MULTILINE);

    static List<PlantedFault> faults() {
        return PlantedFault.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void is_caught(PlantedFault fault) throws Exception {
        long begin = System.nanoTime();
        Method simulation = MutantClassLoader.with(fault)
                .loadClass("io.dynalatch.testkit.LockSimulation")
                .getMethod("report", long.class, String.class);

        String report = "";
        long histories = 0;
        while (report.isEmpty() && histories < HISTORIES_MAX) {
            report = (String) simulation.invoke(null, ++histories, "WITHIN_BOUNDS");
        }

        assertThat(report).as("what the simulation found of: %s", fault).isNotEmpty();
        Matcher rule = RULE.matcher(report);
        System.out.printf(
                Locale.ROOT,
                "planted fault: %s | caught by %s after %d histories, %.1f s%n",
                fault,
                rule.find() ? rule.group(1) : "?",
                histories,
                (System.nanoTime() - begin) / 1e9);
    }
}
