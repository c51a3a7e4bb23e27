package io.dynalatch.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;

/** The tree is the architecture. */
@AnalyzeClasses(packages = "io.dynalatch", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String ADAPTERS =
            "io\\.dynalatch\\.internal\\.runtime\\.(SystemAdapters|SystemThreads)(\\$.*)?";

    /** What reads a clock, sleeps, draws at random or makes threads, by class. */
    private static final Map<String, Set<String>> SYSTEM = Map.of(
            "java.lang.System", Set.of("nanoTime", "currentTimeMillis"),
            "java.time.Instant", Set.of("now"),
            "java.time.Clock", Set.of("systemUTC", "systemDefaultZone", "system", "tickMillis"),
            "java.lang.Thread", Set.of("sleep", "<init>", "onSpinWait"),
            "java.util.UUID", Set.of("randomUUID"),
            "java.util.Random", Set.of("<init>"),
            "java.lang.Math", Set.of("random"),
            "java.util.concurrent.ThreadLocalRandom", Set.of("current"),
            "java.util.concurrent.ForkJoinPool", Set.of("commonPool"),
            "java.util.concurrent.TimeUnit", Set.of("sleep"));

    /** What users put into their own transactions, and get back from them. */
    private static final Set<String> HANDED_THROUGH =
            Set.of("TransactWriteItem", "ConditionCheck", "CancellationReason");

    @ArchTest
    static final ArchRule the_protocol_knows_values_of_java_only = noClasses()
            .that()
            .resideInAPackage("io.dynalatch.protocol")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages(
                    "io.dynalatch.protocol",
                    "java.lang",
                    "java.lang.invoke",
                    "java.lang.runtime",
                    "java.math",
                    "java.time",
                    "java.util",
                    "java.util.function",
                    "java.util.stream",
                    "org.jspecify.annotations");

    @ArchTest
    static final ArchRule only_the_system_adapters_ask_the_system =
            noClasses().that().haveNameNotMatching(ADAPTERS).should().accessTargetWhere(asksTheSystem());

    @ArchTest
    static final ArchRule only_the_system_adapters_make_executors = noClasses()
            .that()
            .haveNameNotMatching(ADAPTERS)
            .should()
            .dependOnClassesThat()
            .haveNameMatching("java\\.util\\.concurrent\\.(Executors|.*PoolExecutor|ForkJoinPool|Timer)");

    @ArchTest
    static final ArchRule only_one_package_knows_the_requests_of_the_sdk = noClasses()
            .that()
            .resideInAnyPackage("io.dynalatch", "io.dynalatch.spi", "io.dynalatch.protocol")
            .should()
            .dependOnClassesThat(resideInAPackage("software.amazon.awssdk.services.dynamodb.model")
                    .and(describe("are not handed through", type -> !HANDED_THROUGH.contains(type.getSimpleName()))));

    @ArchTest
    static final ArchRule the_item_layout_does_not_know_the_drivers = noClasses()
            .that()
            .resideInAPackage("io.dynalatch.internal.dynamo")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.dynalatch.internal.runtime");

    @ArchTest
    static final ArchRule the_core_needs_nothing_but_the_sdk_and_a_log = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..", "software.amazon.awssdk..", "org.slf4j", "org.jspecify.annotations", "io.dynalatch..");

    @ArchTest
    static final ArchRule no_method_is_synchronized = noMethods().should().haveModifier(JavaModifier.SYNCHRONIZED);

    private static DescribedPredicate<JavaAccess<?>> asksTheSystem() {
        return target(describe("reads clocks, sleeps, draws at random or makes threads", ArchitectureTest::isSystem))
                .forSubtype();
    }

    private static boolean isSystem(AccessTarget target) {
        return SYSTEM.getOrDefault(target.getOwner().getName(), Set.of()).contains(target.getName());
    }
}
