package dev.ccl.algorithms;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/** No learner can reach a target reward: what holds them is out of bounds for its code. */
class InformationBarrierTest {
  private static final ArchRule LEARNERS_SEE_NO_TRUTH =
      noClasses()
          .that()
          .resideInAPackage("dev.ccl.algorithms..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.ccl.core.truth..", "dev.ccl.core.instance..")
          .because("target rewards are ground truth for the benchmark only");

  @Test
  void learnersSeeNoTruth() {
    JavaClasses learners =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.ccl.algorithms");
    assertTrue(learners.size() > 0, "there is something to check");
    LEARNERS_SEE_NO_TRUTH.check(learners);
  }

  @Test
  void aPeekingLearnerIsCaught() {
    JavaClasses liar = new ClassFileImporter().importPackages("dev.ccl.algorithms.liar");
    assertTrue(liar.size() > 0, "the liar is there");
    assertFalse(
        LEARNERS_SEE_NO_TRUTH.evaluate(liar).getFailureReport().isEmpty(), "and it is caught");
  }
}
