package io.dynalatch.embedded.expression;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ExpressionPackageTest {
    @Test
    void depends_on_the_attribute_values_of_the_sdk_and_nothing_else_of_ours() {
        ArchConfiguration.withThreadLocalScope(configuration -> {
            // Only names of packages are asked for; reading the SDK's classes takes seconds.
            configuration.setResolveMissingDependenciesFromClassPath(false);
            checkDependencies();
        });
    }

    private static void checkDependencies() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.dynalatch.embedded.expression",
                        "java..",
                        "org.jspecify.annotations",
                        "software.amazon.awssdk.core",
                        "software.amazon.awssdk.services.dynamodb.model")
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.dynalatch.embedded.expression"));
    }
}
