package dev.ccl.policies;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.ccl.policies", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule policiesKnowNoTruthAndNoAlgorithm =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.ccl.core.truth..", "dev.ccl.algorithms..");

  @ArchTest
  static final ArchRule familiesKnowNoTestKit =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.ccl.testkit..", "org.junit..");
}
