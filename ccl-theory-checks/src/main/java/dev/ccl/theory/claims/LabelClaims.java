package dev.ccl.theory.claims;

import dev.ccl.core.forest.Forest;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.testkit.Tolerance;
import dev.ccl.testkit.naive.GibbsWeights;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Node;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.SourceStep;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Side;
import java.util.List;

/** lem:ced-label: what an accepted branch index tells about w* (C06–C08). */
public final class LabelClaims {
  private LabelClaims() {}

  /** {@return the claims} */
  public static List<Claim> all() {
    return List.of(
        Claim.of(
            "C06",
            "eq:ced-acceptance",
            "A trial is accepted with probability at least e^{−1/λ}, whatever s, c1 and c0",
            Kind.LAW,
            LabelClaims::acceptance,
            Requirement.REWARDS,
            Requirement.IDENTIFIED),
        Claim.of(
            "C07",
            "eq:ced-accepted-label",
            "P(Y = 1 | accepted) = σ(zᵀw*), also where both tokens coincide",
            Kind.LAW,
            LabelClaims::label,
            Requirement.REWARDS,
            Requirement.REALIZABLE,
            Requirement.IDENTIFIED),
        Claim.of(
            "C08",
            "eq:ced-suffix-moment, eq:ced-joint-label-acceptance",
            "1 ≤ M ≤ e^{1/λ}, and the joint law of label and acceptance",
            Kind.EXACT,
            LabelClaims::moments,
            Requirement.REWARDS));
  }

  /** What to do with a comparison on the source forest. */
  interface Comparison {
    void at(Node s, int c1, int c0, int e1, int e0);
  }

  static void forEach(Case c, Comparison comparison) {
    Forest forest = c.subject().dataset(Side.SOURCE).forest();
    for (int s = 0; s < forest.nodes(); s++) {
      Node node = NaiveCorrespondence.node(c, Side.SOURCE, s);
      int first = forest.firstEdge(s);
      for (int c1 = 0; c1 < node.size(); c1++) {
        for (int c0 = 0; c0 < node.size(); c0++) {
          comparison.at(node, c1, c0, first + c1, first + c0);
        }
      }
    }
  }

  private static void acceptance(Case c, Findings f) {
    SourceStep step = c.specimen().step();
    double least = StrictMath.exp(-1 / c.specimen().naive().lambda());
    forEach(
        c,
        (s, c1, c0, e1, e0) -> {
          double p = c.subject().accepted(e1, e0, 1) + c.subject().accepted(e1, e0, 0);
          f.equal(
              "P(I = 1) at " + s, p, step.accepted(s, c1, c0, 1) + step.accepted(s, c1, c0, 0), 0);
          f.equal("P(I = 1) at " + s, c.subject().acceptance(e1, e0), p, 0);
          f.atLeast("P(I = 1) at " + s, p, least);
        });
    if (c.isSampling()) {
      SourceLaws.acceptance(c, f);
    }
  }

  private static void label(Case c, Findings f) {
    double[] truth = c.specimen().truth().parameter();
    Tolerance tolerance = c.specimen().truth().tolerance(4);
    forEach(
        c,
        (s, c1, c0, e1, e0) -> {
          double one = c.subject().accepted(e1, e0, 1);
          double zero = c.subject().accepted(e1, e0, 0);
          double odds = SmallAlgebra.sigmoid(SmallAlgebra.dot(s.difference(c1, c0), truth));
          f.add(Evidence.equal("P(Y = 1 | I = 1) at " + s, one / (one + zero), odds, tolerance));
        });
    if (c.isSampling()) {
      SourceLaws.calibration(c.centre(), f, 0, 2000);
    }
  }

  private static void moments(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double[] log = c.subject().logMoments(Side.SOURCE);
    Forest forest = c.subject().dataset(Side.SOURCE).forest();
    for (int e = 0; e < log.length; e++) {
      Node s = NaiveCorrespondence.node(c, Side.SOURCE, forest.node(e));
      int k = e - forest.firstEdge(forest.node(e));
      f.equal("log M at " + s, log[e], GibbsWeights.of(naive).logMoment(s, k), 1 / naive.lambda());
      f.atLeast("log M at " + s, log[e], 0);
      f.atMost("log M at " + s, log[e], 1 / naive.lambda());
    }
    SourceStep step = c.specimen().step();
    forEach(
        c,
        (s, c1, c0, e1, e0) -> {
          for (int y = 0; y <= 1; y++) {
            f.equal(
                "P(Y = " + y + ", I = 1) at " + s,
                c.subject().accepted(e1, e0, y),
                step.accepted(s, c1, c0, y),
                0);
          }
        });
  }
}
