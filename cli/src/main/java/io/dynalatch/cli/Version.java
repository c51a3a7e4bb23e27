package io.dynalatch.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** Which build this is. */
final class Version {
    private Version() {}

    static String text() throws IOException {
        return "dynalatch " + number() + " (Java " + System.getProperty("java.version") + ")";
    }

    static String json() throws IOException {
        return new Json()
                .put("version", number())
                .put("java", System.getProperty("java.version"))
                .toString();
    }

    private static String number() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            if (in == null) {
                throw new IOException("version.properties is missing from this build");
            }
            properties.load(in);
        }
        return properties.getProperty("version");
    }
}
