package dev.ccl.report.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Students;
import dev.ccl.theory.Subject;
import dev.ccl.theory.claims.Claims;
import dev.ccl.theory.liars.ExtensionLiars;
import dev.ccl.theory.liars.Liar;
import dev.ccl.theory.liars.Liars;
import dev.ccl.theory.search.Verification;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is verified: the instances and claims that were asked for, and no others. */
class VerifyChoiceTest {
  private static final ImmutableList<Instance> INSTANCES =
      ImmutableList.of(
          BrokenInstance.NOT_REALIZABLE.instance(),
          SeparationInstance.of(1, 2, 2, 0.5),
          RandomInstance.of(RandomSpec.SMALL.withHorizon(2), 4).instance());

  @TempDir private Path directory;

  /** Ten letters and three tokens can still be enumerated, eleven cannot. */
  @Test
  void filesThatAreTooLargeAreRefused() throws IOException {
    RandomSpec large = RandomSpec.SMALL.withDimensions(1, 1).withHorizon(3);
    Path file10 = directory.resolve("10.json");
    InstanceWriter.write(RandomInstance.of(large.withLetters(10), 1).instance(), file10);
    assertEquals(1, named(file10).size());
    Path file11 = directory.resolve("11.json");
    InstanceWriter.write(RandomInstance.of(large.withLetters(11), 1).instance(), file11);
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> named(file11))
            .getMessage()
            .contains("5000"));
    Path none = directory.resolve("none.json");
    assertThrows(IllegalArgumentException.class, () -> named(none));
  }

  private static ImmutableList<Instance> named(Path file) throws IOException {
    return VerifyInstances.named(List.of(file.toString()), 1, false);
  }

  /** Claims are named once each, in the order of their names, and a plan tells what it does. */
  @Test
  void aPlanIsWhatWasAsked() {
    VerifyPlan plan =
        VerifyPlan.of(List.of(" C16", "C03 ", "C16"), Optional.of("lambda-dropped"), -4, true);
    assertEquals(List.of("C16", "C03"), plan.ids());
    assertEquals(-4, plan.seed());
    assertEquals(Optional.of("lambda-dropped"), plan.liar());
    assertTrue(plan.isThorough());
    String refusal =
        assertThrows(
                IllegalArgumentException.class,
                () -> VerifyPlan.of(List.of(), Optional.of("nobody"), 1, false))
            .getMessage();
    String liars =
        Stream.concat(Liars.all().stream(), ExtensionLiars.all().stream())
            .map(Liar::name)
            .collect(Collectors.joining(", "));
    assertEquals("--liar: there is no \"nobody\"; there are " + liars, refusal);
    VerifyPlan all = VerifyPlan.of(List.of(), Optional.empty(), 3, false);
    assertEquals(Claims.all().stream().map(Claim::id).toList(), all.ids());
    assertTrue(!all.isThorough() && all.liar().isEmpty());
    VerifyPlan few = VerifyPlan.of(List.of("C03", "C16"), Optional.empty(), 3, false);
    Students students = Students.ofThePaper();
    assertEquals(
        Verification.of(
                List.of(Claims.named("C03"), Claims.named("C16")),
                INSTANCES,
                instance -> new Subject(instance, students),
                3,
                Effort.RUNS)
            .run(1, (claim, instance) -> {}),
        few.with(students).on(INSTANCES).run(1, (claim, instance) -> {}));
    List<Instance> asked = new ArrayList<>();
    Students own =
        instance -> {
          asked.add(instance);
          return students.on(instance);
        };
    few.with(own).on(INSTANCES.subList(1, 2)).run(1, (claim, instance) -> {});
    assertTrue(asked.contains(INSTANCES.get(1)), "these students, not the usual ones");
    for (Liar liar : ExtensionLiars.all()) {
      Optional<String> name = Optional.of(liar.name());
      assertEquals(name, VerifyPlan.of(List.of("C03"), name, 3, false).liar());
    }
    VerifyPlan others = plan.with(students);
    assertEquals(List.of("C16", "C03"), others.ids());
    assertEquals(-4, others.seed());
    assertEquals(Optional.of("lambda-dropped"), others.liar());
    assertTrue(others.isThorough());
  }
}
