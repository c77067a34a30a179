package dev.ccl.theory;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

/**
 * One package alone knows the property engine, and the naive side knows no kernel of the library.
 */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter().importPackages("dev.ccl.theory");

  @Test
  void onePackageKnowsJqwik() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.ccl.theory.jqwik..")
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
            "dev.ccl.algorithms.ccl..",
            "dev.ccl.algorithms.engine..")
        .check(CLASSES);
  }
}
