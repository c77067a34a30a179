package dev.ccl.theory.claims;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.certificates.Certificate;
import dev.ccl.certificates.Certifier;
import dev.ccl.certificates.Ellipsoid;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.judge.Evidence;
import dev.ccl.judge.Findings;
import dev.ccl.judge.Tolerance;
import dev.ccl.testkit.naive.Node;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Side;
import dev.ccl.theory.Subject.Equations;
import dev.ccl.theory.Subject.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Sets around w* hold it, and bounds without target rewards hold (E06–E12). Comparisons are drawn
 * here, uniformly, which is no design of Algorithm 1: any is allowed.
 */
final class CertificateClaims {
  private static final double DELTA = Evidence.LEVEL; // so that no run may miss
  private static final int FEW = 40;
  private static final int MANY = 3000;

  private CertificateClaims() {}

  /** {@return the claims, E06 to E12} */
  static List<Claim> all() {
    return List.of(
        claim(
            "E06",
            "the set of labels holds w* at all rounds at once with probability 1 − δ",
            Kind.DRAWN,
            CertificateClaims::labels),
        claim(
            "E07",
            "strips and equations of the answers seen hold at w*",
            Kind.DRAWN,
            CertificateClaims::answers),
        claim(
            "E08",
            "Δ(θ) is at most the bound that rests on the set",
            Kind.DRAWN,
            CertificateClaims::excess),
        claim(
            "E09",
            "Δ(θ) is at most the cap, without any query",
            Kind.EXACT,
            CertificateClaims::cap),
        claim("E10", "𝒦(θ) is at most its bound", Kind.DRAWN, CertificateClaims::divergence),
        claim(
            "E11",
            "the evidence against Assumption 1 exceeds 1/α with probability at most α where it"
                + " holds",
            Kind.DRAWN,
            CertificateClaims::evidence),
        claim(
            "E12",
            "w* solves the equations of verified answers",
            Kind.EXACT,
            CertificateClaims::equations));
  }

  private static Claim claim(
      String id, String sentence, Kind kind, BiConsumer<Case, Findings> check) {
    return Claim.of(
        id,
        "beyond the paper",
        sentence,
        kind,
        check,
        Requirement.REWARDS,
        Requirement.REALIZABLE,
        Requirement.IDENTIFIED,
        Requirement.UNIQUE_ORACLE,
        Requirement.LOW_DIMENSION);
  }

  /** Draws comparisons of two different tokens with their labels, answers and rewards. */
  private static List<Observation> observations(Case c, int number) {
    RandomStream stream = c.streams().open(Purpose.TRIAL, 7);
    Forest forest = c.subject().dataset(Side.SOURCE).forest();
    List<Integer> open = new ArrayList<>();
    for (int s = 0; s < forest.nodes(); s++) {
      if (forest.degree(s) > 1) {
        open.add(s);
      }
    }
    List<Observation> all = new ArrayList<>();
    while (all.size() < number) {
      int s = open.get(stream.nextBelow(open.size()));
      Node node = NaiveCorrespondence.node(c, Side.SOURCE, s);
      int c1 = stream.nextBelow(node.size());
      int c0 = stream.nextBelow(node.size() - 1);
      c0 += c0 >= c1 ? 1 : 0;
      double share = node.pre(c1) / (node.pre(c1) + node.pre(c0));
      boolean label = stream.nextDouble() < share;
      int leaf = forest.firstEdge(s) + (label ? c1 : c0);
      while (forest.child(leaf) >= 0) {
        leaf = completed(c, forest, forest.child(leaf), stream);
      }
      all.add(
          new Observation(
              ImmutableDoubleArray.copyOf(node.difference(c1, c0)),
              forest.firstEdge(s) + c1,
              forest.firstEdge(s) + c0,
              share,
              label,
              leaf,
              NaiveCorrespondence.answer(c, Side.SOURCE, leaf).reward()));
    }
    return all;
  }

  private static int completed(Case c, Forest forest, int s, RandomStream stream) {
    Node node = NaiveCorrespondence.node(c, Side.SOURCE, s);
    double left = stream.nextDouble();
    int k = 0;
    while (k + 1 < node.size() && left >= node.pre(k)) {
      left -= node.pre(k++);
    }
    return forest.firstEdge(s) + k;
  }

