package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.report.verify.VerifyPlan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskContext$;
import org.apache.spark.util.LongAccumulator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A worker verifies what the driver would, without a cluster. */
class VerifyTaskTest {
  private static final Instance INSTANCE = SeparationInstance.of(1, 2, 2, 0.5);
  private static final List<String> CLAIMS = List.of("C16", "C05");

  @BeforeEach
  void beOnAWorker() {
    TaskContext$.MODULE$.setTaskContext(TaskContext$.MODULE$.empty());
  }

  @AfterEach
  void leave() {
    TaskContext$.MODULE$.unset();
  }

  private static VerifyPlan plan(String liar, long seed, boolean thorough) {
    return VerifyPlan.of(CLAIMS, Optional.ofNullable(liar), seed, thorough);
  }

  @Test
  void everyWishTravels() throws IOException {
    String truth = plan(null, 1, false).verify(INSTANCE, claim -> {});
    for (VerifyPlan plan :
        List.of(
            plan(null, 1, false),
            plan("lambda-dropped", 1, false),
            plan(null, 7, false),
            plan(null, 7 - (1L << 40), false),
            plan(null, 1, true))) {
      LongAccumulator checks = new LongAccumulator();
      VerifyTask.Found found =
          VerifyTask.of(plan, checks).piece(VerifyTask.Sent.of(3, plan, INSTANCE));
      assertNull(found.failure());
      assertEquals(3, found.number());
      assertEquals(plan.verify(INSTANCE, claim -> {}), found.text());
      assertEquals(2, checks.value());
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      InstanceWriter.write(INSTANCE, bytes);
      assertEquals(bytes.size(), VerifyTask.Sent.of(3, plan, INSTANCE).size());
      if (plan.liar().isPresent()) {
        assertNotEquals(truth, found.text());
      }
    }
  }

  @Test
  void aWorkerThatWouldVerifySomethingElseRefuses() throws IOException {
    VerifyTask task = VerifyTask.of(plan(null, 1, false), new LongAccumulator());
    VerifyTask.Found found = task.piece(VerifyTask.Sent.of(4, plan(null, 2, false), INSTANCE));
    assertEquals(4, found.number());
    assertNull(found.text());
    assertEquals(
        "the code, the claims or the instance of the worker are not those of the driver",
        found.failure());
  }

  @Test
  void whatIsStoppedIsNoFailure() throws IOException {
    VerifyPlan plan = plan(null, 1, false);
    VerifyTask task = VerifyTask.of(plan, new LongAccumulator());
    VerifyTask.Sent sent = VerifyTask.Sent.of(0, plan, INSTANCE);
    TaskContext.get().markInterrupted("enough");
    assertThrows(IllegalStateException.class, () -> task.piece(sent));
  }
}
