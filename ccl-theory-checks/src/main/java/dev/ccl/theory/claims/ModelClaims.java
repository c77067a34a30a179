package dev.ccl.theory.claims;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.judge.Evidence;
import dev.ccl.judge.Findings;
import dev.ccl.judge.Tolerance;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.GibbsWeights;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Node;
import dev.ccl.testkit.naive.TokenLaw;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Side;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Model setup: feasible answers, the policies on them, and the optimum (C01–C05). */
final class ModelClaims {

  private ModelClaims() {}

  /** {@return the claims} */
  static ImmutableList<Claim> all() {
    return ImmutableList.of(
        Claim.of(
            "C01",
            "def:ced-feasible-trajectories",
            "Legal sets are those of the definition, EOS absorbs, every answer has H tokens",
            Kind.EXACT,
            ModelClaims::feasibility),
        Claim.of(
            "C02",
            "eq:ced-chain",
            "The law of an answer is the product of its token laws and sums to 1",
            Kind.EXACT,
            ModelClaims::chain),
        Claim.of(
            "C03",
            "eq:ced-return",
            "The full-answer KL is the expected sum of token log-ratios",
            Kind.EXACT,
            ModelClaims::divergence),
        Claim.of(
            "C04",
            "lem:ced-gibbs, eq:ced-gibbs",
            "The Gibbs policy is the unique unrestricted optimum, and 1 ≤ Z_λ ≤ e^{1/λ}",
            Kind.EXACT,
            ModelClaims::optimum,
            Requirement.REWARDS),
        Claim.of(
            "C05",
            "eq:ced-gibbs-student",
            "J(π_θ) = (λ/m) Σ log Z_λ − C_{w*}(θ), so that argmax J = argmin C_{w*}",
            Kind.EXACT,
            ModelClaims::student,
            Requirement.REWARDS,
            Requirement.REALIZABLE));
  }

  private static void feasibility(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    Set<String> prompts = new LinkedHashSet<>(naive.source());
    prompts.addAll(naive.target());
    for (String x : prompts) {
      Prompt prompt = naive.instance().prompts().get(x).prompt();
      for (Node s : naive.nodes(x)) {
        ImmutableIntArray legal = c.subject().legal(prompt, s.prefix());
        Set<Integer> tokens = new TreeSet<>(legal.asList());
        f.isTrue(
            "the legal tokens at " + s,
            tokens.equals(defined(naive, s)) && tokens.size() == legal.length());
      }
      Set<ImmutableIntArray> expected = new HashSet<>();
      for (Answer a : naive.answers(x)) {
        expected.add(a.tokens());
      }
      List<ImmutableIntArray> answers = c.subject().answers(prompt);
      f.isTrue("the answers of " + x, new HashSet<>(answers).equals(expected));
      f.equal("the number of answers of " + x, answers.size(), expected.size(), 0);
      for (ImmutableIntArray a : answers) {
        f.equal("the length of answer " + a, a.length(), naive.horizon(), 0);
        f.isTrue("nothing is legal after " + a, c.subject().legal(prompt, a).isEmpty());
      }
    }
    for (Side side : Side.values()) {
      Forest forest = c.subject().dataset(side).forest();
      Set<String> leaves = new HashSet<>();
      for (int e = 0; e < forest.edges(); e++) {
        if (NaiveCorrespondence.isLeaf(forest, e)) {
          leaves.add(NaiveCorrespondence.prompt(forest, e) + forest.answer(e));
        }
      }
      int expected = 0;
      for (String x : new LinkedHashSet<>(side == Side.SOURCE ? naive.source() : naive.target())) {
        for (Answer a : naive.answers(x)) {
          expected++;
          f.isTrue("the forest has answer " + a, leaves.contains(x + a.tokens()));
        }
      }
      f.equal("the answers of the forest", leaves.size(), expected, 0);
    }
  }

  private static Set<Integer> defined(Naive naive, Node s) {
    Vocabulary vocabulary = naive.instance().header().vocabulary();
    Set<Integer> legal = new TreeSet<>();
    if (naive.instance().header().feasibility() == Feasibility.EXPLICIT) {
      for (int k = 0; k < s.size(); k++) {
        legal.add(s.token(k));
      }
    } else if (s.prefix().contains(vocabulary.eos())) {
      legal.add(vocabulary.pad());
    } else {
      for (int a = 0; a < vocabulary.size(); a++) {
        if (a != vocabulary.pad()) {
          legal.add(a);
        }
      }
    }
    return legal;
  }

  private static void chain(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    for (Side side : Side.values()) {
      law(c, f, side, c.subject().student(side, c.theta()), naive.student(c.theta()));
      law(c, f, side, c.subject().calibrated(side, c.w()), naive.calibrated(c.w()));
      law(c, f, side, c.subject().reference(side), naive.reference());
    }
  }

