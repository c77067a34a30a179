package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.RunningLedger;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;

/**
 * One round of Algorithm 1 (alg:ced), to be read beside its pseudo-code: the comments name its
 * lines. What a line leaves open is a part. Nothing is allocated: all results are overwritten.
 */
final class Round {
  private final Engine engine;
  private final Draws draws;
  private final RunningLedger ledger;
  private final CclParts parts;
  private final Witness witness; // null if nobody watches
  private final RoundChecks checks;
  private final int horizon; // H
  private final ConvexSet calibrations; // W
  private final double[] w; // w_t
  private final double[] theta; // θ_t
  private final Comparison c; // u, z, ρ, Y of c_1 against c_0
  private final double[] wNext; // w⁺
  private final double[] gradient; // ĝ
  private final double[] first; // ϑ_1
  private final double[] second; // ϑ_2
  private final Rollouts b = Rollouts.of(1);
  private final Rollouts q = Rollouts.of(1);

  Round(
      LearningProblem problem,
      Engine engine,
      Draws draws,
      RunningLedger ledger,
      CclParts parts,
      Witness witness,
      double[] w,
      double[] theta) {
    this.engine = engine;
    this.draws = draws;
    this.ledger = ledger;
    this.parts = parts;
    this.witness = witness;
    this.checks = new RoundChecks(engine, problem.bound(), w, theta);
    this.horizon = problem.horizon();
    this.calibrations = problem.calibration().set();
    this.w = w;
    this.theta = theta;
    this.c = new Comparison(w.length);
    this.wNext = new double[w.length];
    this.gradient = new double[theta.length];
    this.first = new double[theta.length];
    this.second = new double[theta.length];
  }

  /**
   * Token-level branching on source, up to the reward R of the completed branch; NaN if not asked.
   */
  double branch(long t) {
    SourceCursor s = engine.source();
    int i = parts.comparisons().prompt(draws.open(Purpose.SOURCE_INDEX, t), s.prompts());
    int h = parts.comparisons().position(draws.open(Purpose.BRANCH_POSITION, t), horizon);
    s.start(i); // line:br-design
    RandomStream rollout = draws.open(Purpose.TEACHER_ROLLOUT, t);
    for (int step = 1; step < h && s.isOpen(); step++) {
      s.follow(s.teacher().draw(rollout)); // line:br-teacher; tokens behind h are not needed
    }
    boolean free = s.isOpen(); // line:br-prefix; else both tokens are the next of the one answer
    int c1 = free ? s.teacher().draw(rollout) : 0; // line:br-candidates
    RandomStream proposal = draws.open(Purpose.STUDENT_ALTERNATIVE, t);
    int c0 = free ? parts.alternatives().alternative(t, s, c1, theta, proposal) : 0;
    c.setPlace(s.length(), c1, c0);
    if (c1 == c0) {
      c.setEqual();
    } else { // line:br-feature
      double u = s.logOdds(c1, c0, w, c.z());
      c.set(u, s.reference().probability(c1), s.reference().probability(c0));
    }
    boolean y = draws.open(Purpose.BRANCH_CHOICE, t).nextDouble() < c.share(); // line:br-choice
    c.setLabel(y);
    if (free) {
      s.follow(y ? c1 : c0); // line:br-force
    }
    RandomStream completion = draws.open(Purpose.COMPLETION, t);
    while (s.isOpen()) {
      s.follow(s.reference().draw(completion)); // line:br-reference
    }
    boolean asked = c.isInformative() || parts.asksAlways();
    return asked ? s.reward() : Double.NaN; // line:br-reward
  }

  /** Teacher calibration: one query, and w ← w⁺. */
  void calibrate(long t) {
    Vectors.copy(w, wNext);
    Vectors.copy(theta, first);
    double r = branch(t);
    checks.requireOnlyRead(wNext, first);
    if (Double.isNaN(r)) { // not asked: g = 0
      parts.average().add(t);
      return;
    }
    if (witness != null) {
      witness.verified(engine.source(), c, r);
    }
    parts.rule().verified(engine.source(), c, r, w);
    parts.average().verified(engine.source(), r);
    double accepted = parts.weights().weight(t, r); // I, line:br-accept
    if (c.isInformative() && !(accepted <= 0)) { // else g = 0; NaN is not 0
      double g = parts.weights().residual(c, accepted); // line:br-gradient, in units of z
      double curvature = accepted * Elementary.logisticDensity(c.logOdds());
      parts.rule().step(t, c.z(), g, curvature, w, wNext);
      calibrations.project(wNext);
      checks.requireFinite("the calibration", wNext);
      Vectors.copy(wNext, w); // line:br-project: w ← w⁺
    }
    parts.average().add(t); // π_cal ← π_w⁺, or an average
    ledger.accepted(accepted > 0);
  }

  /** Student gradient update, candidate evaluation and selection: θ ← ϑ_k. */
  void distil(long t, long stage, long update) {
    parts.gradientBatch().at(stage, b); // line:br-kl
    Vectors.copy(theta, second);
    parts.gradient().estimate(theta, b.at(t, update), gradient); // line:br-student-gradient
    ledger.gradientBatch(b, engine.batches().largestCount());
    parts.proposal().propose(theta, gradient, b, first); // line:br-exploration
    checks.requireFinite("the proposed student", first);
    checks.requireOnlyRead(w, second);
    boolean explores = parts.exploration().draw(t, update, theta, second);
    ledger.screened(parts.exploration().rollouts());
    if (!explores) {
      Vectors.copy(first, theta);
      return;
    }
    parts.validation().at(stage, q);
    int k = parts.selection().select(first, second, q.at(t, update)); // line:br-evaluation
    Vectors.copy(k == 1 ? first : second, theta); // line:br-student: θ ← ϑ_k
    ledger.validated(q, parts.selection().largestCount(), k);
  }

  /** The comparison of the last branch. */
  Comparison comparison() {
    return c;
  }
}
