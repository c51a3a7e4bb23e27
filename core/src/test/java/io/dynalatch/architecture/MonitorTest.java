package io.dynalatch.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A monitor around something that waits would keep a virtual thread's carrier. Looked for in the bytecode, since newer
 * JVMs do not show it at run time.
 */
class MonitorTest {
    @Test
    void no_class_of_the_core_enters_a_monitor() throws Exception {
        String code = disassembled(classFiles(io.dynalatch.LockClient.class));

        assertThat(code).contains("java/util/concurrent/locks/ReentrantLock.lock");
        assertThat(code).doesNotContain("monitorenter");
    }

    @Test
    void a_monitor_would_be_found() throws Exception {
        Path own = Path.of(MonitorTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path withMonitor = own.resolve("io/dynalatch/architecture/MonitorTest$Monitor.class");

        assertThat(disassembled(List.of(withMonitor.toString()))).contains("monitorenter");
    }

    private static List<String> classFiles(Class<?> ofModule) throws IOException, URISyntaxException {
        Path root = Path.of(
                ofModule.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(Path::toString)
                    .filter(file -> file.endsWith(".class"))
                    .toList();
        }
    }

    private static String disassembled(List<String> classFiles) {
        StringWriter out = new StringWriter();
        PrintWriter print = new PrintWriter(out);
        String[] arguments =
                Stream.concat(Stream.of("-c", "-p"), classFiles.stream()).toArray(String[]::new);
        int exit = ToolProvider.findFirst("javap").orElseThrow().run(print, print, arguments);
        print.flush();
        assertThat(exit).isZero();
        return out.toString();
    }

    static final class Monitor {
        private int entered;

        void enter() {
            synchronized (this) {
                entered++;
            }
        }

        int entered() {
            return entered;
        }
    }
}
