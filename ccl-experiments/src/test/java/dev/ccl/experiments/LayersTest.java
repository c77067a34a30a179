package dev.ccl.experiments;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * Experiments draw nothing and know no terminal, and their packages depend on one another one way.
 */
@AnalyzeClasses(
    packages = "dev.ccl.experiments",
    importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
  @ArchTest
  static final ArchRule nothingAbove =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "picocli..",
              "dev.ccl.report..",
              "dev.ccl.cli..",
              "dev.ccl.spark..",
              "dev.ccl.bench..",
              "dev.ccl.theory..",
              "dev.ccl.testkit..");

  @ArchTest
  static final ArchRule noCycles =
      slices().matching("dev.ccl.experiments.(*)..").should().beFreeOfCycles();
}
