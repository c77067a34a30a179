package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.Subject;
import java.util.HashMap;
import org.junit.jupiter.api.Test;

class CellTextTest {
  private static final Subject SUBJECT =
      Subject.of("judge.json", SeparationInstance.of(1, 2, 2, 0.5));

  private static final RunPlan PLAN =
      RunPlan.of(SUBJECT, Ccl.practical(), RecordedRounds.logarithmic(100), 1, 2);

  @Test
  void aPlanIsTheSameWhereItArrives() {
    Subject travelled = Subject.of("judge.json", SUBJECT.bytes());
    assertEquals("judge.json", CellText.of(PLAN).fileName());
    assertEquals(SUBJECT.digest(), CellText.of(PLAN).instance());
    assertEquals(PLAN.digest(), CellText.of(PLAN).plan(travelled).digest());
  }

  /** A worker with other code, another instance or other settings says what differs. */
  @Test
  void aWorkerThatWouldMakeOtherBitsRefuses() {
    CellText sent = CellText.of(PLAN);
    for (String name : sent.identity().keySet()) {
      HashMap<String, String> other = new HashMap<>(sent.identity());
      other.put(name, "something else");
      CellText wrong = new CellText(sent.instance(), sent.fileName(), sent.configuration(), other);
      String refusal =
          assertThrows(IllegalArgumentException.class, () -> wrong.plan(SUBJECT)).getMessage();
      assertTrue(refusal.startsWith("the worker belongs to another run: its " + name), refusal);
      int own = refusal.indexOf(sent.identity().get(name));
      int asked = refusal.indexOf("something else");
      assertTrue(0 < own && own < asked, "what the worker has, then what it should: " + refusal);
    }
    Subject another = Subject.of("judge.json", SeparationInstance.of(2, 3, 2, 0.5));
    assertThrows(IllegalArgumentException.class, () -> sent.plan(another));
  }
}
