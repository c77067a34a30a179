package dev.ccl.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.ccl.testkit", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule theEnumeratorSharesNoKernel =
      noClasses()
          .that()
          .resideInAPackage("dev.ccl.testkit.naive..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.ccl.core.exact..",
              "dev.ccl.core.truth..",
              "dev.ccl.core.forest..",
              "dev.ccl.core.math..",
              "dev.ccl.core.problem..");
}
