package dev.ccl.theory;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;

/**
 * One package alone knows the property engine, and the naive side knows no kernel of the library.
 */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter().importPackages("dev.ccl.theory");

  @Test
  void onlyTheLemmasKnowJqwik() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.ccl.theory.lemmas..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("net.jqwik..")
        .check(CLASSES);
  }

  @Test
  void theNaiveSideSharesNoKernel() {
    noClasses()
        .that()
        .resideInAPackage("dev.ccl.theory.naive..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.ccl.core.exact..",
            "dev.ccl.core.truth..",
            "dev.ccl.core.forest..",
            "dev.ccl.core.math..",
            "dev.ccl.core.problem..",
            "dev.ccl.algorithms.batch..",
            "dev.ccl.algorithms.calibration..",
            "dev.ccl.algorithms.engine..",
            "dev.ccl.algorithms.part..",
            "dev.ccl.algorithms.student..",
            "dev.ccl.algorithms.whole..")
        .check(CLASSES);
  }

  /** Packages of the library have an order: none depends on one that depends on it. */
  @Test
  void packagesHaveNoCycles() {
    JavaClasses library =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.ccl.core", "dev.ccl.policies", "dev.ccl.algorithms");
    SlicesRuleDefinition.slices().matching("dev.ccl.(**)").should().beFreeOfCycles().check(library);
  }
}
