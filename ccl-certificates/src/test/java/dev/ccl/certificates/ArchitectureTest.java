package dev.ccl.certificates;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "dev.ccl.certificates",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule boundsSeeNoTargetReward =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.ccl.core.truth..", "dev.ccl.core.instance..")
          .because("a certificate says what is known without target rewards");

  @ArchTest
  static final ArchRule boundsKnowNoFamilyAndNoTestKit =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.ccl.policies..", "dev.ccl.testkit..", "org.junit..");
}
