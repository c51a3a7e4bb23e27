package io.dynalatch.embedded;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.dynalatch.embedded.internal.system.SystemAdapter;
import java.util.Map;

@AnalyzeClasses(packages = "io.dynalatch.embedded", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    /** Classes, and the pattern of their members that read a clock, wait, make a thread or draw by chance. */
    private static final Map<String, String> OUTSIDE_WORLD = Map.ofEntries(
            Map.entry("java.lang.System", "nanoTime|currentTimeMillis"),
            Map.entry("java.lang.Thread", "sleep|<init>|start|ofVirtual|ofPlatform"),
            Map.entry("java.lang.Math", "random"),
            Map.entry("java.lang.ProcessHandle", "current"),
            Map.entry("java.time.Instant", "now"),
            Map.entry("java.time.Clock", "system.*"),
            Map.entry("java.util.UUID", "randomUUID"),
            Map.entry("java.util.Random", "<init>"),
            Map.entry("java.util.Timer", "<init>"),
            Map.entry("java.util.concurrent.ThreadLocalRandom", "current"),
            Map.entry("java.util.concurrent.Executors", ".*"),
            Map.entry("java.util.concurrent.ThreadPoolExecutor", "<init>"),
            Map.entry("java.util.concurrent.ForkJoinPool", ".*"),
            Map.entry("java.util.concurrent.CompletableFuture", ".*Async|delayedExecutor|orTimeout|completeOnTimeout"));

    private static final DescribedPredicate<JavaAccess<?>> REACHES_THE_OUTSIDE_WORLD =
            DescribedPredicate.describe("a clock, a thread or chance is used", access -> {
                String members = OUTSIDE_WORLD.get(access.getTargetOwner().getFullName());
                return members != null && access.getTarget().getName().matches(members);
            });

    @ArchTest
    static final ArchRule ONE_CLASS_TOUCHES_CLOCKS_THREADS_AND_CHANCE = noClasses()
            .that()
            .doNotBelongToAnyOf(SystemAdapter.class)
            .should()
            .accessTargetWhere(REACHES_THE_OUTSIDE_WORLD);

    /** Shows that the rule above bites: what it forbids is seen where it is allowed. */
    @ArchTest
    static final ArchRule THAT_CLASS_IS_SEEN_TO_TOUCH_THEM =
            classes().that().belongToAnyOf(SystemAdapter.class).should().accessTargetWhere(REACHES_THE_OUTSIDE_WORLD);

    @ArchTest
    static final ArchRule NOTHING_OF_THE_CORE_IS_USED = noClasses()
            .should()
            .dependOnClassesThat(resideInAPackage("io.dynalatch..")
                    .and(DescribedPredicate.not(resideInAPackage("io.dynalatch.embedded.."))));

    @ArchTest
    static final ArchRule EXPRESSIONS_KNOW_NOTHING_BUT_VALUES = noClasses()
            .that()
            .resideInAPackage("..expression..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.dynalatch.embedded.internal..");

    @ArchTest
    static final ArchRule STORES_KNOW_NEITHER_OPERATIONS_NOR_EXPRESSIONS = noClasses()
            .that()
            .resideInAPackage("..internal.store..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..internal.operation..", "..internal.client..", "..expression..");

    @ArchTest
    static final ArchRule NO_METHOD_IS_SYNCHRONIZED = noMethods().should().haveModifier(JavaModifier.SYNCHRONIZED);
}
