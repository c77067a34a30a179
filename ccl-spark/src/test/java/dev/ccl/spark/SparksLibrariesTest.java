package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * On a cluster, Spark's jars come first: its Guava and Jackson are older than those that this
 * project is compiled with, so every call in our bytecode has to be there as well.
 */
class SparksLibrariesTest {
  private static final JavaClasses OURS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.ccl");

  @Test
  void everyCallIsInSparksGuavaAndJackson() throws IOException {
    try (URLClassLoader spark = spark()) {
      assertTrue(OURS.size() > 200, "all modules are looked at, not " + OURS.size());
      assertEquals(
          new TreeSet<>(),
          missing(
              OURS,
              spark,
              List.of(
                  "com.google.common.",
                  "com.fasterxml.jackson.core.",
                  "com.fasterxml.jackson.databind.")));
    }
  }

  /** Spark sends what experiments are; it draws nothing and knows no other command. */
  @Test
  void workersNeedNeitherReportsNorTheCommandLine() {
    ArchRuleDefinition.noClasses()
        .that()
        .resideInAPackage("dev.ccl.spark..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.ccl.report..", "dev.ccl.cli..", "dev.ccl.theory..", "dev.ccl.bench..")
        .check(OURS);
  }

  @Test
  void whatIsNotThereIsNamed() throws IOException {
    JavaClasses tests = new ClassFileImporter().importClasses(SparksLibrariesTest.class);
    try (URLClassLoader spark = spark()) {
      TreeSet<String> missing = missing(tests, spark, List.of("org.junit."));
      assertFalse(missing.isEmpty());
      assertTrue(missing.first().startsWith("org.junit."), missing.toString());
    }
  }

  private static URLClassLoader spark() throws IOException {
    try (Stream<Path> jars = Files.list(Path.of("target", "spark-own"))) {
      URL[] urls = new URL[6];
      List<Path> all = jars.sorted().toList();
      assertEquals(urls.length, all.size());
      for (int i = 0; i < urls.length; i++) {
        urls[i] = all.get(i).toUri().toURL();
      }
      return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    }
  }

  private static TreeSet<String> missing(
      JavaClasses classes, ClassLoader loader, List<String> packages) {
    TreeSet<String> missing = new TreeSet<>();
    for (JavaClass type : classes) {
      for (JavaCodeUnit unit : type.getCodeUnits()) {
        unit.getCallsFromSelf().stream()
            .map(call -> (CodeUnitCallTarget) call.getTarget())
            .filter(target -> packages.stream().anyMatch(target.getOwner().getName()::startsWith))
            .filter(target -> !isThere(target, loader))
            .forEach(target -> missing.add(target.getFullName()));
      }
    }
    return missing;
  }

  private static boolean isThere(CodeUnitCallTarget target, ClassLoader loader) {
    Class<?> owner;
    try {
      owner = Class.forName(target.getOwner().getName(), false, loader);
    } catch (ClassNotFoundException e) {
      return false;
    }
    Deque<Class<?>> open = new ArrayDeque<>(List.of(owner));
    while (!open.isEmpty()) {
      Class<?> type = open.remove();
      Executable[] all =
          target.getName().equals("<init>")
              ? type.getDeclaredConstructors()
              : type.getDeclaredMethods();
      if (Arrays.stream(all).anyMatch(it -> isSame(it, target))) {
        return true;
      }
      if (type.getSuperclass() != null) {
        open.add(type.getSuperclass());
      } else if (type.isInterface()) {
        open.add(Object.class);
      }
      open.addAll(Arrays.asList(type.getInterfaces()));
    }
    return false;
  }

  private static boolean isSame(Executable found, CodeUnitCallTarget target) {
    List<String> parameters = Arrays.stream(found.getParameterTypes()).map(Class::getName).toList();
    boolean sameName =
        target.getName().equals("<init>") || found.getName().equals(target.getName());
    boolean sameResult =
        !(found instanceof Method)
            || ((Method) found)
                .getReturnType()
                .getName()
                .equals(target.getRawReturnType().getName());
    return sameName
        && sameResult
        && parameters.equals(
            target.getRawParameterTypes().stream().map(JavaClass::getName).toList());
  }
}
