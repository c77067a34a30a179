package dev.ccl.testkit.policy;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.BoundedDerivatives;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.policy.LinearFamily;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.judge.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** A family under examination, with the inputs on which it is examined. */
final class PolicySubject {
  static final int MOST_EDGES = 5000;
  private static final int MOST_NODES = 16;

  static final Check.Need<PolicySubject> BOUNDED =
      need(
          "the family declares bounds (BoundedDerivatives)",
          p -> p.family instanceof BoundedDerivatives);
  static final Check.Need<PolicySubject> LINEAR =
      need("the family is a LinearFamily", p -> p.family instanceof LinearFamily);

  private static final RandomStreams STREAMS = RandomStreams.of(0x5eed);

  final PolicyFamily family;
  final ConvexSet set;
  final Forest forest;
  final int d;
  final List<Integer> nodes; // a sample, spread over the forest

  private PolicySubject(PolicyFamily family, ConvexSet set, Forest forest, List<Integer> nodes) {
    this.family = family;
    this.set = set;
    this.forest = forest;
    this.d = family.dimension();
    this.nodes = nodes;
  }

  static PolicySubject of(PolicyFamily family, ConvexSet set, Forest forest) {
    checkArgument(
        family.dimension() == set.dimension(),
        "the family has %s parameters, the set dimension %s",
        family.dimension(),
        set.dimension());
    checkArgument(
        forest.edges() <= MOST_EDGES,
        "the forest has %s edges, which is more than %s: examine a smaller one",
        forest.edges(),
        MOST_EDGES);
    List<Integer> open = new ArrayList<>();
    for (int s = 0; s < forest.nodes(); s++) {
      if (forest.degree(s) > 1) {
        open.add(s);
      }
    }
    checkArgument(!open.isEmpty(), "no state of the forest has two legal tokens");
    List<Integer> nodes = new ArrayList<>();
    int count = Math.min(MOST_NODES, open.size());
    for (int i = 0; i < count; i++) {
      nodes.add(open.get((int) ((long) i * open.size() / count)));
    }
    return new PolicySubject(family, set, forest, nodes);
  }

  private static Check.Need<PolicySubject> need(String text, Predicate<PolicySubject> met) {
    return new Check.Need<>() {
      @Override
      public String text() {
        return text;
      }

      @Override
      public boolean isMet(PolicySubject subject) {
        return met.test(subject);
      }
    };
  }

  /** The bounds of a family that declares some. */
  BoundedDerivatives bounds() {
    return (BoundedDerivatives) family;
  }

  /** The first six numbers of a parameter. */
  static String text(double[] theta) {
    return theta.length <= 6
        ? Arrays.toString(theta)
        : Arrays.toString(Arrays.copyOf(theta, 6)).replace("]", ", …]");
  }

  EdgeModel model() {
    return family.on(forest);
  }

  /** The inputs of a trial of a clause. */
  static RandomStream random(String clause, int trial) {
    return STREAMS.open(Purpose.TRIAL, clause.hashCode(), trial);
  }

  /** A parameter: inside for even trials, on the boundary or near it for odd ones. */
  double[] theta(RandomStream random, int trial) {
    double[] theta = new double[d];
    set.draw(random, theta);
    if (trial % 2 == 1) {
      double[] centre = new double[d];
      set.draw(random, centre);
      double reach = 1e3 * (1 + set.radius());
      for (int i = 0; i < d; i++) {
        theta[i] += reach * (theta[i] - centre[i]);
      }
      set.project(theta);
    }
    return theta;
  }

  /** A random unit vector. */
  static double[] direction(RandomStream random, int dimension) {
    double[] v = new double[dimension];
    double norm;
    do {
      for (int i = 0; i < dimension; i++) {
        v[i] = normal(random);
      }
      norm = Vectors.norm(v);
    } while (norm == 0);
    Vectors.scale(1 / norm, v);
    return v;
  }

  private static double normal(RandomStream random) {
    double u;
    double s;
    do {
      u = 2 * random.nextOpenDouble() - 1;
      double v = 2 * random.nextOpenDouble() - 1;
      s = u * u + v * v;
    } while (s >= 1);
    return u * Math.sqrt(-2 * Elementary.log(s) / s);
  }

  double[] logits(double[] theta, int node) {
    double[] f = new double[forest.degree(node)];
    family.logits(theta, forest.state(node), f);
    return f;
  }

  /** The softmax of the family's logits, computed here. */
  double[] logLaw(double[] theta, int node) {
    double[] log = logits(theta, node);
    double normalizer = Elementary.logSumExp(log, 0, log.length);
    for (int k = 0; k < log.length; k++) {
      log[k] -= normalizer;
    }
    return log;
  }

  double[] law(double[] theta, int node) {
    double[] law = logLaw(theta, node);
    for (int k = 0; k < law.length; k++) {
      law[k] = Elementary.exp(law[k]);
    }
    return law;
  }

  double[] gradients(double[] theta, int node) {
    double[] rows = new double[forest.degree(node) * d];
    family.gradients(theta, forest.state(node), rows);
    return rows;
  }

  double[] curvature(double[] theta, int node, double[] coefficients, double[] direction) {
    double[] out = new double[d];
    family.curvature(theta, forest.state(node), coefficients, direction, out);
    return out;
  }

  /** ∇f·v for each token of a node. */
  double[] slopes(double[] theta, int node, double[] v) {
    double[] rows = gradients(theta, node);
    double[] slopes = new double[forest.degree(node)];
    for (int k = 0; k < slopes.length; k++) {
      slopes[k] = Vectors.dot(rows, k * d, v, 0, d);
    }
    return slopes;
  }

  String place(int node, double[] theta) {
    return "state " + forest.state(node) + ", parameter " + text(theta);
  }

  String place(int node, int token, double[] theta) {
    return "token " + forest.token(forest.firstEdge(node) + token) + " of " + place(node, theta);
  }
}
