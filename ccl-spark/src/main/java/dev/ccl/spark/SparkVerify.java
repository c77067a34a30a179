package dev.ccl.spark;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.core.instance.Instance;
import dev.ccl.report.verify.VerifyPlan;
import dev.ccl.theory.verify.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Verifies instances on a cluster, small ones together in a task. What was found on an instance is
 * kept on the driver's disk as soon as it arrives; a second call verifies the rest.
 */
public final class SparkVerify {
  private static final int TASKS_PER_CORE = 8;
  private static final int INSTANCES_PER_TASK = 16;

  private final JavaSparkContext spark;
  private final Path kept;

  private SparkVerify(JavaSparkContext spark, Path kept) {
    this.spark = spark;
    this.kept = kept;
  }

  /**
   * Returns verifications.
   *
   * @param spark a context whose workers have the jars of this program
   * @param kept a directory for what was found so far; it is gone after a complete call
   * @return the verifications
   */
  public static SparkVerify on(JavaSparkContext spark, Path kept) {
    return new SparkVerify(spark, kept);
  }

  /**
   * How it ended.
   *
   * @param verdicts one verdict per claim on all instances, if all were verified; empty otherwise
   * @param failures what failed: the name of the instance and the reason, one line each
   * @param stopped whether the monitor stopped it
   */
  public record Outcome(
      ImmutableList<Verdict> verdicts, ImmutableList<String> failures, boolean stopped) {}

  /**
   * Verifies what is not kept yet.
   *
   * @param plan what is looked at
   * @param instances the instances
   * @param monitor is told each claim evaluated, and may stop
   * @return how it ended; the verdicts are those of one machine
   * @throws IOException if the driver cannot read or write a file; what was written is kept
   */
  public Outcome run(VerifyPlan plan, List<Instance> instances, Monitor monitor)
      throws IOException {
    VerifyDesk desk = new VerifyDesk(kept, plan, instances);
    List<Parcel.Load<VerifyTask.Sent>> left = new ArrayList<>();
    for (VerifyTask.Sent sent : desk.left()) {
      left.add(new Parcel.Load<>(sent, sent.size()));
    }
    monitor.completed((long) plan.ids().size() * (instances.size() - left.size()));
    int cores = Math.max(1, spark.sc().defaultParallelism());
    List<Parcel<VerifyTask.Sent>> parcels =
        Parcel.pack(left, TASKS_PER_CORE * cores, Double.MAX_VALUE, INSTANCES_PER_TASK);
    boolean stopped =
        Errand.<VerifyTask.Sent, VerifyTask.Found>of(spark, monitor)
            .run(parcels, checks -> VerifyTask.of(plan, checks), desk);
    return outcome(desk, stopped);
  }

  /** What was found is kept until all is found. */
  static Outcome outcome(VerifyDesk desk, boolean stopped) throws IOException {
    if (stopped || !desk.failures().isEmpty()) {
      return new Outcome(ImmutableList.of(), desk.failures(), stopped);
    }
    ImmutableList<Verdict> verdicts = desk.together();
    desk.clear();
    return new Outcome(verdicts, ImmutableList.of(), false);
  }
}
