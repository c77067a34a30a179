package dev.ccl.policies;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.ccl.policies.conformance.ConformanceTests;

@AnalyzeClasses(packages = "dev.ccl.policies", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule junitIsForItsAdapterAlone =
      noClasses()
          .that()
          .doNotBelongToAnyOf(ConformanceTests.class)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.junit..");

  @ArchTest
  static final ArchRule policiesKnowNoTruthAndNoAlgorithm =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.ccl.core.truth..", "dev.ccl.algorithms..");

  @ArchTest
  static final ArchRule familiesDoNotKnowTheKit =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.ccl.policies.conformance")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.ccl.policies.conformance");
}
