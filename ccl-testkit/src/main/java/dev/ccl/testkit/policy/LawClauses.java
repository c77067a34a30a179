package dev.ccl.testkit.policy;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.random.RandomStream;
import dev.ccl.judge.Check;
import dev.ccl.judge.Findings;
import dev.ccl.judge.Tolerance;
import java.util.Arrays;
import java.util.List;

/** Laws: mass on the legal tokens, all of it, and on every one of them. */
final class LawClauses {
  private static final int TRIALS = 8;
  private static final double SENTINEL = -7.25;

  private LawClauses() {}

  static List<Check<PolicySubject>> all() {
    return List.of(
        Check.of(
            "legal tokens",
            "logits and gradients overwrite the entries of the legal tokens with finite numbers and"
                + " no other entry",
            "a loop runs over the vocabulary, or not over all of state.legal()",
            LawClauses::legal),
        Check.of(
            "normalisation",
            "the law on a forest is the softmax of the logits; tokens of a state and answers of a"
                + " prompt have mass 1",
            "a kernel of on(forest) computes other logits than logits(…)",
            LawClauses::normalised),
        Check.of(
            "positivity",
            "every legal token has a positive probability for every parameter of the set",
            "a logit is so large or so small that its probability underflows: bound it on the set",
            LawClauses::positive));
  }

  private static void legal(PolicySubject p, Findings f) {
    for (int trial = 0; trial < TRIALS; trial++) {
      RandomStream random = PolicySubject.random("legal tokens", trial);
      double[] theta = p.theta(random, trial);
      for (int s : p.nodes) {
        int k = p.forest.degree(s);
        double[] logits = guarded(k);
        p.family.logits(theta, p.forest.state(s), logits);
        double[] rows = guarded(k * p.d);
        p.family.gradients(theta, p.forest.state(s), rows);
        see(logits, k, f, () -> "logits, " + p.place(s, theta));
        see(rows, k * p.d, f, () -> "gradients, " + p.place(s, theta));
      }
    }
  }

  private static double[] guarded(int length) {
    double[] out = new double[length + 3];
    Arrays.fill(out, 0, length, Double.NaN);
    Arrays.fill(out, length, length + 3, SENTINEL);
    return out;
  }

  private static void see(
      double[] out, int length, Findings f, java.util.function.Supplier<String> where) {
    for (int i = 0; i < out.length; i++) {
      int at = i;
      boolean right = i < length ? Math.abs(out[i]) < Double.POSITIVE_INFINITY : out[i] == SENTINEL;
      f.isTrue(right, () -> "entry " + at + " of " + length + ", " + out[at] + ", " + where.get());
    }
  }

  private static void normalised(PolicySubject p, Findings f) {
    for (int trial = 0; trial < TRIALS; trial++) {
      RandomStream random = PolicySubject.random("normalisation", trial);
      double[] theta = p.theta(random, trial);
      EdgeLaw law = p.model().law(theta);
      double[] mass = new double[p.forest.prompts().size()];
      for (int s = 0; s < p.forest.nodes(); s++) {
        int node = s;
        double[] logLaw = p.logLaw(theta, s);
        double sum = 0;
        for (int k = 0; k < logLaw.length; k++) {
          int e = p.forest.firstEdge(s) + k;
          int token = k;
          double size = 1 + Math.abs(logLaw[k]);
          sum += law.probability(e);
          f.equal(
              law.log(e),
              logLaw[k],
              Tolerance.relative(9.9e-13, size),
              () -> p.place(node, token, theta));
          f.equal(
              law.probability(e),
              Elementary.exp(logLaw[k]),
              Tolerance.relative(9.9e-13, size),
              () -> p.place(node, token, theta));
          if (p.forest.child(e) == Forest.LEAF) {
            mass[rootOf(p.forest, s)] += Elementary.exp(law.logPath(e));
          }
        }
        f.equal(sum, 1, Tolerance.relative(9.9e-13, 1), () -> p.place(node, theta));
      }
      for (int r = 0; r < mass.length; r++) {
        int root = r;
        f.equal(
            mass[r],
            1,
            Tolerance.relative(9.9e-12, 1),
            () -> "all answers, " + p.place(root, theta));
      }
    }
  }

  private static int rootOf(Forest forest, int node) {
    int s = node;
    while (forest.parentEdge(s) >= 0) {
      s = forest.node(forest.parentEdge(s));
    }
    return s;
  }

  private static void positive(PolicySubject p, Findings f) {
    for (int trial = 0; trial < 4 * TRIALS; trial++) {
      RandomStream random = PolicySubject.random("positivity", trial);
      double[] theta = p.theta(random, trial);
      EdgeLaw law = p.model().law(theta);
      for (int e = 0; e < p.forest.edges(); e++) {
        int s = p.forest.node(e);
        int k = e - p.forest.firstEdge(s);
        boolean right = law.probability(e) > 0 && law.log(e) > Double.NEGATIVE_INFINITY;
        f.isTrue(right, () -> p.place(s, k, theta));
      }
    }
  }
}
