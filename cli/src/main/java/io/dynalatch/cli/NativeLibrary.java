package io.dynalatch.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * Unpacks SQLite's native library once, while the command is built. Where it is not found unpacked, each start unpacks
 * it again, which takes longer than all the rest.
 */
public final class NativeLibrary {
    private NativeLibrary() {}

    /**
     * Unpacks the library of this system.
     *
     * @param args the directory to put it in
     * @throws IOException if it cannot be written, or there is none for this system
     */
    public static void main(String[] args) throws IOException {
        String name = LibraryLoaderUtil.getNativeLibName();
        String resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name;
        try (InputStream in = LibraryLoaderUtil.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("SQLite has no native library for this system: " + resource);
            }
            Files.copy(in, Path.of(args[0]).resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
