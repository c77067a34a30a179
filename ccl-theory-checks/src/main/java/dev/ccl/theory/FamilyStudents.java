package dev.ccl.theory;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.policy.BoundedDerivatives;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.LinearFamily;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.testkit.naive.Node;
import dev.ccl.testkit.naive.StudentClass;
import java.util.HashMap;
import java.util.Map;

/** A family seen by the enumerator: its per-state code alone, none of its kernels. */
final class FamilyStudents implements StudentClass {
  private final PolicyFamily family;
  private final ConvexSet set;
  private final BoundedDerivatives bounds;
  private final Map<Node, State> states = new HashMap<>();
  private final LearningProblem problem;

  FamilyStudents(LearningProblem problem) {
    this.problem = problem;
    this.family = problem.student().family();
    this.set = problem.student().set();
    checkArgument(
        family instanceof BoundedDerivatives,
        "%s declares no bounds (BoundedDerivatives), which the lemmas need",
        family.getClass().getSimpleName());
    this.bounds = (BoundedDerivatives) family;
  }

  private State state(Node node) {
    return states.computeIfAbsent(node, this::walk);
  }

  private State walk(Node node) {
    TokenMdp mdp = problem.mdp();
    State state =
        mdp.start(
            problem.source().forest().prompts().stream()
                .filter(x -> x.id().equals(node.prompt()))
                .findFirst()
                .or(
                    () ->
                        problem.target().forest().prompts().stream()
                            .filter(x -> x.id().equals(node.prompt()))
                            .findFirst())
                .orElseThrow());
    for (int h = 0; h < node.prefix().length(); h++) {
      state = mdp.append(state, node.prefix().get(h));
    }
    return state;
  }

  @Override
  public ConvexSet set() {
    return set;
  }

  @Override
  public double[] project(double[] theta) {
    double[] point = theta.clone();
    set.project(point);
    return point;
  }

  @Override
  public double[] logits(double[] theta, Node node) {
    double[] out = new double[node.size()];
    family.logits(theta, state(node), out);
    return out;
  }

  @Override
  public double[][] gradients(double[] theta, Node node) {
    int d = theta.length;
    double[] flat = new double[node.size() * d];
    family.gradients(theta, state(node), flat);
    double[][] rows = new double[node.size()][d];
    for (int k = 0; k < rows.length; k++) {
      System.arraycopy(flat, k * d, rows[k], 0, d);
    }
    return rows;
  }

  @Override
  public double[][] curvature(double[] theta, Node node, double[] weights) {
    int d = theta.length;
    double[][] out = new double[d][d];
    for (int i = 0; i < d; i++) {
      double[] axis = new double[d];
      axis[i] = 1;
      family.curvature(theta, state(node), weights, axis, out[i]);
    }
    return out;
  }

  @Override
  public double logitBound() {
    return bounds.logitBound(set);
  }

  @Override
  public double calibratedLogits(Instance.Header header) {
    return family instanceof LinearFamily ? header.bound() : header.calibrationSet().radius();
  }

  @Override
  public double gradientBound() {
    return bounds.gradientBound(set);
  }

  @Override
  public double hessianBound() {
    return bounds.hessianBound(set);
  }

  @Override
  public boolean isOfThePaper() {
    return false;
  }
}
