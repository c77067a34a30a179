package dev.ccl.judge;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.ccl.judge", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule theJudgeKnowsNothingOfTheProject =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("dev.ccl.judge", "java..", "com.google.common..", "org.junit..");

  @ArchTest
  static final ArchRule onlySuitesKnowJUnit =
      noClasses()
          .that()
          .doNotBelongToAnyOf(Suite.class)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.junit..");
}
