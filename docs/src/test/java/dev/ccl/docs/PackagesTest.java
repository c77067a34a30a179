package dev.ccl.docs;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Packages of all modules can be read one after another: none needs one that needs it. Spark's,
 * which is built beside this one, looks at itself.
 */
class PackagesTest {
  /** Every package of the project is a slice of its own, whatever it is nested in. */
  private static final SliceAssignment PACKAGES =
      new SliceAssignment() {
        @Override
        public String getDescription() {
          return "the packages of the project";
        }

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
          String name = type.getPackageName();
          return name.startsWith("dev.ccl") ? SliceIdentifier.of(name) : SliceIdentifier.ignore();
        }
      };

  private static final ArchRule NO_CYCLES =
      slices().assignedFrom(PACKAGES).should().beFreeOfCycles();

  private static List<Path> modules() throws IOException {
    try (Stream<Path> entries = Files.list(Path.of(System.getProperty("ccl.root")))) {
      return entries
          .filter(entry -> entry.getFileName().toString().matches("ccl-(?!spark).*"))
          .map(entry -> entry.resolve("target").resolve("classes"))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    }
  }

  @Test
  void noModuleHasACycleOfPackages() throws IOException {
    List<Path> modules = modules();
    assertTrue(modules.size() >= 8, "all modules with code are there: " + modules);
    NO_CYCLES.check(new ClassFileImporter().importPaths(modules));
  }

  @Test
  void everyModuleBearsItsLicense() throws IOException {
    Path root = Path.of(System.getProperty("ccl.root"));
    for (Path classes : modules()) {
      for (String name : List.of("LICENSE", "NOTICE")) {
        Path copy = classes.resolve("META-INF").resolve(name);
        assertTrue(Files.exists(copy), copy + " is missing");
        assertEquals(Files.readString(root.resolve(name)), Files.readString(copy));
      }
    }
  }

  @Test
  void aCycleIsSeen() {
    JavaClasses cycle = new ClassFileImporter().importPackages("dev.ccl.docs.cycle");
    assertTrue(cycle.size() >= 2, "the liars are there");
    assertTrue(NO_CYCLES.evaluate(cycle).hasViolation());
  }
}
