package dev.ccl.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/** The one-way flow between the packages. */
class LayersTest {
  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.ccl.core");

  private static ArchRule rewardFree(String... packages) {
    return noClasses()
        .that()
        .resideInAnyPackage(packages)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.ccl.core.problem..", "dev.ccl.core.instance..", "dev.ccl.core.truth..");
  }

  @Test
  void feasibilityForestsAndPoliciesKnowNoReward() {
    rewardFree(
            "dev.ccl.core.mdp..",
            "dev.ccl.core.forest..",
            "dev.ccl.core.policy..",
            "dev.ccl.core.math..",
            "dev.ccl.core.random..")
        .check(CORE);
  }

  @Test
  void whatLearnersUseKnowsNoTruth() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.ccl.core.problem..", "dev.ccl.core.exact..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.ccl.core.instance..", "dev.ccl.core.truth..")
        .check(CORE);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.ccl.core.(*)..").should().beFreeOfCycles().check(CORE);
  }

  @Test
  void aRuleThatLooksAtRewardsIsCaught() {
    JavaClasses liar = new ClassFileImporter().importPackages("dev.ccl.core.liar");
    assertTrue(liar.size() > 0, "the liar is there");
    assertFalse(
        rewardFree("dev.ccl.core.liar..").evaluate(liar).getFailureReport().isEmpty(),
        "and it is caught");
  }
}
