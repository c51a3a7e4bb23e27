package io.dynalatch.simulation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.JavaFileObject.Kind;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Loads the library and the testkit anew, with one source file of the library changed. What is shipped needs no switch
 * for that: the change is made to a copy in memory.
 */
final class MutantClassLoader extends ClassLoader {
    private static final Path SOURCES = Path.of("..", "core", "src", "main", "java");
    private static final String ANEW = "io.dynalatch.";
    // The engine knows nothing of the library.
    private static final String SHARED = "io.dynalatch.embedded.";

    private final Map<String, byte[]> changed;

    private MutantClassLoader(Map<String, byte[]> changed) {
        super(MutantClassLoader.class.getClassLoader());
        this.changed = changed;
    }

    /** Loads everything anew with a planted fault. What it changes has to stand exactly once in the source file. */
    static MutantClassLoader with(PlantedFault fault) throws IOException {
        String source = Files.readString(SOURCES.resolve(fault.type().replace('.', '/') + ".java"));
        List<String> changes = fault.changes();
        for (int i = 0; i < changes.size(); i += 2) {
            source = changed(fault, source, changes.get(i), changes.get(i + 1));
        }
        return new MutantClassLoader(compile(fault.type(), source));
    }

    private static String changed(PlantedFault fault, String source, String original, String mutated) {
        int first = source.indexOf(original);
        if (first < 0 || source.indexOf(original, first + 1) >= 0) {
            throw new IllegalArgumentException("'" + original + "' must stand exactly once in " + fault.type()
                    + "; adapt the planted fault '" + fault + "' to the changed source");
        }
        return source.replace(original, mutated);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(ANEW) || name.startsWith(SHARED)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        byte[] code = changed.containsKey(name) ? changed.get(name) : read(name);
        return defineClass(name, code, 0, code.length);
    }

    private byte[] read(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private static Map<String, byte[]> compile(String type, String source) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        Map<String, ByteArrayOutputStream> classes = new HashMap<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(problems, null, null)) {
            boolean compiled = compiler.getTask(
                            null,
                            new InMemory(files, classes),
                            problems,
                            List.of("-proc:none", "-classpath", System.getProperty("java.class.path")),
                            null,
                            List.of(new Source(type, source)))
                    .call();
            if (!compiled) {
                throw new IllegalArgumentException(
                        "the changed " + type + " does not compile: " + problems.getDiagnostics());
            }
        }
        Map<String, byte[]> code = new HashMap<>();
        classes.forEach((name, bytes) -> code.put(name, bytes.toByteArray()));
        return code;
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        private Source(String type, String text) {
            super(URI.create("string:///" + type.replace('.', '/') + Kind.SOURCE.extension), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> classes;

        private InMemory(JavaFileManager files, Map<String, ByteArrayOutputStream> classes) {
            super(files);
            this.classes = classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location location, String name, Kind kind, FileObject sibling) {
            if (location != StandardLocation.CLASS_OUTPUT) {
                throw new IllegalArgumentException("nothing but classes is expected, not " + location);
            }
            return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/') + kind.extension), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return classes.computeIfAbsent(name, n -> new ByteArrayOutputStream());
                }
            };
        }
    }
}