  private static Certifier certifier(Case c, boolean exact, int number) {
    Certifier certifier = c.subject().certifier(DELTA, exact);
    for (Observation seen : observations(c, number)) {
      c.subject().observe(certifier, seen);
    }
    return certifier;
  }

  private static void holds(Case c, Findings f, Ellipsoid set) {
    f.isTrue("a set that is not empty", !set.isEmpty());
    f.sampled(
        DELTA,
        Evidence.atMost(
            "(w* − m)ᵀC⁻¹(w* − m)",
            distance(set, c.specimen().truth().parameter()),
            1,
            Tolerance.estimate(1e-6, "the fit of w*")));
  }

  /** By forward substitution with the factor of C. */
  private static double distance(Ellipsoid set, double[] w) {
    int n = set.dimension();
    double[] l = set.factor();
    double[] y = new double[n];
    double sum = 0;
    for (int i = 0; i < n; i++) {
      y[i] = w[i] - set.centre()[i];
      for (int k = 0; k < i; k++) {
        y[i] -= l[i * n + k] * y[k];
      }
      // a set that is a point is known no better than w* itself
      y[i] /= Math.max(l[i * n + i], 1e-7);
      sum += y[i] * y[i];
    }
    return sum;
  }

  private static void labels(Case c, Findings f) {
    holds(c, f, certifier(c, false, MANY).set());
  }

  private static void answers(Case c, Findings f) {
    holds(c, f, certifier(c, true, FEW).set());
  }

  private static double trueExcess(Case c) {
    double[] truth = c.specimen().truth().parameter();
    return c.specimen().costs().cost(truth, c.theta()) - c.specimen().oracle().cost();
  }

  private static void excess(Case c, Findings f) {
    for (boolean exact : new boolean[] {false, true}) {
      Certificate bound = c.subject().certify(certifier(c, exact, FEW), c.theta());
      f.sampled(
          DELTA,
          Evidence.atMost(
              "Δ against its bound",
              trueExcess(c),
              bound.fromSet(),
              Tolerance.estimate(1e-8, "Δ")));
    }
  }

  private static void cap(Case c, Findings f) {
    Certificate bound = c.subject().certify(c.subject().certifier(DELTA, false), c.theta());
    f.add(
        Evidence.atMost(
            "Δ against the cap", trueExcess(c), bound.cap(), Tolerance.estimate(1e-8, "Δ")));
  }

  private static void divergence(Case c, Findings f) {
    double divergence =
        c.specimen()
            .costs()
            .divergence(
                c.specimen().naive().student(c.theta()),
                c.specimen().naive().student(c.specimen().oracle().point()));
    Certificate bound = c.subject().certify(certifier(c, true, FEW), c.theta());
    f.sampled(
        DELTA,
        Evidence.atMost(
            "𝒦 against its bound", divergence, bound.oracleKl(), Tolerance.estimate(1e-6, "θ†")));
  }

  private static void evidence(Case c, Findings f) {
    Certificate bound = c.subject().certify(certifier(c, true, FEW), c.theta());
    f.sampled(
        DELTA,
        Evidence.atMost(
            "evidence against Assumption 1",
            Math.min(bound.modelEvidence(), Double.MAX_VALUE),
            1 / DELTA));
  }

  private static void equations(Case c, Findings f) {
    Equations equations = c.subject().equations();
    Forest forest = c.subject().dataset(Side.SOURCE).forest();
    for (int e = 0; e < forest.edges(); e++) {
      if (NaiveCorrespondence.isLeaf(forest, e)) {
        equations.add(e, NaiveCorrespondence.answer(c, Side.SOURCE, e).reward());
      }
    }
    double[] truth = c.specimen().truth().parameter();
    double[] w = truth.clone();
    equations.solve(w);
    Tolerance fit = c.specimen().truth().tolerance(4);
    f.add(Evidence.equal("the residual", equations.residual(), 0, fit));
    for (int i = 0; i < w.length && equations.determines(); i++) {
      f.add(Evidence.equal("w*", w[i], truth[i], Tolerance.estimate(1e-6, "the fit of w*")));
    }
  }
}
