package dev.ccl.report;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Reports know no terminal and no cluster, and their packages depend on one another one way. */
@AnalyzeClasses(packages = "dev.ccl.report", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
  @ArchTest
  static final ArchRule nothingAbove =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("picocli..", "dev.ccl.cli..", "dev.ccl.spark..", "dev.ccl.bench..");

  @ArchTest
  static final ArchRule noCycles =
      slices().matching("dev.ccl.report.(*)..").should().beFreeOfCycles();
}
