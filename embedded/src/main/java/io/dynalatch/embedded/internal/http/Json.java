package io.dynalatch.embedded.internal.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;

/** The JSON library, with its bounds. */
final class Json {
    /** Twice as deep as the deepest item that is allowed needs, so that the engine can tell what is wrong with it. */
    static final int NESTING_MAX = 200;

    /** Attribute names have up to 65,535 bytes. */
    private static final int NAME_CHARACTERS_MAX = 70_000;

    static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(NESTING_MAX)
                    .maxNameLength(NAME_CHARACTERS_MAX)
                    .maxStringLength(Endpoint.BODY_BYTES_MAX)
                    .build())
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            // Names of attributes are data: kept for ever, they would fill the memory.
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build();

    private Json() {}
}