  private static void law(Case c, Findings f, Side side, EdgeLaw law, TokenLaw naive) {
    Forest forest = law.forest();
    double[] mass = new double[forest.prompts().size()];
    for (int s = 0; s < forest.nodes(); s++) {
      Node node = NaiveCorrespondence.node(c, side, s);
      f.equal("legal tokens at " + node, forest.degree(s), node.size(), 0);
      for (int k = 0; k < node.size(); k++) {
        int e = forest.firstEdge(s) + k;
        f.equal("log π at " + node, law.log(e), naive.log(node)[k], 1);
        f.equal("π at " + node, law.probability(e), naive.probability(node, k), 0);
      }
    }
    for (int e = 0; e < forest.edges(); e++) {
      if (NaiveCorrespondence.isLeaf(forest, e)) {
        Answer a = NaiveCorrespondence.answer(c, side, e);
        f.equal("log π of answer " + a, law.logPath(e), naive.logAnswer(a), 1);
        mass[NaiveCorrespondence.root(forest, e)] += StrictMath.exp(law.logPath(e));
      }
    }
    for (double m : mass) { // reference probabilities are used as given: they sum to 1 up to 1e-9
      f.add(
          Evidence.equal(
              "the mass of all answers",
              m,
              1,
              Tolerance.estimate(1e-8, "the reference as it is given")));
    }
  }

  private static void divergence(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    EdgeLaw student = c.subject().student(Side.TARGET, c.theta());
    TokenLaw plain = naive.student(c.theta());
    f.equal(
        "KL(student ‖ reference)",
        c.subject().divergence(student, c.subject().reference(Side.TARGET)),
        c.specimen().costs().divergence(plain, naive.reference()),
        1e-3);
    f.equal(
        "KL(student ‖ calibrated)",
        c.subject().divergence(student, c.subject().calibrated(Side.TARGET, c.w())),
        c.specimen().costs().divergence(plain, naive.calibrated(c.w())),
        1e-3);
    f.equal(
        "KL(student ‖ student)",
        c.subject().divergence(student, c.subject().student(Side.TARGET, c.vartheta())),
        c.specimen().costs().divergence(plain, naive.student(c.vartheta())),
        1e-3);
  }

  private static void optimum(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    TokenLaw plain = GibbsWeights.of(naive).law();
    for (Side side : Side.values()) {
      EdgeLaw gibbs = c.subject().gibbs(side);
      Forest forest = gibbs.forest();
      for (int e = 0; e < forest.edges(); e++) {
        if (NaiveCorrespondence.isLeaf(forest, e)) {
          Answer a = NaiveCorrespondence.answer(c, side, e);
          f.equal(
              "log π* of answer " + a, gibbs.logPath(e), plain.logAnswer(a), 1 / naive.lambda());
        }
      }
      double[] logZ = c.subject().logNormalizers(side);
      for (int r = 0; r < logZ.length; r++) {
        String x = forest.prompts().get(r).id();
        f.equal(
            "log Z of " + x, logZ[r], GibbsWeights.of(naive).logNormalizer(x), 1 / naive.lambda());
        f.atMost("log Z of " + x, logZ[r], 1 / naive.lambda());
        f.atLeast("log Z of " + x, logZ[r], 0);
      }
    }
    EdgeLaw gibbs = c.subject().gibbs(Side.TARGET);
    double best = c.subject().value(gibbs);
    double meanLogZ = 0;
    for (String x : naive.target()) {
      meanLogZ += GibbsWeights.of(naive).logNormalizer(x) / naive.target().size();
    }
    f.equal("J(π*) = λ mean log Z", best, naive.lambda() * meanLogZ, 1);
    RandomStream stream = c.streams().open(Purpose.TRIAL, 4);
    for (double size : new double[] {1e-2, 0.3, 3}) {
      double[] logits = gibbs.logs();
      for (int e = 0; e < logits.length; e++) {
        logits[e] += size * (2 * stream.nextDouble() - 1);
      }
      EdgeLaw other = EdgeLaw.ofLogits(gibbs.forest(), logits);
      double value = c.subject().value(other);
      f.add(
          Evidence.equal(
              "J of a perturbed policy above J(π*)",
              Math.max(0, value - best),
              0,
              Tolerance.relative(9.9e-13, 1).plus(CostClaims.cancellation(naive, naive.lambda()))));
      f.equal(
          "J(π) = λ mean log Z − λ KL(π ‖ π*)",
          value,
          naive.lambda() * (meanLogZ - c.subject().divergence(other, gibbs)),
          1);
    }
  }

  private static void student(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double[] truth = c.specimen().truth().parameter();
    double meanLogZ = 0;
    for (String x : naive.target()) {
      meanLogZ += GibbsWeights.of(naive).logNormalizer(x) / naive.target().size();
    }
    boolean searched = c.specimen().meets(Requirement.STUDENTS_OF_THE_PAPER);
    double[] oracle = searched ? c.specimen().oracle().point() : c.theta();
    double best = c.subject().value(c.subject().student(Side.TARGET, oracle));
    for (double[] theta : List.of(c.theta(), c.vartheta(), oracle)) {
      double value = c.subject().value(c.subject().student(Side.TARGET, theta));
      f.add(
          Evidence.equal(
              "J(π_θ) + C_{w*}(θ)",
              value + c.subject().cost(truth, theta),
              naive.lambda() * meanLogZ,
              Tolerance.enumeration(1)
                  .plus(
                      Tolerance.estimate(
                          10 * naive.lambda() * naive.horizon() * c.specimen().truth().residual(),
                          "the fit of w*"))));
      f.equal("J(π_θ)", value, c.specimen().costs().value(naive.student(theta)), 1);
      if (searched) {
        f.add(
            Evidence.zero(
                "J(π_θ) ≤ J(π_θ†)",
                Math.max(0, value - best),
                Tolerance.estimate(1e-9, "the search for θ†")));
      }
    }
  }
}
