package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where the paper's schedules have had time, runs do not only fail to refute: they establish. */
class RunsTest {
  private static List<Evidence> statements(String claim, Instance instance) {
    List<Evidence> all = new ArrayList<>();
    Findings findings = new Findings(all::add);
    Case c = Case.random(Specimen.of(instance), new Subject(instance), 1).with(Effort.RUNS);
    Claims.named(claim).check().compare(c, findings);
    assertTrue(findings.hold(), () -> findings.failures().toString());
    return all;
  }

  private static void establishes(String claim, Instance instance, String what) {
    List<Evidence> found = statements(claim, instance);
    assertTrue(
        found.stream().anyMatch(e -> e.where().startsWith(what) && e.where().contains("establ")),
        () -> found.get(found.size() - 1).toString());
  }

  @Test
  void calibrationOnTheQuickInstance() {
    establishes("C13", Crafted.quick(), "E‖w_T − w*‖²");
  }

  @Test
  void theStudentOnTheQuickInstance() {
    establishes("C31", Crafted.quick(), "E 𝒦(θ_T) from T = 16");
  }

  @Test
  void directMatchingOnTheSeparationInstance() {
    establishes("C38", SeparationInstance.of(1, 2, 20, 0.5), "E‖θ_T − θ*_SM‖²");
  }

  @Test
  void calibratedLearningOnTheSeparationInstance() {
    establishes("C41", SeparationInstance.of(1, 2, 2, 0.5), "𝒦(θ_T) of CCL");
  }

  @Test
  void theFloorIsTestedAtTheStatedRound() {
    assertTrue(
        statements("C40", SeparationInstance.of(1, 2, 20, 0.5)).stream()
            .anyMatch(e -> e.where().startsWith("E 𝒦(θ_T) against the floor") && e.right() > 0));
  }
}
