package dev.ccl.spark;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.run.RunIdentity;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.Subject;
import java.io.Serializable;
import java.util.HashMap;

/**
 * A plan on its way to a worker, without its instance.
 *
 * @param instance the digest of the instance, by which it is found among those that were sent
 * @param fileName the name of the instance's file
 * @param configuration what {@link RunPlan#configuration} returned
 * @param identity what decides the bits of the plan's replicates, as the driver sees it
 */
record CellText(
    String instance, String fileName, String configuration, HashMap<String, String> identity)
    implements Serializable {

  static CellText of(RunPlan plan) {
    return new CellText(
        plan.subject().digest(),
        plan.subject().fileName(),
        plan.configuration(),
        new HashMap<>(plan.identity().entries()));
  }

  /**
   * The plan as this machine understands it.
   *
   * @throws IllegalArgumentException if it would not make the driver's bits here
   */
  RunPlan plan(Subject subject) {
    RunPlan plan = RunPlan.of(subject, configuration);
    RunIdentity.of(ImmutableMap.copyOf(identity)).requireSame("the worker", plan.identity());
    return plan;
  }
}
