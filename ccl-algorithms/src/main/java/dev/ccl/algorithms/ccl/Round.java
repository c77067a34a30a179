package dev.ccl.algorithms.ccl;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.Draws;
import dev.ccl.algorithms.RunningLedger;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.algorithms.engine.TokenLaw;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import java.util.Arrays;
import java.util.List;

/**
 * One round of Algorithm 1 (alg:ced), to be read beside its pseudo-code: the comments name its
 * lines. What a line leaves open is a part. Nothing is allocated: all results are overwritten.
 */
final class Round {
  private final Engine engine;
  private final Draws draws;
  private final RunningLedger ledger;
  private final CclParts parts;
  private final ImmutableList<RoundListener> listeners;
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
  private final double[] costs = new double[2]; // Ĉ_1, Ĉ_2
  private final Rollouts b = Rollouts.of(1);
  private final Rollouts q = Rollouts.of(1);

  Round(Run run, CclParts parts, List<RoundListener> listeners, double[] w, double[] theta) {
    LearningProblem problem = run.problem();
    this.engine = run.engine();
    this.draws = run.draws();
    this.ledger = run.ledger();
    this.parts = parts;
    this.listeners =
        ImmutableList.<RoundListener>builder()
            .addAll(listeners)
            .addAll(run.replyStore().stream().iterator())
            .add(parts.calibration(), parts.teaching())
            .build();
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

  /** Token-level branching on source, up to the forced token. */
  void branch(long t) {
    SourceCursor s = engine.source();
    int i = parts.design().prompt(draws.open(Purpose.SOURCE_INDEX, t), s.prompts());
    int h = parts.design().position(draws.open(Purpose.BRANCH_POSITION, t), horizon);
    s.start(i); // line:br-design
    RandomStream rollout = draws.open(Purpose.TEACHER_ROLLOUT, t);
    for (int step = 1; step < h && s.isOpen(); step++) {
      s.follow(s.teacher().draw(rollout)); // line:br-teacher; tokens behind h are not needed
    }
    boolean open = s.isOpen(); // line:br-prefix; else one answer is left, and both tokens are its
    int c1 = open ? s.teacher().draw(rollout) : 0; // line:br-candidates
    RandomStream proposal = draws.open(Purpose.STUDENT_ALTERNATIVE, t);
    int c0 = open ? parts.alternatives().alternative(t, s, c1, theta, proposal) : c1;
    double u = c1 == c0 ? c.clear() : s.logOdds(c1, c0, w, c.z()); // line:br-feature
    double rho = c1 == c0 ? 0.5 : odds(s.reference(), c1, c0);
    boolean y = draws.open(Purpose.BRANCH_CHOICE, t).nextDouble() < rho; // line:br-choice
    c.set(s.length(), c1, c0, u, rho, y);
    if (open) {
      s.follow(y ? c1 : c0); // line:br-force
    }
  }

  /** Completes the branch and asks for its reward R. */
  double reward(long t) {
    SourceCursor s = engine.source();
    RandomStream completion = draws.open(Purpose.COMPLETION, t);
    while (s.isOpen()) {
      s.follow(s.reference().draw(completion)); // line:br-reference
    }
    return s.reward(); // line:br-reward
  }

  /** The probability of one token among two. */
  private static double odds(TokenLaw law, int c1, int c0) {
    double first = law.probability(c1);
    return first / (first + law.probability(c0));
  }

  /** Teacher calibration: one query, and w ← w⁺. */
  void calibrate(long t) {
    Vectors.copy(w, wNext);
    Vectors.copy(theta, first);
    branch(t);
    if (c.isInformative() || parts.asksAlways()) {
      update(t, reward(t));
    }
    parts.teaching().add(t); // π_cal ← π_w⁺, or an average
  }

  private void update(long t, double r) {
    checks.requireOnlyRead(wNext, first);
    for (int i = 0; i < listeners.size(); i++) { // no iterator is allocated
      listeners.get(i).verified(engine.source(), c, r);
    }
    double accepted = parts.acceptance().weight(t, r); // I, line:br-accept
    boolean used = c.isInformative() && !(accepted <= 0); // else g = 0; NaN is not 0
    double g =
        used ? parts.acceptance().residual(c, accepted) : 0; // line:br-gradient, in units of z
    double curvature = used ? accepted * Elementary.logisticDensity(c.logOdds()) : 0;
    parts.calibration().step(t, c.z(), g, curvature, w, wNext);
    if (!Arrays.equals(w, wNext)) { // a point of W projected again may change in its last bits
      calibrations.project(wNext);
      checks.requireFinite("the calibration", wNext);
      Vectors.copy(wNext, w); // line:br-project: w ← w⁺
    }
    ledger.accepted(accepted > 0);
  }

  /** Student gradient update, candidate evaluation and selection: θ ← ϑ_k. */
  void distil(long t, long stage, long update) {
    parts.gradientBatch().at(stage, b); // line:br-kl
    Vectors.copy(theta, second);
    parts.gradient().estimate(theta, b.at(t, update), gradient); // line:br-student-gradient
    ledger.gradientBatch(b, engine.batches().largestCount());
    parts.studentStep().propose(theta, gradient, b, first); // line:br-exploration
    checks.requireFinite("the proposed student", first);
    checks.requireOnlyRead(w, second);
    boolean explores = parts.exploration().draw(t, update, theta, second);
    ledger.screened(parts.exploration().rollouts());
    if (!explores) {
      Vectors.copy(first, theta);
      return;
    }
    parts.validation().at(stage, q);
    engine.batches().costs(first, second, q.at(t, update), costs); // line:br-evaluation
    int k = least(costs);
    Vectors.copy(k == 1 ? first : second, theta); // line:br-student: θ ← ϑ_k
    ledger.validated(q, engine.batches().largestCount(), k);
  }

  /** The number of the cheaper candidate, of equal ones the first; NaN never makes the second. */
  static int least(double[] costs) {
    return costs[1] < costs[0] ? 2 : 1;
  }

  /** The comparison of the last branch. */
  Comparison comparison() {
    return c;
  }
}
