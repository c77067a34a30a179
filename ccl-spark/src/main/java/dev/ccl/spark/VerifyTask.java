package dev.ccl.spark;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.report.verify.VerifyPlan;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Optional;
import org.apache.spark.TaskContext;
import org.apache.spark.util.LongAccumulator;

/** What runs on a worker: all claims on an instance. */
final class VerifyTask extends Errand.Task<VerifyTask.Sent, VerifyTask.Found> {
  private static final long serialVersionUID = 1;

  private final ArrayList<String> ids;
  private final String liar; // null if there is none
  private final long seed;
  private final boolean thorough;
  private final LongAccumulator checks;

  private VerifyTask(VerifyPlan plan, LongAccumulator checks) {
    this.ids = new ArrayList<>(plan.ids());
    this.liar = plan.liar().orElse(null);
    this.seed = plan.seed();
    this.thorough = plan.isThorough();
    this.checks = checks;
  }

  static VerifyTask of(VerifyPlan plan, LongAccumulator checks) {
    return new VerifyTask(plan, checks);
  }

  /** An instance on its way to a worker. */
  static final class Sent implements Serializable {
    private static final long serialVersionUID = 1;

    private final int number;
    private final String digest;
    private final byte[] bytes;

    private Sent(int number, String digest, byte[] bytes) {
      this.number = number;
      this.digest = digest;
      this.bytes = bytes;
    }

    static Sent of(int number, VerifyPlan plan, Instance instance) throws IOException {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      InstanceWriter.write(instance, out);
      return new Sent(number, plan.digest(instance), out.toByteArray());
    }

    int number() {
      return number;
    }

    int size() {
      return bytes.length;
    }
  }

  /**
   * What was found.
   *
   * @param number of the instance
   * @param text the verdicts, or null
   * @param failure why there are none, or null
   */
  record Found(int number, String text, String failure) implements Serializable {}

  @Override
  Found failed(Sent sent, String reason) {
    return new Found(sent.number, null, reason);
  }

  @Override
  Found attempt(Sent sent) throws IOException {
    VerifyPlan plan = VerifyPlan.of(ids, Optional.ofNullable(liar), seed, thorough);
    Instance instance = InstanceReader.read("what was sent", new ByteArrayInputStream(sent.bytes));
    checkArgument(
        plan.digest(instance).equals(sent.digest),
        "the code, the claims or the instance of the worker are not those of the driver");
    String text =
        plan.verify(
            instance,
            claim -> {
              if (TaskContext.get().isInterrupted()) {
                throw new IllegalStateException("stopped");
              }
              checks.add(1);
            });
    return new Found(sent.number, text, null);
  }
}
